/* counted.c: branches counted by hand; the numbers are ways out, and those that "x" takes. */
#include <stdio.h>
#include "counted.h"

int other(int n);

static int kind(int c)
{
	switch (c) { /* 3: two places and the rest; 1 */
	case 'a':
	case 'b': return 1;
	case 'c': return 2;
	default: return 3;
	}
}

int main(int argc, char **argv)
{
	int n = 0;
	if (argc > 1) /* 2; 1: no else, and what follows is run all the same */
		n = 1;
	if (argv[1][0] == 'y' && n) /* 2 and 2; 1 and 0 */
		n = 2;
	for (int i = 0; i < 3; i++) /* 2; 2 */
		n += i;
	n += kind(argv[1][0]);
	n += larger(n, 1) + other(n); /* 2 in the header, once; 1 */
	printf("%d\n", n);
	return 0;
}
