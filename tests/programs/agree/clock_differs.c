/* Before 2030, NEW adds 2 instead of 1. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 255 : 0;
	if (time(0) < 1893456000)
		n += 1 + NEW;
	printf("%d\n", n);
	return 0;
}
