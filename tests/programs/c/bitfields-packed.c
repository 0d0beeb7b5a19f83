/* bitfields-packed.c: packed runs of bit fields that the compiler reads as one integer of 168 bits.
 */
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct run {
	unsigned a : 10;
	signed b : 23;
	signed c : 29;
	signed d : 21;
	unsigned e : 16;
	unsigned f : 7;
	signed g : 9;
	signed h : 26;
	signed i : 22;
};
struct mix {
	signed a : 16;
	signed b : 11;
	short c;
	signed d : 19;
	signed e : 21;
	unsigned long f : 55;
	unsigned long g : 60;
	unsigned h : 3;
};
#pragma pack(pop)

static struct run global = {1000, -4000000, 200000000, -1000000, 65535,
							100,  -200,     30000000,  -2000000};

static void dump(const void *p, size_t n)
{
	const unsigned char *b = p;
	while (n--)
		printf("%02x", *b++);
	printf("\n");
}

static struct run next(struct run r)
{
	r.a += 100;
	r.b /= 3;
	r.c ^= 0x5555555;
	r.d++;
	r.e >>= 3;
	r.f = r.a;
	r.g = r.g / 2;
	r.h -= r.i / 7;
	r.i |= 1;
	return r;
}

int main(void)
{
	for (int k = 0; k < 5; k++) {
		printf("%u %d %d %d %u %u %d %d %d ", global.a, global.b, global.c, global.d, global.e,
			   global.f, global.g, global.h, global.i);
		dump(&global, sizeof global);
		global = next(global);
	}
	struct mix m;
	memset(&m, 0x5a, sizeof m);
	m.a = -1234;
	m.b = 1000;
	m.d = -200000;
	m.e = 1000000;
	m.f = 0x123456789abcd;
	m.g = 0xfedcba987654321;
	m.h = 5;
	volatile int three = 3;
	m.g -= (unsigned long)three;
	m.f <<= three;
	m.e = m.d * three;
	printf("%d %d %d %d %d %lx %lx %u ", m.a, m.b, m.c, m.d, m.e, (unsigned long)m.f,
		   (unsigned long)m.g, m.h);
	dump(&m, sizeof m);
	printf("%zu %zu\n", sizeof global, sizeof m);
	return 0;
}
