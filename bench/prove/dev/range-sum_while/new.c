#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int total = 0, k = 0;
	while (k < n) {
		total = k + total;
		k = k + 1;
	}
	return total;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
