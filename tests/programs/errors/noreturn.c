/* noreturn.c: a function declared noreturn falls off its end. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn)) static void die(int status);

#pragma clang diagnostic ignored "-Winvalid-noreturn"
static void die(int status)
{
	if (status)
		exit(status);
}

int main(int argc, char **argv)
{
	(void)argv;
	puts("start");
	if (argc)
		die(argc - 1);
	puts("done");
	return 0;
}
