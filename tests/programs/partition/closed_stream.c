// inputs: int[0,9]
// Whether something can be written hangs on a branch that closes the stream.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]);
	if (v == 6)
		close(2);
	if (write(2, "x", 1) < 0)
		puts("closed");
	return 0;
}
