// differs: f
#if NEW
typedef unsigned number;
#else
typedef int number;
#endif
int f(number n)
{
	return n > 3;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n)); }
#endif
