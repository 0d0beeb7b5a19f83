/* ops.c: every operation on random and on extreme operands; prints the bits of each result.
 * Arguments: seed, rounds. Conversions out of range are included: only the two ways in which drift
 * executes them are compared, not a native run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static const uint64_t extremes[] = {0,
									1,
									2,
									0x7f,
									0x80,
									0xff,
									0x7fff,
									0x8000,
									0xffff,
									0x7fffffff,
									0x80000000,
									0xffffffff,
									0x7fffffffffffffff,
									0x8000000000000000,
									0xffffffffffffffff,
									31,
									32,
									33,
									63,
									64,
									0x3ff0000000000000,
									0xbff0000000000000,
									0x7ff0000000000000,
									0xfff0000000000000,
									0x7ff8000000000000,
									0xfff8000000000001,
									0x7ff0000000000001,
									0x7ff4dead00000000,
									0x7fc00001,
									0xffc00002,
									0x7f800001,
									0x7f800000,
									0x41dfffffffc00000,
									0x41e0000000000000,
									0x43dfffffffffffff,
									0x43e0000000000000,
									0xc3e0000000000000,
									0x0000000000000001};

static uint64_t pick(void)
{
	uint64_t r = next();
	return r % 3 ? extremes[r / 3 % (sizeof extremes / sizeof *extremes)] : next() >> r % 61;
}

static uint64_t sum;
static int quiet;

static void show(const char *what, uint64_t v)
{
	sum = sum * 31 + v;
	if (!quiet)
		printf("%s %" PRIx64 "\n", what, v);
}

static double f64(uint64_t x)
{
	double d;
	memcpy(&d, &x, 8);
	return d;
}
static float f32(uint64_t x)
{
	uint32_t low = (uint32_t)x;
	float f;
	memcpy(&f, &low, 4);
	return f;
}
static uint64_t of64(double d)
{
	uint64_t x;
	memcpy(&x, &d, 8);
	return x;
}
static uint64_t of32(float f)
{
	uint32_t x;
	memcpy(&x, &f, 4);
	return x;
}

#define INTS(U, S, bits)                                                                         \
	static void ints_##bits(uint64_t x, uint64_t y)                                              \
	{                                                                                            \
		U a = (U)x, b = (U)y;                                                                    \
		S c = (S)x, d = (S)y;                                                                    \
		unsigned n = (unsigned)y % bits;                                                         \
		show("add" #bits, (U)(a + b));                                                           \
		show("sub" #bits, (U)(a - b));                                                           \
		show("mul" #bits, (U)((uint64_t)a * b));                                                 \
		show("and" #bits, (U)(a & b));                                                           \
		show("or" #bits, (U)(a | b));                                                            \
		show("xor" #bits, (U)(a ^ b));                                                           \
		show("shl" #bits, (U)(a << n));                                                          \
		show("lshr" #bits, (U)(a >> n));                                                         \
		show("ashr" #bits, (U)(c >> n));                                                         \
		show("rotl" #bits, (U)(a << n | a >> ((bits - n) % bits)));                              \
		if (b) {                                                                                 \
			show("udiv" #bits, (U)(a / b));                                                      \
			show("urem" #bits, (U)(a % b));                                                      \
			if (d != -1) {                                                                       \
				show("sdiv" #bits, (U)(c / d));                                                  \
				show("srem" #bits, (U)(c % d));                                                  \
			}                                                                                    \
		}                                                                                        \
		show("cmp" #bits,                                                                        \
			 (uint64_t)((a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (c < d) << 4 | \
						(c <= d) << 5 | (c > d) << 6 | (a >= b) << 7));                          \
		U r;                                                                                     \
		show("addo" #bits, __builtin_add_overflow(a, b, &r) * 2u + (r & 1));                     \
		S s;                                                                                     \
		show("mulo" #bits, (uint64_t)__builtin_mul_overflow(c, d, &s) ^ (U)s);                   \
		show("subo" #bits, (uint64_t)__builtin_sub_overflow(c, d, &s) ^ (U)s);                   \
		show("min" #bits, (U)(c < d ? c : d));                                                   \
		show("sext" #bits, (uint64_t)(int64_t)c);                                                \
		if (a < 3)                                                                               \
			show("small" #bits, a);                                                              \
		else if (c > d)                                                                          \
			show("more" #bits, b);                                                               \
	}
INTS(uint8_t, int8_t, 8)
INTS(uint16_t, int16_t, 16)
INTS(uint32_t, int32_t, 32)
INTS(uint64_t, int64_t, 64)

static void bits_of(uint64_t x)
{
	show("pop", (uint64_t)__builtin_popcountll(x));
	show("swap", __builtin_bswap64(x));
	show("swap32", __builtin_bswap32((uint32_t)x));
	if (x) {
		show("clz", (uint64_t)__builtin_clzll(x));
		show("ctz", (uint64_t)__builtin_ctzll(x));
	}
	unsigned __int128 wide = (unsigned __int128)x * x;
	show("high", (uint64_t)(wide >> 64));
}

static void floats(uint64_t x, uint64_t y)
{
	double a = f64(x), b = f64(y);
	float c = f32(x), d = f32(y);
	show("fadd", of64(a + b));
	show("fsub", of64(a - b));
	show("fmul", of64(a * b));
	show("fdiv", of64(a / b));
	show("fneg", of64(-a));
	show("fabs", of64(__builtin_fabs(a)));
	show("sqrt", of64(__builtin_sqrt(a)));
	show("fadd32", of32(c + d));
	show("fsub32", of32(c - d));
	show("fmul32", of32(c * d));
	show("fdiv32", of32(c / d));
	show("fneg32", of32(-c));
	show("fcmp", (uint64_t)((a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 |
							!(a < b) << 5 | (c == d) << 6 | (c < d) << 7 | !(c >= d) << 8));
	show("f2i", (uint32_t)(int32_t)a);
	show("f2l", (uint64_t)(int64_t)a);
	show("g2i", (uint32_t)(int32_t)c);
	show("i2f", of64((double)(int32_t)x));
	show("l2f", of64((double)(int64_t)x));
	show("u2f", of64((double)x));
	show("u2g", of32((float)x));
	show("l2g", of32((float)(int64_t)x));
	show("ext", of64((double)c));
	show("cut", of32((float)a));
}

int main(int argc, char **argv)
{
	state = (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 0x9e3779b97f4a7c15u + 1;
	long rounds = argc > 2 ? atol(argv[2]) : 20;
	quiet = argc > 3;
	for (long i = 0; i < rounds; i++) {
		uint64_t x = pick(), y = pick();
		ints_8(x, y);
		ints_16(x, y);
		ints_32(x, y);
		ints_64(x, y);
		bits_of(x);
		floats(x, y);
	}
	printf("%" PRIx64 "\n", sum);
	return 0;
}
