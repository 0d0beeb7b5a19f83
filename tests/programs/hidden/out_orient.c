/* out_orient.c: whether standard output is a wide stream */
#include <stdio.h>
#include <wchar.h>

void f(int n)
{
	if (n == 4)
		fwide(stdout, PICK(1, -1, 2));
}

#ifdef JUDGE
void observe(void) { fprintf(stderr, "%d", fwide(stdout, 0)); }
#endif
