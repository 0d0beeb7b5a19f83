/* int-shifts.c: left, logical and arithmetic right shifts by every legal amount. */
#include <stdint.h>
#include <stdio.h>

static uint32_t rotl32(uint32_t x, unsigned n)
{
	return n ? x << n | x >> (32 - n) : x;
}

static uint64_t rotr64(uint64_t x, unsigned n)
{
	return x >> (n & 63) | x << (-n & 63);
}

static uint16_t rotl16(uint16_t x, unsigned n)
{
	return (uint16_t)(x << (n & 15) | x >> (-n & 15));
}

int main(void)
{
	volatile int32_t neg = -0x12345678;
	volatile uint32_t pos = 0x9abcdef0;
	volatile int64_t lneg = -0x123456789abcdef0;
	volatile uint64_t lpos = 0xfedcba9876543210;
	volatile signed char c = -100;
	volatile unsigned char uc = 200;
	volatile short s = -30000;
	for (unsigned n = 0; n < 32; n++)
		printf("%2u %08x %08x %08x %08x\n", n, (unsigned)(neg >> n), pos >> n, pos << n,
			   rotl32(pos, n));
	for (unsigned n = 0; n < 64; n += 3)
		printf("%2u %016lx %016lx %016lx %016lx\n", n, (unsigned long)(lneg >> n), lpos >> n,
			   lpos << n, rotr64(lpos, n));
	for (unsigned n = 0; n < 16; n++)
		printf("%2u %d %d %d %x\n", n, c >> n, uc >> n, s >> n, rotl16(0xa5c3, n));
	for (unsigned n = 0; n < 8; n++) {
		unsigned char t = uc;
		t <<= n;
		signed char u = c;
		u >>= n;
		printf("%d %d ", t, u);
	}
	printf("\n");
	return 0;
}
