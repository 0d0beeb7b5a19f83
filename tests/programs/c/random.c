/* random.c: the sequences of rand, random and drand48 are fixed by their seeds. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	printf("%d %d %d\n", rand(), rand(), rand());
	srand(42);
	for (int i = 0; i < 40; i++)
		printf("%d ", rand() % 100);
	unsigned s = 5;
	printf("\n%d %d\n", rand_r(&s), rand_r(&s));
	srandom(7);
	printf("%ld %ld\n", random(), random());
	srand48(9);
	printf("%ld %ld %.15g\n", lrand48(), mrand48(), drand48());
	printf("%d\n", RAND_MAX);
	return 0;
}
