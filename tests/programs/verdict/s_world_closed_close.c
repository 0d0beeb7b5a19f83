// whether a stream of the start is open: the result of closing it
// options: -- @int
// expect: depends inherited descriptors
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	n += close(2) == 0; //OLD
	n += (close(2), 1); //NEW
	printf("%d\n", n);
	return 0;
}
