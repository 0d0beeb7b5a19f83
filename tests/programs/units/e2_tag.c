// differs: int f(struct item *p)
#if NEW
#define item entry
#endif
struct item { int a; struct item *next; };
int f(struct item *p)
{
	return p->next ? p->a > 5 + NEW : 0;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n)
{
	struct item b = {n, 0}, a = {n, &b};
	SHOW(f(&a));
}
#endif
