// inputs: int[-4,4] int[-4,4]
// Standard output is opened anew.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (a > 0)
		freopen("/dev/null", "w", stdout);
	if (b > 0)
		fprintf(stderr, "x");
	printf("y%d", b > 1);
	return 0;
}
