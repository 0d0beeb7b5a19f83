// inputs: int[0,600]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]);
	if (v > 500)
		printf("%#x\n", v);
	else
		printf("%04d|%-5d|%+d\n", v, v, v);
	return 0;
}
