// inputs: int[-300,300]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d %u %x %X %o %#x %#o %#X\n", a, a, a, a, a, a, a, a);
	printf("[%5d][%-5d][%05d][%+d][% d][%.4d][%8.3d][%-8.3dx][%+05d]\n", a, a, a, a, a, a, a, a, a);
	printf("[%08x][%-8x][%#010x][%.3o][%12u][%.0d]\n", a, a, a, a, a, a);
	return 0;
}
