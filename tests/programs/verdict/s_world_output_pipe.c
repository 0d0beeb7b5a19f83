// own: the size of a pipe that standard output may be
// options: -- @int
// expect: depends inherited kind of streams
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <fcntl.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (fcntl(1, F_GETPIPE_SZ) > 0)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
