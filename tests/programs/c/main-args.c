/* main-args.c: the three parameters of main. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

int main(int argc, char **argv, char **envp)
{
	printf("%d %d\n", argc, argv[argc] == NULL);
	for (int i = 1; i < argc; i++)
		printf("[%s]%zu ", argv[i], strlen(argv[i]));
	printf("\n%d\n", envp == environ);
	for (char **e = envp; *e; e++)
		if (!strncmp(*e, "DRIFT_TEST_", 11))
			puts(*e);
	const char *v = getenv("DRIFT_TEST_A"), *none = getenv("DRIFT_TEST_NONE");
	printf("%s %s\n", v ? v : "(none)", none ? none : "(none)");
	if (argc > 1)
		argv[1][0] = '#', argv++;
	printf("%s\n", argc > 1 ? argv[0] : "");
	setenv("DRIFT_TEST_B", "b2", 0);
	setenv("DRIFT_TEST_A", "changed", 1);
	putenv("DRIFT_TEST_C=put");
	unsetenv("DRIFT_TEST_D");
	printf("%s %s %s %d\n", getenv("DRIFT_TEST_A"), getenv("DRIFT_TEST_B"), getenv("DRIFT_TEST_C"),
		   getenv("DRIFT_TEST_D") == NULL);
	return argc;
}
