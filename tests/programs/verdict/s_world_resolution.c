// own: the resolution of the clock
// options: -- @int
// expect: depends system
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	struct timespec t;
	clock_getres(CLOCK_REALTIME_COARSE, &t);
	if (t.tv_nsec > 1)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
