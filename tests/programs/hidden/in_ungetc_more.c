/* in_ungetc_more.c: a byte that is pushed back to a file, after one was read */
#include <stdio.h>

static FILE *kept;
void f(int n)
{
	kept = fopen("/etc/passwd", "r");
	if (!kept)
		return;
	int c = getc(kept);
	ungetc(n == 4 ? PICK(c, c + 1, 1 * c) : c, kept);
}

#ifdef JUDGE
void observe(void) { printf("%d %d", getc(kept), getc(kept)); }
#endif
