// inputs: int[-4,4] int[-4,4]
// The variables stdout and stderr change places.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (a > 0) {
		FILE *t = stdout;
		stdout = stderr;
		stderr = t;
	}
	if (b > 0)
		fprintf(stderr, "x");
	return 0;
}
