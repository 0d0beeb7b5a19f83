/* start.c: starts main from the machine. */
#include <stdlib.h>
#include <string.h>
#include "core.h"

char **__environ;
extern char **environ __attribute__((alias("__environ")));
extern char **_environ __attribute__((alias("__environ")));

char *__progname_full = "";
char *__progname = "";
extern char *program_invocation_name __attribute__((alias("__progname_full")));
extern char *program_invocation_short_name __attribute__((alias("__progname")));

/* Programs read it to skip atomics while there is one thread, which is always true here. */
char __libc_single_threaded = 1;

void __drift_start(int (*main_fn)(int, char **, char **), int argc, char **argv, char **envp)
{
	__environ = envp;
	if (argc > 0 && argv[0]) {
		char *slash = strrchr(argv[0], '/');
		__progname_full = argv[0];
		__progname = slash ? slash + 1 : argv[0];
	}
	__drift_run_ctors(argc, argv, envp);
	exit(main_fn(argc, argv, envp));
}
