// inputs: int[-30,30]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int v = atoi(argv[argc - 1]), a = 1, b = 2;
	int *p = v > 3 ? &a : &b;
	*p += v;
	printf("%d %d\n", a, b);
	if (p == &a)
		puts("a");
	return 0;
}
