/* sieve.c: primes by Eratosthenes' sieve, on bytes. Argument: the limit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 4000000, count = 0, last = 0;
	char *composite = malloc((size_t)n + 1);
	for (int round = 0; round < 3; round++) {
		memset(composite, 0, (size_t)n + 1);
		count = 0;
		for (long i = 2; i <= n; i++) {
			if (composite[i])
				continue;
			count++;
			last = i;
			for (long k = i * i; k <= n; k += i)
				composite[k] = 1;
		}
	}
	printf("%ld %ld\n", count, last);
	free(composite);
	return 0;
}
