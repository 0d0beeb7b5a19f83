/* exit_quick.c: a function that runs at quick_exit */
#include <stdio.h>
#include <stdlib.h>

static void one(void) { puts("one"); fflush(stdout); }
void f(int n)
{
	if (n == 4 && PICK(1, 0, n / 4))
		at_quick_exit(one);
}

#ifdef JUDGE
void observe(void) { quick_exit(0); }
#endif
