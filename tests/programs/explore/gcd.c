// inputs: int[0,40] int[0,40]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[argc - 2]), b = atoi(argv[2]);
	while (b) {
		int t = a % b;
		a = b;
		b = t;
	}
	printf("%d\n", a);
	return 0;
}
