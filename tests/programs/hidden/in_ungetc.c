/* in_ungetc.c: a byte that is pushed back */
#include <stdio.h>

void f(int n)
{
	if (n == 4)
		ungetc(PICK('a', 'b', 97), stdin);
}

#ifdef JUDGE
void observe(void) { printf("%d", getchar()); }
#endif
