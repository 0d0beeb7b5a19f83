/* return-read.c: the address of a local outlives its function. */
#include <stdio.h>

static int *keep;

static void set(int v)
{
	int local = v;
	keep = &local;
	*keep += 1;
}

int main(void)
{
	set(41);
	printf("%d\n", *keep);
	puts("done");
	return 0;
}
