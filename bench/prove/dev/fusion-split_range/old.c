#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned s = 1;
	for (unsigned i = 0; i < 1000; i++)
		s = s * 31 + (i ^ (unsigned)n);
	return (int)s;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
