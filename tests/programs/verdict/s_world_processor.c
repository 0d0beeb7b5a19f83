// own: what the processor can
// options: -- @int
// expect: depends processor
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	if (__builtin_cpu_supports("avx2"))
		n++; //OLD
		n += 2; //NEW
	printf("%d\n", n);
	return 0;
}
