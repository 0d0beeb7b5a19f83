// own: what kind of file standard output is
// options: -- @int
// expect: depends inherited kind of streams
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (fsync(1) == 0)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
