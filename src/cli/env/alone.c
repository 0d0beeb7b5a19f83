/* alone.c: drift-env, one static program with the commands of drift env, to be copied to another
 * machine. `drift-env record ...` is `drift env record ...`; the word env may be given as well.
 *
 * A static program must not load libraries of the machine that it runs on: they belong to another C
 * library. libdw asks for one that fetches debug information from the network; mk/env.mk links a dlopen
 * that finds none.
 * Users are looked up in /etc/passwd (env/alone/accounts.h), hosts not at all: drift env names addresses by
 * number. */
#include "cli/env/env.h"

int main(int argc, char **argv)
{
	if (argc > 1 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V"))) {
		printf("drift-env " DRIFT_VERSION "\n");
		return EXIT_SAME;
	}
	bool named = argc > 1 && !strcmp(argv[1], "env");
	return cmd_env(argc - named, argv + named);
}
