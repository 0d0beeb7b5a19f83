#include <stdio.h>
#include <stdlib.h>

static int leap(int y)
{
	return (y % 4 == 0 && y % 100 != 0) || (y % 400 == 0 && y % 3200 != 0);
}

int main(int argc, char **argv)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	if (argc != 4)
		return 2;
	int y = atoi(argv[1]), m = atoi(argv[2]), d = atoi(argv[3]);
	if (m < 1 || m > 12 || d < 1 || d > days[m - 1] + (m == 2 && leap(y)))
		puts("no such day");
	else
		puts("a day");
	return 0;
}
