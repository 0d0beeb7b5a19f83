/* rand48.c: the state of drand48 */
#include <stdio.h>
#include <stdlib.h>

void f(int n)
{
	srand48(n == 4 ? PICK(5, 6, n + 1) : 1);
}

#ifdef JUDGE
void observe(void) { printf("%ld", lrand48()); }
#endif
