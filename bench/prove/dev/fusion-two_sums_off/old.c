#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned s = 0, q = 1;
	for (int i = 0; i < n; i++) {
		s += (unsigned)i;
		q = q * 3 + 1;
	}
	return (int)(s ^ q);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
