/* static_callee.c: a static local variable of a function that f calls */
#include <stdio.h>

static int count(int by)
{
	static int total;
	return total += by;
}
int f(int n)
{
	count(n == 4 ? PICK(5, 6, 2 + 3) : 1);
	return 0;
}

#ifdef JUDGE
void observe(void) { printf("%d", count(0)); }
#endif
