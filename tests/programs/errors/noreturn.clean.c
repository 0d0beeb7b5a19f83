/* noreturn.clean.c: a noreturn function that does not return. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn)) static void die(int status);

static void die(int status)
{
	exit(status);
}

int main(int argc, char **argv)
{
	(void)argv;
	puts("start");
	puts("done");
	if (argc)
		die(argc - 1);
	return 0;
}
