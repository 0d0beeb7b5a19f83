#include <stdio.h>
#include <stdlib.h>

static int f(int *a, int n)
{
	int v = 0, d = 1;
	for (int i = 0; i < n; i++) {
		a[i] = v;
		v += d;
		d += i == 3 ? 1 : 2;
		if (i == 3)
			v--;
	}
	return a[n - 1];
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
