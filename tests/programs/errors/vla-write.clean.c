/* vla-write.clean.c: the array's own bound. */
#include <stdio.h>

static int fill(int n)
{
	int a[n];
	for (int i = 0; i < n; i++)
		a[i] = i;
	return a[n - 1];
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", fill(argc + 5));
	puts("done");
	return 0;
}
