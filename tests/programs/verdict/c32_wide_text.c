// class 32: a width that does not fit into 16 bits
// options: --assume 'arg1>=0&&arg1<=3' -- @int
// expect: different
// try: 2
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	(void)argc;
	printf("%5d", atoi(argv[1])); //OLD
	printf("%65541d", atoi(argv[1])); //NEW
	return 0;
}
