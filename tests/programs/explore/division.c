// inputs: int[-50,50] int[-5,5]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[argc - 2]), b = atoi(argv[2]);
	printf("%d %d\n", a / b, a % b);
	return 0;
}
