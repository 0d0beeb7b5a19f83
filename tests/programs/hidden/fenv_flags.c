/* fenv_flags.c: the floating-point exceptions */
#include <fenv.h>
#include <stdio.h>

void f(int n)
{
	if (n == 4)
		feraiseexcept(PICK(FE_DIVBYZERO, FE_OVERFLOW, FE_DIVBYZERO | 0));
}

#ifdef JUDGE
void observe(void) { printf("%d", fetestexcept(FE_DIVBYZERO)); }
#endif
