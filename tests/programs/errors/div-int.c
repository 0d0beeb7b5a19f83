/* div-int.c: the mean of no numbers. */
#include <stdio.h>

static int mean(const int *a, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += a[i];
	return s / n;
}

int main(int argc, char **argv)
{
	(void)argv;
	int a[3] = {1, 2, 3};
	printf("%d\n", mean(a, argc - 1));
	puts("done");
	return 0;
}
