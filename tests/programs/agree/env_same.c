/* NEW asks for the first letter first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	const char *mode = getenv("MODE");
#if NEW
	int slow = mode && mode[0] == 's' && !strcmp(mode + 1, "low");
#else
	int slow = mode && !strcmp(mode, "slow");
#endif
	puts(slow ? "slow" : "fast");
	return 0;
}
