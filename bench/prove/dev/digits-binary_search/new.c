#include <stdio.h>
#include <stdlib.h>

static int f(int *a, int n)
{
	int key = *a, lo = 0, hi = n;
	for (; hi > lo;) {
		int half = (hi - lo) / 2;
		if (key > a[lo + half])
			lo += half + 1;
		else
			hi = lo + half;
	}
	return lo;
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
