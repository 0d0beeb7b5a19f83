// inputs: int[-4,12]
#include <stdio.h>
#include <stdlib.h>
static const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
int main(int argc, char **argv)
{
	int i = atoi(argv[argc - 1]);
	if (i < 0 || i >= 8) {
		puts("outside");
		return 1;
	}
	if (primes[i] > 10)
		puts("large");
	printf("%d\n", primes[i]);
	return 0;
}
