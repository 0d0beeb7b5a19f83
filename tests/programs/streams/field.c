// inputs: int[-4,4] int[-4,4]
// The descriptor of a stream is set by hand.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (a > 0)
		stderr->_fileno = 1;
	if (b > 0)
		fprintf(stderr, "x");
	return 0;
}
