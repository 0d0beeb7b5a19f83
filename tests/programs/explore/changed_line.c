// inputs: int[-4,4] int[-4,4] int[-4,4]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = atoi(argv[argc - 3]), y = atoi(argv[argc - 2]), z = atoi(argv[argc - 1]);
	int c = 0, out = 0, other = 0;
	if (x > 0)
		c = x + 1;
	if (z > c)
		other = 1;
	if (y > 0)
		out = y;
	printf("%d %d\n", out, other);
	return c > 3;
}
