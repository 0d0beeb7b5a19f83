// own: parts of a second, with the clock as an input
// options: --vary clock --assume 'arg1>=0&&arg1<9' -- @int
// expect: depends timer
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	struct timeval now;
	gettimeofday(&now, NULL);
	if (now.tv_usec > 500000)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
