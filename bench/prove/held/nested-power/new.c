#include <stdio.h>
#include <stdlib.h>

static int f(int n, int b)
{
	int s = 0;
	for (int i = 0; i != (n > 0 ? n : 0); ++i) {
		int p = 1;
		for (int j = i; j > 0; --j)
			p = b * p;
		s = s + p;
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
