/* stdlib_rand.c: every generator, seeded and not, with states swapped in and out. */
#include <stdio.h>
#include <stdlib.h>

static void some(const char *what)
{
	printf("%s:", what);
	for (int i = 0; i < 40; i++)
		printf(" %d", rand());
	printf(" %ld\n", random());
}

int main(void)
{
	static const unsigned seeds[] = {0, 1, 2, 42, 12345, 2147483647u, 2147483648u, 4294967295u};
	static const size_t sizes[] = {8, 16, 32, 50, 64, 100, 128, 256, 300};
	static char states[9][304] __attribute__((aligned(8)));
	some("unseeded");
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
		srand(seeds[i]);
		some("srand");
		srandom(seeds[i]);
		printf("%ld\n", random());
		unsigned s = seeds[i];
		printf("%d %d %u\n", rand_r(&s), rand_r(&s), s);
		srand48((long)seeds[i]);
		printf("%.17g %ld %ld %ld\n", drand48(), lrand48(), mrand48(), mrand48());
	}
	for (size_t i = 0; i < 9; i++) {
		initstate((unsigned)i * 99, states[i], sizes[i]);
		some("initstate");
	}
	for (size_t i = 0; i < 9; i++) {
		char *old = setstate(states[i]);
		printf("%d ", old == states[i ? i - 1 : 8]);
		some("setstate");
	}
	unsigned short x[3] = {1, 2, 3}, p[7] = {1, 2, 3, 4, 5, 6, 7};
	for (int i = 0; i < 5; i++)
		printf("%.17g %ld %ld\n", erand48(x), nrand48(x), jrand48(x));
	unsigned short *old = seed48(x);
	printf("%u %u %u %ld\n", old[0], old[1], old[2], lrand48());
	lcong48(p);
	printf("%ld %.17g\n", mrand48(), drand48());
	return 0;
}
