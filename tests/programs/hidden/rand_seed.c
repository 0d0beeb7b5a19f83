/* rand_seed.c: the seed of rand */
#include <stdio.h>
#include <stdlib.h>

void f(int n)
{
	if (n == 4)
		srand(PICK(5, 6, n + 1));
}

#ifdef JUDGE
void observe(void) { printf("%d", rand()); }
#endif
