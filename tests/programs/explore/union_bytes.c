// inputs: int[-600,600]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	union {
		int i;
		unsigned char b[4];
	} u = {atoi(argv[argc - 1])};
	if (u.b[0] == 0x80)
		puts("half");
	if (u.b[3] & 0x80)
		puts("negative");
	u.b[1] = 0;
	printf("%d\n", u.i & 0xffff);
	return 0;
}
