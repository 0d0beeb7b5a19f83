/* heap_static.c: heap memory that only a static pointer reaches */
#include <stdio.h>
#include <stdlib.h>

static int *kept;
void f(int n)
{
	int *p = malloc(2 * sizeof *p);
	p[0] = n;
	p[1] = n == 4 ? PICK(7, 8, 14 / 2) : 0;
	kept = p;
}

#ifdef JUDGE
void observe(void) { printf("%d %d", kept[0], kept[1]); }
#endif
