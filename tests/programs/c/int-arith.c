/* int-arith.c: + - * / % & | ^ ~ on edge values, in every width and signedness. */
#include <stdint.h>
#include <stdio.h>

#define OPS(T, W, fmt)                                                                           \
	static void ops_##T(W a_, W b_)                                                              \
	{                                                                                            \
		volatile T a = (T)a_, b = (T)b_;                                                         \
		printf(#T " " fmt " " fmt ": " fmt " " fmt " " fmt " ", (W)a, (W)b, (W)(T)((W)a + (W)b), \
			   (W)(T)((W)a - (W)b), (W)(T)((W)a * (W)b));                                        \
		if (b)                                                                                   \
			printf(fmt " " fmt " ", (W)(T)(a / b), (W)(T)(a % b));                               \
		printf(fmt " " fmt " " fmt " " fmt "\n", (W)(T)(a & b), (W)(T)(a | b), (W)(T)(a ^ b),    \
			   (W)(T)~a);                                                                        \
	}

OPS(uint8_t, unsigned, "%u")
OPS(uint16_t, unsigned, "%u")
OPS(uint32_t, unsigned, "%u")
OPS(uint64_t, unsigned long, "%lu")

#define SIGNED(T, W, fmt)                                                                         \
	static void ops_##T(W a_, W b_)                                                               \
	{                                                                                             \
		volatile T a = (T)a_, b = (T)b_;                                                          \
		printf(#T " " fmt " " fmt ": ", (W)a, (W)b);                                              \
		if (b)                                                                                    \
			printf(fmt " " fmt " ", (W)(a / b), (W)(a % b));                                      \
		printf(fmt " " fmt " " fmt " " fmt " %d%d%d%d%d%d\n", (W)(a & b), (W)(a | b), (W)(a ^ b), \
			   (W)~a, a<b, a <= b, a> b, a >= b, a == b, a != b);                                 \
	}

SIGNED(int8_t, int, "%d")
SIGNED(int16_t, int, "%d")
SIGNED(int32_t, int, "%d")
SIGNED(int64_t, long, "%ld")

int main(void)
{
	static const long edge[] = {0,
								1,
								2,
								-1,
								-2,
								7,
								-7,
								100,
								127,
								-127,
								128,
								255,
								256,
								32767,
								-32767,
								65535,
								65536,
								0x7fffffff,
								-0x7ffffffL,
								0x80000000,
								0xffffffff,
								0x123456789abcdef,
								0x7fffffffffffffff};
	int n = sizeof edge / sizeof edge[0];
	for (int i = 0; i < n; i++)
		for (int j = i % 2; j < n; j += 2) {
			ops_uint8_t((unsigned)edge[i], (unsigned)edge[j]);
			ops_uint16_t((unsigned)edge[i], (unsigned)edge[j]);
			ops_uint32_t((unsigned)edge[i], (unsigned)edge[j]);
			ops_uint64_t((unsigned long)edge[i], (unsigned long)edge[j]);
			ops_int8_t((int)edge[i], (int)edge[j]);
			ops_int16_t((int)edge[i], (int)edge[j]);
			ops_int32_t((int)(int16_t)edge[i], (int)(int16_t)edge[j]);
			ops_int64_t(edge[i], edge[j]);
		}
	return 0;
}
