/* assert-fails.clean.c: the assertion holds. */
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	puts("start");
	assert(argc > 0);
	puts("done");
	return 0;
}
