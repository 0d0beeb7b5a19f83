/* rand_count.c: how often rand was called */
#include <stdio.h>
#include <stdlib.h>

void f(int n)
{
	rand();
	if (n == 4 && PICK(1, 0, n / 4))
		rand();
}

#ifdef JUDGE
void observe(void) { printf("%d", rand()); }
#endif
