// inputs: int[0,9] int[0,9]
/* suffix.c: how far the library reads a text on its way to one stream decides whether it runs over
 * the end, and so whether anything comes to the other. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]);
	fputs("abc" + (a & 3), stderr);
	if (b > 3)
		putchar('A');
	return 0;
}
