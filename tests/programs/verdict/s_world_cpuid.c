// own: what the processor says of itself
// options: -- @int
// expect: depends processor
#include <cpuid.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	unsigned a, b, x, d;
	if (__get_cpuid(7, &a, &b, &x, &d) && (b & 32))
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
