/* int-conversions.c: truncation, sign and zero extension, integer promotion, mixed signs. */
#include <stdint.h>
#include <stdio.h>

static void narrow(int64_t v)
{
	printf("%ld -> %d %u %d %u %d %u %d\n", v, (int8_t)v, (uint8_t)v, (int16_t)v, (uint16_t)v,
		   (int32_t)v, (uint32_t)v, (_Bool)v);
}

static long widen(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f)
{
	printf("%ld %ld %ld %ld %ld %ld\n", (long)a, (long)b, (long)c, (long)d, (long)e, (long)f);
	printf("%lu %lu %lu %lu %lu %lu\n", (unsigned long)a, (unsigned long)b, (unsigned long)c,
		   (unsigned long)d, (unsigned long)e, (unsigned long)f);
	return (long)a + b + c + d + e + f;
}

static void mixed(int i, unsigned u, long l, unsigned long ul)
{
	printf("%d %d %d %d\n", i < (int)u, (unsigned)i < u, l < i, (unsigned long)l < ul);
	printf("%u %ld %lu\n", i + u, l + u, ul + (unsigned long)i);
	printf("%d %d\n", -1 < (int)sizeof i, (unsigned long)-1 < sizeof i);
}

int main(void)
{
	static const int64_t v[] = {0,        1,           -1,        127,         128,        -128,
								-129,     255,         256,       32767,       32768,      -32769,
								65535,    65536,       1L << 31,  -(1L << 31), 0xffffffff, 1L << 32,
								1L << 40, -(1L << 40), INT64_MAX, INT64_MIN};
	for (unsigned i = 0; i < sizeof v / sizeof v[0]; i++)
		narrow(v[i]);
	printf("%ld\n", widen(-1, 255, -2, 65535, -3, 4294967295u));
	printf("%ld\n", widen(127, 1, 32767, 1, 2147483647, 1));
	mixed(-1, 1, -1, 1);
	mixed(5, 4000000000u, -5000000000, 18000000000000000000u);
	char c = (char)200;
	unsigned char uc = 200;
	printf("%d %d %d %d\n", c, uc, c == uc, (unsigned char)c == uc);
	unsigned char x = 250, y = 10;
	printf("%d %d\n", x + y, (unsigned char)(x + y));
	unsigned short a = 65535, b = 65535;
	printf("%u\n", (unsigned)a * b);
	printf("%d\n", (int)(x << 4 >> 4));
	x += 10;
	y -= 20;
	printf("%d %d\n", x, y);
	return 0;
}
