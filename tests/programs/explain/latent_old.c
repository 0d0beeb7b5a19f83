/* The second check is wrong in both versions; only NEW comes to it. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int seq = argc > 1 ? atoi(argv[1]) : 0, flags = argc > 2 ? atoi(argv[2]) : 0;
	int next = seq;
	if (next != seq && !(flags & 16))
		return 3;
	printf("data %d\n", seq);
	return 0;
}
