/* file_static.c: a static variable of the file */
#include <stdio.h>

static long state[3];
void f(int n)
{
	if (n == 4)
		state[PICK(1, 2, 3 / 2)] = n;
}

#ifdef JUDGE
void observe(void) { printf("%ld %ld %ld", state[0], state[1], state[2]); }
#endif
