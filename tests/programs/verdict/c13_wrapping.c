// class 13: one version wraps, the other overflows
// options: -- @int
// expect: says overflow
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[1]);
	printf("%d\n", (int)((unsigned)x + 1u)); //OLD
	printf("%d\n", x + 1); //NEW
	return 0 * c;
}
