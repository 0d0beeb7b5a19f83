/* program_break.c: the end of the data segment */
#include <stdio.h>
#include <unistd.h>

static char *before;
static long grown;
void f(int n)
{
	before = sbrk(0);
	sbrk(n == 4 ? PICK(4096, 8192, 1024 * n) : 0);
	grown = 1;
}

#ifdef JUDGE
void observe(void) { printf("%ld", (long)((char *)sbrk(0) - before)); }
#endif
