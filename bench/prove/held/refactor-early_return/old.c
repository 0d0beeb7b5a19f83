#include <stdio.h>
#include <stdlib.h>

static int f(int a, int b)
{
	int r;
	if (a > b) {
		if (b > 0)
			r = a - b;
		else
			r = a;
	} else {
		r = 0;
	}
	return r;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
