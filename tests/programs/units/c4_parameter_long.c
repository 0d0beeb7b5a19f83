// differs: f
#if NEW
int f(long n)
{
	return n * 20000000 > 0;
}
#else
int f(int n)
{
	return (int)(n * 20000000u) > 0;
}
#endif
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n)); }
#endif
