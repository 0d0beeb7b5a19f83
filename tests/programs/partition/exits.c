/* exits.c: a target behind a call that may not return, in the same block. */
#include <stdio.h>
#include <stdlib.h>

static void check(int x)
{
	if (x > 10)
		exit(3);
}

int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	if (x == 6)
		puts("six");
	check(x);
	int y = x + 1;
	printf("%d\n", y);
	return 0;
}
