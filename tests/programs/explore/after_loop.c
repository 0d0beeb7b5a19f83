// inputs: int[-2,12] int[0,5]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[argc - 2]), b = atoi(argv[argc - 1]), i = 0, x, y = 0;
	do {
		x = 7 * i;
		i++;
	} while (i < a);
again:
	y += 3;
	if (y < b * 4)
		goto again;
	printf("%d\n", x);
	return y;
}
