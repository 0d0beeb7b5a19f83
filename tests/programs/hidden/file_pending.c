/* file_pending.c: output that is still in the buffer of a file */
#include <stdio.h>
#include <unistd.h>

static FILE *kept;
void f(int n)
{
	kept = fopen("out", "w");
	if (!kept)
		return;
	fputs("text", kept);
	if (n == 4 && PICK(0, 1, n - 4))
		fflush(kept);
}

#ifdef JUDGE
void observe(void)
{
	char b[9] = "";
	FILE *again = fopen("out", "r");
	printf("%d %s", (int)fread(b, 1, 8, again), b);
}
#endif
