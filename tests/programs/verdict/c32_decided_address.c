// class 32: a value is changed through a pointer that the input selects
// options: --strategy output --assume 'arg1>=0&&arg1<=3' -- @int
// expect: all differences
// try: 1
#include <stdio.h>
#include <stdlib.h>
static int first, second = 8, *which[2] = {&first, &second};
int main(int argc, char **argv)
{
	(void)argc;
	*which[atoi(argv[1]) & 1] |= 3; //OLD
	*which[atoi(argv[1]) & 1] |= 1; //NEW
	printf("%d\n", second);
	return 0;
}
