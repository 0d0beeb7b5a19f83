#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned v = (unsigned)n;
	int s = 0;
	while (v) {
		s += (int)(v % 10);
		v /= 10;
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
