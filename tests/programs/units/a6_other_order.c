// same: char *f(int n)
#include <stdlib.h>
char *f(int n)
{
	char *q = NEW ? malloc(64) : NULL, *p = calloc(1, 32);
	free(q);
	p[8] = n > 3 ? 'x' : 'y';
	return p + 8;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	char *p = f(n);
	printf("%s ", p);
	show_free(p - 8);
}
#endif
