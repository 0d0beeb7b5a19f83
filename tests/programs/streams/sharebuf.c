// inputs: int[-4,4] int[-4,4]
// Both streams have one buffer.
#include <stdio.h>
#include <stdlib.h>
static char big[64];

int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	setvbuf(stderr, big, _IOFBF, sizeof big);
	setvbuf(stdout, big, _IOFBF, sizeof big);
	if (b > 0)
		fprintf(stderr, "hello%d", b);
	if (a > 0)
		printf("abc");
	return 0;
}
