/* NEW doubles by an addition. */
#include <stdio.h>
#include <stdlib.h>
#ifndef NEW
#define NEW 0
#endif
int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
	const char *s = argc > 2 ? argv[2] : "";
#if NEW
	unsigned twice = n + n;
#else
	unsigned twice = n * 2;
#endif
	printf("%d %d\n", twice > 100, s[0] == 'a' && s[1] == 'b');
	return 0;
}
