/* builtins-overflow.c: checked arithmetic in all widths and mixed ones, saturation by hand, carry.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define TRY(T, fmt, a, b)                                                                   \
	do {                                                                                    \
		T r1, r2, r3;                                                                       \
		volatile T x = (T)(a), y = (T)(b);                                                  \
		int o1 = __builtin_add_overflow(x, y, &r1), o2 = __builtin_sub_overflow(x, y, &r2), \
			o3 = __builtin_mul_overflow(x, y, &r3);                                         \
		printf(#T " " fmt " " fmt " " fmt " %d%d%d\n", r1, r2, r3, o1, o2, o3);             \
	} while (0)

static void edges(long a, long b)
{
	TRY(int8_t, "%d", a, b);
	TRY(uint8_t, "%d", a, b);
	TRY(int16_t, "%d", a, b);
	TRY(uint16_t, "%d", a, b);
	TRY(int32_t, "%d", a, b);
	TRY(uint32_t, "%u", a, b);
	TRY(int64_t, "%ld", a, b);
	TRY(uint64_t, "%lu", a, b);
}

int main(void)
{
	static const long v[] = {0,      1,       -1,      127,      -128,     200,       32767,
							 -32768, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN, 3037000500};
	int n = sizeof v / sizeof *v;
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j += 2)
			edges(v[i], v[j]);
	unsigned char small;
	int mixed;
	unsigned um;
	volatile long big = 300, neg = -1;
	volatile unsigned long ubig = 5;
	printf("%d %d", __builtin_add_overflow(big, 1, &small), small);
	printf(" %d %d", __builtin_mul_overflow(ubig, neg, &mixed), mixed);
	printf(" %d %u\n", __builtin_sub_overflow(3u, ubig, &um), um);
	int s;
	printf("%d %d\n", __builtin_sadd_overflow(INT_MAX, 1, &s), s);
	unsigned long u;
	printf("%d %lx\n", __builtin_umull_overflow(1ul << 40, 1ul << 30, &u), u);
	unsigned carry;
	unsigned sum = __builtin_addc(0xffffffffu, 1, 1, &carry);
	printf("%x %u\n", sum, carry);
	__int128 q;
	volatile __int128 qa = (__int128)1 << 126;
	printf("%d", __builtin_add_overflow(qa, qa, &q));
	printf(" %d\n", __builtin_mul_overflow(qa, 2, &q));
	return 0;
}
