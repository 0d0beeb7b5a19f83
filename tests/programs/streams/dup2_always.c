// inputs: int[-4,4] int[-4,4]
// Standard error leads to standard output in all runs.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	dup2(1, 2);
	if (b > 0)
		write(2, "x", 1);
	if (a > 1)
		printf("y");
	return 0;
}
