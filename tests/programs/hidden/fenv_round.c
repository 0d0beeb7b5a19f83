/* fenv_round.c: the rounding mode */
#include <fenv.h>
#include <stdio.h>

void f(int n)
{
	if (n == 4)
		fesetround(PICK(FE_UPWARD, FE_DOWNWARD, FE_UPWARD | 0));
}

#ifdef JUDGE
void observe(void) { printf("%d", fegetround()); }
#endif
