/* loop-values.c: values that swap, lag and leave in loops, and conversions on their way. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static unsigned rotate_three(unsigned a, unsigned b, unsigned c, int n)
{
	for (int i = 0; i < n; i++) {
		unsigned t = a;
		a = b;
		b = c;
		c = t + (unsigned)i;
	}
	return a * 10000 + b * 100 + c;
}

static unsigned lag(const uint8_t *p, int n, unsigned *before_last)
{
	unsigned last = 1, previous = 0, older = 0;
	for (int i = 0; i < n; i++) {
		older = previous;
		previous = last;
		last = p[i] ? last * 3 + p[i] : last + older;
	}
	*before_last = previous;
	return last ^ older;
}

static int gcd(int a, int b)
{
	while (b) {
		int r = a % b;
		a = b;
		b = r;
	}
	return a;
}

/* The parameter and its copies live on while the copies change. */
static int keep(int x, int n)
{
	int y = x, z = x;
	while (n-- > 0) {
		y += x;
		if (y & 1)
			z = y - x;
	}
	return x * 1000000 + y * 1000 + z;
}

static bool all_small(const int *p, int n, bool *any_zero)
{
	bool all = true, zero = false;
	for (int i = 0; i < n && all; i++) {
		all = p[i] < 50 && p[i] > -50;
		zero = zero || p[i] == 0;
	}
	*any_zero = zero;
	return all;
}

static int first_of(const int *p, int n, int what)
{
	for (int i = 0; i < n; i++)
		if (p[i] == what)
			return i;
	return -1;
}

static unsigned widths(uint64_t seed)
{
	static uint16_t table[256];
	static int8_t small[8];
	unsigned sum = 0;
	for (unsigned i = 0; i < 400; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		uint8_t byte = (uint8_t)(seed >> 33);
		int8_t signed_byte = (int8_t)(seed >> 41);
		uint32_t word = (uint32_t)(seed >> 20);
		table[byte] = (uint16_t)(table[byte] + word);
		small[(int)(word & 7)] = (int8_t)(small[i & 7] + signed_byte);
		if ((int)(int16_t)word < signed_byte)
			sum += table[(uint8_t)(byte + 1)];
		if ((bool)(seed & 1) == (small[word & 7] < 0))
			sum ^= (uint32_t)(uint8_t)~byte << (word & 15);
		sum += (unsigned)(word == (uint32_t)seed) + (unsigned)(int)small[(byte >> 3) & 7];
	}
	return sum;
}

static int step(int op, int acc)
{
	switch (op) {
	case 0: return acc + 1;
	case 1: return acc * 2;
	case 2: return acc - 3;
	case 3: return -acc;
	default: return acc ^ op;
	}
}

int main(void)
{
	static const uint8_t bytes[] = {1, 2, 0, 0, 7, 255, 0, 3, 3, 0, 9};
	static const int numbers[] = {4, -7, 0, 33, 49, -49, 50, 0};
	unsigned before;
	bool zero;
	int acc = 5;
	printf("%u %u\n", rotate_three(1, 2, 3, 10), rotate_three(9, 8, 7, 0));
	printf("%u", lag(bytes, (int)sizeof bytes, &before));
	printf(" %u\n", before);
	printf("%d %d %d\n", gcd(1071, 462), gcd(5, 0), gcd(-12, 18));
	printf("%d %d\n", keep(3, 9), keep(-2, 0));
	for (int n = 0; n <= 8; n++)
		printf("%d%d ", all_small(numbers, n, &zero), zero);
	printf("%d %d\n", first_of(numbers, 8, 49), first_of(numbers, 8, 48));
	printf("%u %u\n", widths(1), widths(99));
	for (int i = 0; i < 40; i++)
		acc = step(i * 7 % 6, acc);
	printf("%d\n", acc);
	return 0;
}
