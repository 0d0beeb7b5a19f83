// class 32: a compare-and-exchange that stores nothing on the first input
// options: --strategy output --assume 'arg1>=0&&arg1<=3' -- @int
// expect: all differences
// try: 3
#include <stdio.h>
#include <stdlib.h>
static int shared = 3;
int main(int argc, char **argv)
{
	(void)argc;
	__sync_val_compare_and_swap(&shared, atoi(argv[1]), 8); //OLD
	__sync_val_compare_and_swap(&shared, atoi(argv[1]), 9); //NEW
	printf("%d\n", shared);
	return 0;
}
