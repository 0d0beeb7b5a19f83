#include <stdio.h>
#include <stdlib.h>

static int leap(int y)
{
	return y % 100 ? !(y & 3) : !(y & 15);
}

int main(int argc, char **argv)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	if (argc != 4)
		return 2;
	int y = atoi(argv[1]), m = atoi(argv[2]), d = atoi(argv[3]);
	if (m < 1 || m > 12 || d < 1 || d > days[m - 1] + (m == 2 && leap(y))) {
		puts("no such day");
		return 1;
	}
	int day = 275 * m / 9 - (m > 2 ? 2 - leap(y) : 0) + d - 30;
	printf("%d\n", day);
	return 0;
}
