// same: f
#if NEW
unsigned
#else
int
#endif
f(int n)
{
	return n & 0xff;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n)); }
#endif
