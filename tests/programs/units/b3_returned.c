// differs: unsigned long f(int n)
#include <stdlib.h>
unsigned long f(int n)
{
	unsigned long x = 0x100000000000;
	return n == 9 ? x + 8 * NEW : x;
}
#ifdef JUDGE
#include "judge.h"
static void judge(int n) { SHOW(f(n)); }
#endif
