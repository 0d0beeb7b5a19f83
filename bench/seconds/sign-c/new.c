#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	long x = argc > 1 ? atol(argv[1]) * 1000003 : 0;
	unsigned long u = x;
	printf("total %c", x < 0 ? '-' : '+');
	if (x < 0)
		printf("%lu (%lx)\n", ~u + 1, u);
	else
		printf("%lu (%lx)\n", u, u);
	return 0;
}
