#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned v = (unsigned)n;
	int s = 0;
	while (v != 0) {
		unsigned q = v / 10;
		s += (int)(v - q * 10);
		v = q;
	}
	return s;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
