// inputs: int[-4,4] int[-4,4]
// What a message to standard error returns.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	int n = 0;
	if (b > 0)
		n = fprintf(stderr, "%d\n", b * 7);
	printf("%d\n", n + (a > 2));
	return 0;
}
