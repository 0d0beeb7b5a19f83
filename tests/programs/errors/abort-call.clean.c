/* abort-call.clean.c: abort is not reached. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	(void)argv;
	puts("start");
	fflush(stdout);
	if (!argc)
		abort();
	puts("done");
	return 0;
}
