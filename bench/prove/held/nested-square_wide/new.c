#include <stdio.h>
#include <stdlib.h>

static int f(int n, int k)
{
	long s = 0;
	int q = (int)((unsigned)k * (unsigned)k);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 2; j++)
			s += q;
	return (int)(s >> 4);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
