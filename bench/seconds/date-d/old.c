#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	int y = atoi(argv[1]), m = atoi(argv[2]), d = atoi(argv[3]);
	if (y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 || d > 28)
		return 1;
	int leaps = y / 4 - y / 100 + y / 400;
	if (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) && m < 3)
		leaps--;
	printf("%d\n", y * 365 + leaps);
	return 0;
}
