/* bitfields.c: signed, unsigned, straddling, zero-width, in unions, read-modify-write. */
#include <stdio.h>
#include <string.h>

struct a {
	unsigned x : 3;
	int y : 5;
	unsigned z : 10;
	int w : 14;
};
struct b {
	unsigned long lo : 37;
	long mid : 20;
	unsigned char hi : 7;
	int : 0;
	short s : 9;
	_Bool f : 1;
};
struct __attribute__((packed)) c {
	unsigned a : 7;
	unsigned long b : 45;
	unsigned c : 12;
	signed d : 3;
};
struct d {
	char tag;
	unsigned u : 24;
	long long big : 50;
	enum { RED, GREEN, BLUE } colour : 2;
};

static void dump(const void *p, size_t n)
{
	const unsigned char *b = p;
	while (n--)
		printf("%02x", *b++);
	printf("\n");
}

static struct a next(struct a v)
{
	v.x++;
	v.y -= 7;
	v.z *= 3;
	v.w ^= 0x155;
	return v;
}

int main(void)
{
	struct a a;
	memset(&a, 0, sizeof a);
	a.x = 6, a.y = -16, a.z = 1000, a.w = -8192;
	for (int i = 0; i < 6; i++) {
		printf("%u %d %u %d ", a.x, a.y, a.z, a.w);
		dump(&a, sizeof a);
		a = next(a);
	}
	struct b b;
	memset(&b, 0, sizeof b);
	b.lo = 0x1234567890, b.mid = -300000, b.hi = 127, b.s = -200, b.f = 4;
	printf("%lu %ld %d %d %d ", (unsigned long)b.lo, (long)b.mid, b.hi, b.s, b.f);
	dump(&b, sizeof b);
	b.lo += b.hi, b.mid >>= 3, b.s = (short)(b.s - 100), b.f = !b.f;
	printf("%lu %ld %d %d %d ", (unsigned long)b.lo, (long)b.mid, b.hi, b.s, b.f);
	dump(&b, sizeof b);
	struct c c;
	memset(&c, 0xff, sizeof c);
	c.b = 0x123456789ab, c.c = 5, c.d = -4, c.a = 1;
	printf("%u %lu %u %d ", c.a, (unsigned long)c.b, c.c, c.d);
	dump(&c, sizeof c);
	struct d d;
	memset(&d, 0, sizeof d);
	d.tag = 't', d.u = 0xabcdef, d.big = -1125899906842624 / 2, d.colour = BLUE;
	printf("%c %x %lld %d ", d.tag, d.u, (long long)d.big, d.colour);
	dump(&d, sizeof d);
	volatile int big = 0x1ffffff, nine = 9, odd = 31;
	int r = (d.u = (unsigned)big);
	printf("%x %d %d\n", r, (a.x = (unsigned)nine), (a.y = odd));
	printf("%d %d\n", a.x - 2 < 0, a.x << 3);
	printf("%zu %zu %zu %zu\n", sizeof a, sizeof b, sizeof c, sizeof d);
	return 0;
}
