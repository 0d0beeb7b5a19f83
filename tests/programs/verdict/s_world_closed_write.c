// whether a stream of the start is open: a write of nothing fails if it is not
// options: -- @int
// expect: depends inherited descriptors
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	n += write(1, "", 0) == 0; //OLD
	n += 1; //NEW
	printf("%d\n", n);
	return 0;
}
