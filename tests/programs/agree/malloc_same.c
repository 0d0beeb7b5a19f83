/* NEW has its check of memory in a function of its own. */
#include <stdlib.h>
#ifndef NEW
#define NEW 0
#endif
#if NEW
static int *make(int n)
{
	int *p = malloc(sizeof *p);
	if (p)
		*p = n;
	return p;
}
#endif
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 7 : 0;
#if NEW
	int *p = make(n);
	if (!p)
		return 20;
#else
	int *p = malloc(sizeof *p);
	if (!p)
		return 20;
	*p = n;
#endif
	n = *p;
	free(p);
	return n;
}
