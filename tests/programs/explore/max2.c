// inputs: int[-90,90] int[-90,90]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[argc - 2]), b = atoi(argv[2]);
	printf("%d\n", a > b ? a : b);
	if (a == b)
		puts("equal");
	return 0;
}
