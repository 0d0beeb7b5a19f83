/* out_closed.c: a standard stream that is closed */
#include <stdio.h>
#include <unistd.h>

void f(int n)
{
	if (n == 4 && PICK(0, 1, n - 4))
		fclose(stdout);
}

#ifdef JUDGE
void observe(void) { fprintf(stderr, "%d", (int)write(1, "", 0)); }
#endif
