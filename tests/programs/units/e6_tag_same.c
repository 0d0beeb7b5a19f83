// same: int f(const struct item *p, int n)
#if NEW
#define item entry
#endif
struct item { int a, b; };
int f(const struct item *p, int n)
{
	return NEW ? n * p->a + p->b : p->b + p->a * n;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct item a = {n, 7};
	SHOW(f(&a, n));
}
#endif
