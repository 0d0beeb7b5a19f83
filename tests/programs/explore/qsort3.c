// inputs: int[-4,4] int[-4,4] int[-4,4]
#include <stdio.h>
#include <stdlib.h>
static int order(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}
int main(int argc, char **argv)
{
	int t[3];
	for (int i = 1; i < argc; i++)
		t[i - 1] = atoi(argv[i]);
	qsort(t, 3, sizeof t[0], order);
	printf("%d %d %d\n", t[0], t[1], t[2]);
	return 0;
}
