// inputs: int[-3,20] int[1890,2110]
#include <stdio.h>
#include <stdlib.h>
static int leap(int y)
{
	return (y % 4 == 0 && y % 100) || y % 400 == 0;
}
int main(int argc, char **argv)
{
	int m = atoi(argv[argc - 2]), y = atoi(argv[2]);
	switch (m) {
	case 2: printf("%d\n", 28 + leap(y)); return 0;
	case 4:
	case 6:
	case 9:
	case 11: puts("30"); return 0;
	default:
		if (m < 1 || m > 12) {
			puts("no month");
			return 1;
		}
		puts("31");
	}
	return 0;
}
