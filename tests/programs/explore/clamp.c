// inputs: int[-300,300]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]);
	unsigned char c = v < 0 ? 0 : v > 255 ? 255 : (unsigned char)v;
	printf("%u %02x\n", c, c);
	return 0;
}
