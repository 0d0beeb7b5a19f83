// inputs: int[0,127]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]), n = 0;
	for (; v; v &= v - 1)
		n++;
	printf("%d\n", n);
	return 0;
}
