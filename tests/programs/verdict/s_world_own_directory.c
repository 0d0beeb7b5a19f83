// own: the name that /proc/self/cwd leads to
// options: -- @int
// expect: depends cwd
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	char to[20] = "";
	readlink("/proc/self/cwd", to, sizeof to - 1);
	if (to[1] == 1)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
