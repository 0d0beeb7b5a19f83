// inputs: int[-3,3] int[-3,3] int[-3,3]
#include <stdio.h>
#include <stdlib.h>
static int calls;
static int positive(int v)
{
	calls++;
	return v > 0;
}
int main(int argc, char **argv)
{
	int a = atoi(argv[argc - 3]), b = atoi(argv[2]), c = atoi(argv[3]);
	calls = 0;
	int r = (positive(a) && positive(b)) || !positive(c);
	printf("%d %d\n", r, calls);
	return 0;
}
