#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	long x = argc > 1 ? atol(argv[1]) * 1000003 : 0;
	printf("total %+ld (%lx)\n", x, x);
	return 0;
}
