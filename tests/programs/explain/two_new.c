#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]), x, y;
	if (a > 0)
		x = a + 1;
	else
		x = a - 1;
	if (b > 0)
		y = b + 1;
	else
		y = b - 1;
	printf("%d\n", x);
	printf("%d\n", y);
	return 0;
}
