// own: how standard output is buffered
// options: -- @int
// expect: depends inherited kind of streams
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <stdio_ext.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (__flbf(stdout))
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
