// inputs: int[-2,30] int[-2,30] int[-2,30]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]);
	(void)argc;
	if (a <= 0 || b <= 0 || c <= 0)
		puts("not a length");
	else if (a + b <= c || b + c <= a || a + c <= b)
		puts("no triangle");
	else if (a == b && b == c)
		puts("equilateral");
	else if (a == b || b == c || a == c)
		puts("isosceles");
	else
		puts("scalene");
	return 0;
}
