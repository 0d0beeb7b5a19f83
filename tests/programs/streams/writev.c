// inputs: int[-4,4] int[-4,4]
// Pieces to a known descriptor.
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	struct iovec io = {"abc", 3};
	if (b > 0)
		writev(2, &io, 1);
	if (a > 0)
		writev(1, &io, 1);
	return 0;
}
