// same: f
#if NEW
int f(long n)
{
	return n < 0 ? -1 : n > 0;
}
#else
int f(int n)
{
	return n < 0 ? -1 : n > 0;
}
#endif
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n)); }
#endif
