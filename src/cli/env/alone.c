/* alone.c: drift-env, one static program with the commands of drift env, to be copied to another
 * machine. `drift-env record ...` is `drift env record ...`; the word env may be given as well.
 *
 * A static program must not load libraries of the machine that it runs on: they belong to another C
 * library. libdw asks for one that fetches debug information from the network; here there is none.
 * Users are looked up in /etc/passwd (base/accounts.h), hosts not at all: drift env names addresses by
 * number. */
#include "cli/cmd.h"

/* In place of those of the C library. */
void *dlopen(const char *file, int mode);
void *dlsym(void *library, const char *name);

void *dlopen(const char *file, int mode)
{
	(void)file;
	(void)mode;
	return NULL;
}

void *dlsym(void *library, const char *name)
{
	(void)library;
	(void)name;
	return NULL;
}

int main(int argc, char **argv)
{
	if (argc > 1 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))) {
		printf("drift-env " DRIFT_VERSION "\n");
		return EXIT_SAME;
	}
	bool named = argc > 1 && !strcmp(argv[1], "env");
	return cmd_env(argc - named, argv + named);
}
