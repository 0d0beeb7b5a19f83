// own: how much memory may be locked
// options: -- @int
// expect: depends system
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (mlock(v, 1 << 20))
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
