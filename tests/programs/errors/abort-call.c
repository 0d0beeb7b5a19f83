/* abort-call.c: abort is death by SIGABRT and no report. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	(void)argv;
	puts("start");
	fflush(stdout);
	if (argc)
		abort();
	puts("done");
	return 0;
}
