#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int s = 0;
	while (n) {
		s += n % 10;
		n /= 10;
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
