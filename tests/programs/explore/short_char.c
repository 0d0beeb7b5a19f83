// inputs: int[-300,300] int[0,40]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	short s = (short)(atoi(argv[argc - 2]) * 200);
	signed char c = (signed char)atoi(argv[argc - 2]);
	unsigned char u = (unsigned char)(c + atoi(argv[argc - 1]));
	unsigned short w = (unsigned short)(s ^ u);
	if (s == -30000)
		puts("short");
	if (c == -100)
		puts("char");
	if (u == 200 && w > 40000)
		return 2;
	if (w == (unsigned short)-1)
		return 1;
	return 0;
}
