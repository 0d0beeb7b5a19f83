// inputs: int[-4,4] int[-4,4]
// The program reads a stream's buffer.
#include <stdio.h>
#include <stdlib.h>
static char big[64];

int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	setvbuf(stderr, big, _IOFBF, sizeof big);
	if (b > 0)
		fprintf(stderr, "hello");
	if (a > 0)
		fputs(big, stdout);
	printf("%c", big[0] ? 'n' : 'e');
	return 0;
}
