// own: the number that /proc/self leads to
// options: -- @int
// expect: depends pid
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	char to[20] = "";
	readlink("/proc/self", to, sizeof to - 1);
	if (to[0] == 55)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
