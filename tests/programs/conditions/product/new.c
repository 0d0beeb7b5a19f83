/* The outputs are products that differ by one factor. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int a = atoi(argv[1]), b = atoi(argv[2]);
	if (a < -1000 || a > 1000 || b < -1000 || b > 1000)
		return 1;
	printf("%d\n", b * (a + 2));
	return 0;
}
