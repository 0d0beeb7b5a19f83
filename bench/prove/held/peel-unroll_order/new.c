#include <stdio.h>
#include <stdlib.h>

static int f(int *a, int n)
{
	int s = 0, i = 0;
	for (; i + 1 < n; i += 2) {
		s = s * 5 + a[i];
		s = s * 5 + a[i + 1];
		if (i == 2)
			s ^= 1;
	}
	if (i < n)
		s = s * 5 + a[i];
	return s;
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
