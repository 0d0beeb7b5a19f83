// whether a stream of the start is open: 2>&- closes it
// options: -- @int
// expect: depends inherited descriptors
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	n += fcntl(2, F_GETFD) != -1; //OLD
	n += 1; //NEW
	printf("%d\n", n);
	return 0;
}
