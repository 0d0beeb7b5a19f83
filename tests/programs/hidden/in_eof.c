/* in_eof.c: the end-of-file flag of a stream */
#include <stdio.h>

void f(int n)
{
	getchar();
	if (n == 4 && PICK(1, 0, n / 4))
		clearerr(stdin);
}

#ifdef JUDGE
void observe(void) { printf("%d", feof(stdin) != 0); }
#endif
