// class 32: a number whose text is empty on the first input
// options: --assume 'arg1>=0&&arg1<=3' -- @int
// expect: all differences
// try: 2
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	(void)argc;
	printf("%.0d", atoi(argv[1])); //OLD
	printf("%.0d", atoi(argv[1]) & 1); //NEW
	puts(".");
	return 0;
}
