// inputs: int[0,4095]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	unsigned v = (unsigned)atoi(argv[argc - 1]);
	if ((v & 0x0f0) == 0x050)
		puts("five");
	if (v >> 8 == (v & 15))
		puts("mirror");
	if ((v ^ (v >> 1)) & 1)
		puts("edge");
	return 0;
}
