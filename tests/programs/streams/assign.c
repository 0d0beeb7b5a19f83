// inputs: int[-4,4] int[-4,4]
// stderr is made the same as stdout, then the library writes to it.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (a > 0)
		stderr = stdout;
	if (b > 0)
		perror("x");
	return 0;
}
