#include <stdio.h>
#include <stdlib.h>

static int f(int *a, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j + 1 < n - i; j++)
			if (a[j] > a[j + 1]) {
				int t = a[j];
				a[j] = a[j + 1];
				a[j + 1] = t;
			}
	return a[0];
}

static int numbers[64];

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	int n = atoi(argv[1]);
	if (n < 1 || n > 64)
		return 2;
	for (int i = 0; i < n; i++)
		numbers[i] = i + 2 < argc ? atoi(argv[i + 2]) : i;
	printf("%d\n", f(numbers, n));
	for (int i = 0; i < n; i++)
		printf("%d ", numbers[i]);
	return 0;
}
