// differs: f
#if NEW
short
#else
int
#endif
f(int n)
{
	return n * 500;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n)); }
#endif
