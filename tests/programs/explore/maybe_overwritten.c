// inputs: str[1] int[-3,3]
/* maybe_overwritten.c: what is read was written by one of two stores; the input decides which. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int table[4] = {7, 0, -2, 5};
	if (argc < 3)
		return 2;
	if (atoi(argv[2]) > 0)
		table[2] = 9;
	table[(argv[1][0] + 2) & 3] = 1;
	printf("%d\n", table[2]);
	return 0;
}
