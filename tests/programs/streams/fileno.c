// inputs: int[-4,4] int[-4,4]
// A descriptor that a decision chooses.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	int fd = fileno(a > 0 ? stdout : stderr);
	if (b > 0)
		write(fd, "x", 1);
	return 0;
}
