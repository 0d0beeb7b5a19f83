// inputs: int[-4,4] int[-4,4]
// Standard error leads to standard output if one argument says so.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (a > 0)
		dup2(1, 2);
	if (b > 0)
		fprintf(stderr, "x");
	return 0;
}
