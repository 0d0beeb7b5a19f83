/* NEW asks the same of the clock in another way. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 15 : 0;
	time_t now = time(0);
#if NEW
	int early = !(now >= 1893456000);
#else
	int early = now < 1893456000;
#endif
	printf("%s %d\n", early ? "early" : "late", n);
	return 0;
}
