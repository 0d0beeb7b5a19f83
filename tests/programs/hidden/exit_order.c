/* exit_order.c: the order of functions that run at exit */
#include <stdio.h>
#include <stdlib.h>

static void one(void) { puts("one"); }
static void two(void) { puts("two"); }
void f(int n)
{
	if (n == 4 && PICK(1, 0, n / 4)) {
		atexit(one);
		atexit(two);
	} else {
		atexit(two);
		atexit(one);
	}
}

#ifdef JUDGE
void observe(void) { exit(0); }
#endif
