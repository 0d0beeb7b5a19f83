// inputs: int[-12,12] int[-12,12] int[-3,3]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = atoi(argv[argc - 3]), y = atoi(argv[argc - 2]), z = atoi(argv[argc - 1]);
	int a, b = 2, square = 0;
	if (x - y > 0)
		a = x;
	else
		a = y;
	if (x + y > 10)
		b = a;
	if (z * z > 3)
		square = 1;
	printf("%d\n", b);
	return square;
}
