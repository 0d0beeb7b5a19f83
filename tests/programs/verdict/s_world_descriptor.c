// own: a descriptor that may be open from the beginning
// options: -- @int
// expect: depends inherited descriptors
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (write(7, "x", 1) == 1)
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
