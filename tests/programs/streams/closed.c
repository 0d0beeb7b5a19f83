// inputs: int[-4,4] int[-4,4]
// Another descriptor takes the number of standard error.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (a > 0) {
		close(2);
		dup(1);
	}
	if (b > 0)
		fprintf(stderr, "%d", b);
	if (b > 2)
		perror("p");
	return 0;
}
