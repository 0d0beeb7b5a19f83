/* vla-negative.c: a negative length asks for nearly all of the address space. */
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
	printf("%d\n", first(argc - 100));
	puts("done");
	return 0;
}
