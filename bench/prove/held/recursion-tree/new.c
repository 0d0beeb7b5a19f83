#include <stdio.h>
#include <stdlib.h>

static int walk(const int *a, int i, int n)
{
	if (i < n) {
		int v = a[i];
		int left = walk(a, i + i + 1, n);
		int right = walk(a, i + i + 2, n);
		return v + right + 3 * left;
	}
	return 0;
}
static int f(int *a, int n)
{
	return walk(a, 0, n);
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
