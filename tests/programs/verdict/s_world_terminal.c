// own: whether standard output is a terminal
// options: -- @int
// expect: depends inherited kind of streams
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (isatty(1))
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
