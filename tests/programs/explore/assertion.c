// inputs: int[-100,100]
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]);
	assert(v * v != 49);
	puts("fine");
	return 0;
}
