/* div-int.clean.c: in floating point, division by nought is no error. */
#include <stdio.h>

static double mean(const int *a, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += a[i];
	return (double)(s + 1) / n;
}

int main(int argc, char **argv)
{
	(void)argv;
	int a[3] = {1, 2, 3};
	printf("%g\n", mean(a, argc - 1));
	puts("done");
	return 0;
}
