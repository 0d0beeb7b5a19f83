#include <stdio.h>
#include <stdlib.h>

/* Sakamoto's method. */
static int weekday(int y, int m, int d)
{
	static const int t[] = { 0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4 };
	y -= m < 3;
	return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7;
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	int y = atoi(argv[1]), m = atoi(argv[2]), d = atoi(argv[3]);
	if (y < 1600 || y > 9999 || m < 1 || m > 12 || d < 1 || d > 31)
		return 1;
	printf("%d\n", weekday(y, m, d));
	return 0;
}
