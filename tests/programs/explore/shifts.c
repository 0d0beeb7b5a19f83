// inputs: int[0,31] int[-8,8]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 2]), v = atoi(argv[2]);
	unsigned x = (unsigned)v << n;
	if (x >> 31)
		puts("top");
	printf("%d\n", v >> (n & 3));
	return 0;
}
