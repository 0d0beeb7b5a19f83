// own: the number of a descriptor
// options: -- @int
// expect: depends inherited descriptors
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (open("/dev/null", O_RDONLY) > 3)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
