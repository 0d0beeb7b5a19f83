/* in_error.c: the error flag of a stream */
#include <stdio.h>

void f(int n)
{
	if (n == 4 && PICK(1, 0, n / 4))
		fputc('x', stdin);
}

#ifdef JUDGE
void observe(void) { printf("%d", ferror(stdin) != 0); }
#endif
