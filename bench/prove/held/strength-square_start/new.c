#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned x = 0, q = 0;
	for (int i = 0; i < n; i++) {
		x = x * 3 + q;
		q += 2 * (unsigned)i + (i != 2);
	}
	return (int)x;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
