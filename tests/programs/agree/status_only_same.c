/* NEW prints another word; only the status counts. */
#include <stdio.h>
#include <stdlib.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 7 : 0;
	puts(NEW ? "new" : "old");
	return n > 3;
}
