// own: a run that ends at a null address says nothing of other addresses
// options: --strategy output --assume 'arg1>=0&&arg1<=7&&arg2>=0&&arg2<=7' -- @int=1 @int=2
// expect: all differences
#include <stdio.h>
#include <stdlib.h>
static int cell = 3;
int main(int argc, char **argv)
{
	int x = atoi(argv[1]), y = atoi(argv[2]);
	int *p = y == 2 && x == 1 ? 0 : &cell;
	printf(y == 2 ? "a%d\n" : "c%d\n", *p); //OLD
	printf(y == 2 ? "b%d\n" : "c%d\n", *p); //NEW
	return 0 * argc;
}
