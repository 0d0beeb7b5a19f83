// same: struct cell *f(int n)
#include <stdlib.h>
struct cell { struct cell *next, *self; };
struct cell *f(int n)
{
	struct cell *a = calloc(2, sizeof *a), *b = NEW ? a + 1 : 1 + &a[0];
	a->next = b;
	b->self = n == 3 ? a : b;
	return a;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct cell *a = f(n);
	printf("%ld ", (long)(a->next->self - a));
	show_free(a);
}
#endif
