// differs: f
#if NEW
int f(int count, int limit)
{
	return count > limit + 1;
}
#else
int f(int n, int most)
{
	return n > most;
}
#endif
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n, 50)); }
#endif
