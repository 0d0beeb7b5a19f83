/* stdlib_env.c: the environment, changed in every way. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show(const char *what)
{
	printf("%s:", what);
	for (char **e = environ; e && *e; e++)
		if (strncmp(*e, "PATH", 4) != 0)
			printf(" %s", *e);
	printf(" [%s][%s]\n", getenv("A") ? getenv("A") : "none", getenv("B") ? getenv("B") : "none");
}

int main(int argc, char **argv, char **envp)
{
	(void)argv;
	static char own[] = "B=own";
	printf("%d %d\n", argc, envp == environ);
	show("start");
	printf("%d\n", setenv("A", "1", 0));
	show("setenv");
	printf("%d\n", setenv("A", "2", 0));
	show("setenv no replace");
	printf("%d\n", setenv("A", "longer value", 1));
	show("setenv replace");
	printf("%d\n", putenv(own));
	strcpy(own, "B=new");
	show("putenv");
	printf("%d\n", putenv("A"));
	show("putenv removes");
	errno = 0;
	printf("%d %d\n", setenv("", "x", 1), errno);
	errno = 0;
	printf("%d %d\n", setenv("a=b", "x", 1), errno);
	errno = 0;
	printf("%d %d\n", unsetenv("a=b"), errno);
	printf("%d %d\n", unsetenv("B"), unsetenv("missing"));
	show("unsetenv");
	for (int i = 0; i < 5; i++) {
		char name[8];
		snprintf(name, sizeof name, "V%d", i);
		setenv(name, "v", 1);
	}
	show("many");
	printf("%d %d\n", clearenv(), environ == NULL);
	show("clearenv");
	setenv("A", "again", 1);
	show("again");
	char *list[] = {"A=mine", "B=yours", NULL};
	environ = list;
	show("replaced");
	setenv("C", "x", 1);
	show("replaced and set");
	printf("%s\n", secure_getenv("C"));
	return 0;
}
