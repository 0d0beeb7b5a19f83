#include <stdio.h>
#include <stdlib.h>

/* From the number of days since 0000-03-01, a Wednesday. */
static int weekday(int y, int m, int d)
{
	if (m < 3) {
		y--;
		m += 12;
	}
	int days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * (m - 3) + 2) / 5 + d - 1;
	return (days + 3) % 7;
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
