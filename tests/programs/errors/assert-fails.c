/* assert-fails.c: a failed assertion is death by SIGABRT, as natively, and no report. */
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	puts("start");
	assert(argc > 5);
	puts("done");
	return 0;
}
