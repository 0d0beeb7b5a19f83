// same: f
#if NEW
long
#else
int
#endif
f(int n)
{
	return n / 2;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n)); }
#endif
