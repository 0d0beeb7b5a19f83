// inputs: int[-100,100] int[0,100]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	unsigned long long a = atoll(argv[argc - 2]), b = atoll(argv[argc - 1]), sum = a + b;
	if (sum != 7)
		puts("not seven");
	if (a - b > 0xfffffffffffffff0ull)
		puts("just below zero");
	if (sum * 3 == 1 || a == -17ull)
		return 4;
	printf("%llu\n", sum);
	return 0;
}
