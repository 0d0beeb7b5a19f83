// own: whether a file of its own can be opened again
// options: -- @int
// expect: depends inherited umask
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <fcntl.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	creat("made", 0666);
	if (open("made", O_RDWR) < 0)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
