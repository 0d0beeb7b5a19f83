/* rand_state.c: the state array of random */
#include <stdio.h>
#include <stdlib.h>

static char area[64];
void f(int n)
{
	initstate(n == 4 ? PICK(5, 6, n + 1) : 1, area, sizeof area);
}

#ifdef JUDGE
void observe(void) { printf("%ld", random()); }
#endif
