// own: whether a file can be made in the directory
// options: -- @int
// expect: depends file .
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	FILE *f = fopen("made", "w");
	if (!f)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
