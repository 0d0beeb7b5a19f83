// differs: f
#if NEW
unsigned
#else
int
#endif
f(int n)
{
	return n;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n)); }
#endif
