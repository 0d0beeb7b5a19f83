// inputs: int[-4,4] int[-4,4]
// A table of the addresses of stdout and stderr.
#include <stdio.h>
#include <stdlib.h>
static FILE **which[2];

int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	which[0] = &stdout;
	which[1] = &stderr;
	if (b > 0)
		fprintf(*which[a & 1], "x");
	return 0;
}
