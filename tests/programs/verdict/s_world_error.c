// the error flag of a stream, as a value: a read or a write may have failed
// options: -- @int
// expect: depends fail.write
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	printf("%d\n", n);
	return ferror(stdout) != 0; //OLD
	return 0; //NEW
}
