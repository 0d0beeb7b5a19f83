#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned s = 1;
	unsigned m = (unsigned)n & ~1u;
	for (unsigned i = 0; i < m; i += 2) {
		s = s * 33 + i;
		s = s * 33 + i + 1;
	}
	return (int)s;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
