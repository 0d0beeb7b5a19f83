/* return-read.clean.c: the local is static. */
#include <stdio.h>

static int *keep;

static void set(int v)
{
	static int local;
	local = v;
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
