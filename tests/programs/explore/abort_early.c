// inputs: int[0,20]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]);
	if (v == 13)
		abort();
	if (v > 15)
		exit(3);
	puts("done");
	return 0;
}
