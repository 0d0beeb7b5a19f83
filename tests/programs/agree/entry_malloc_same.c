/* NEW tests the pointer the other way round. */
#include <stdlib.h>
#ifndef NEW
#define NEW 0
#endif
int f(unsigned char n)
{
	int *p = malloc(sizeof *p);
#if NEW
	if (p) {
		*p = n;
		int r = *p;
		free(p);
		return r;
	}
	return -1;
#else
	if (!p)
		return -1;
	*p = n;
	int r = *p;
	free(p);
	return r;
#endif
}
