/* vla-negative.clean.c: a positive length. */
#include <stdio.h>

static int first(int n)
{
	char a[n];
	a[0] = 'x';
	return a[0];
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", first(argc + 100));
	puts("done");
	return 0;
}
