#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int c = 0;
	while (n > 1 && c < 1000) {
		if (n % 2)
			n = 3 * n + 1;
		else
			n = n / 2;
		c++;
	}
	return c;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
