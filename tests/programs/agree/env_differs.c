/* NEW knows one more mode. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	const char *mode = getenv("MODE");
	int slow = mode && (!strcmp(mode, "slow") || (NEW && !strcmp(mode, "lazy")));
	puts(slow ? "slow" : "fast");
	return 0;
}
