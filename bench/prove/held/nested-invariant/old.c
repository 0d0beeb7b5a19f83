#include <stdio.h>
#include <stdlib.h>

static int f(int n, int k)
{
	int s = 0;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < 10; j++)
			s += k * k + j;
		s ^= i;
	}
	return s;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
