// inputs: int[0,3] int[0,3]
/* chosen_pointer.c: stores and loads through pointers out of a table that the input indexes. */
#include <stdio.h>
#include <stdlib.h>

static int x, y, z;
static int *const places[4] = {&x, &y, &z, &x};

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	x = y = z = 0;
	int i = atoi(argv[1]), k = atoi(argv[2]);
	if (i < 0 || i > 3 || k < 0 || k > 3)
		return 3;
	*places[i] = 5;
	z += *places[k];
	printf("%d %d\n", x, z);
	return y;
}
