// inputs: int[-3,8]
// A write through a pointer that leads nowhere, on a side that few inputs take.
#include <stdio.h>
#include <stdlib.h>

static int *volatile nowhere;

static void fail(int n)
{
	if (n > 1)
		*nowhere = n;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]);
	if (n == 5)
		fail(n);
	if (n > 6)
		puts("large");
	puts("end");
	return 0;
}
