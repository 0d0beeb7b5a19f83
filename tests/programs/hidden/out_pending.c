/* out_pending.c: output that is still in the buffer of standard output */
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	fputs("x", stdout);
	if (n == 4 && PICK(0, 1, n - 4))
		fflush(stdout);
}

#ifdef JUDGE
void observe(void) { _exit(0); }
#endif
