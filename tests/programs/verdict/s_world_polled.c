// own: a descriptor that was inherited, if it is polled
// options: -- @int
// expect: depends inherited descriptors
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <poll.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	struct pollfd p = {.fd = 7, .events = POLLIN};
	poll(&p, 1, 0);
	if (p.revents != POLLNVAL)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
