// inputs: int[-4,4] int[-4,4]
// What a message to standard error leaves in its FILE.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (a > 0)
		close(2);
	if (b > 0)
		fprintf(stderr, "x");
	printf("%d\n", ferror(stderr) != 0);
	return 0;
}
