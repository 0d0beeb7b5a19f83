/* static_local.c: a static local variable */
#include <stdio.h>

int f(int n)
{
	static int last;
	int before = last;
	last = n == 4 ? PICK(1, 2, 3 - 2) : n;
	return before;
}

#ifdef JUDGE
void observe(void) { printf("%d", f(0)); }
#endif
