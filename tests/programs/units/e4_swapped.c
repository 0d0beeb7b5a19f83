// differs: f
#if NEW
int f(int b, int a)
#else
int f(int a, int b)
#endif
{
	return a - 2 * b;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n, 3)); }
#endif
