// the result of flushing a stream, as a status: a read or a write may have failed
// options: -- @int
// expect: depends fail.write
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	printf("%d\n", n);
	return fflush(stdout); //OLD
	return 0; //NEW
}
