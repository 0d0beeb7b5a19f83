/* bitint.c: _BitInt of odd widths. */
#include <stdio.h>

typedef _BitInt(7) b7;
typedef unsigned _BitInt(7) u7;
typedef unsigned _BitInt(24) u24;
typedef _BitInt(33) b33;
typedef unsigned _BitInt(48) u48;
typedef unsigned _BitInt(100) u100;
typedef _BitInt(128) b128;

static u24 step(u24 x)
{
	return x * 5 + 12345;
}

static b33 mean(b33 a, b33 b)
{
	return (a + b) / 2;
}

struct mix {
	u7 a;
	b33 b;
	u24 c;
};

int main(void)
{
	volatile u7 a = 100;
	a += 50;
	volatile b7 s = 63;
	volatile b7 t = -64;
	printf("%d %d %d %d\n", (int)a, (int)s, (int)t, (int)(s & t));
	u24 x = 1;
	for (int i = 0; i < 20; i++)
		x = step(x);
	printf("%u\n", (unsigned)x);
	printf("%ld\n", (long)mean(4000000000, -1000000000));
	printf("%ld\n", (long)(b33)(volatile long){-4294967296});
	u48 y = ~(u48)0;
	y >>= 3;
	y *= 3;
	printf("%lx\n", (unsigned long)y);
	u100 z = (u100)1 << 99;
	z |= 12345;
	z = z / 7 + z % 1000003;
	printf("%lx %lx\n", (unsigned long)(z >> 64), (unsigned long)z);
	b128 w = (b128)-1 * ((b128)1 << 90);
	printf("%ld %d\n", (long)(w >> 60), w < 0);
	struct mix m = {.a = 127, .b = -1, .c = 0xabcdef};
	m.a++;
	m.b -= 5;
	m.c <<= 4;
	printf("%d %ld %x %zu\n", (int)m.a, (long)m.b, (unsigned)m.c, sizeof m);
	printf("%zu %zu %zu %zu\n", sizeof(b7), sizeof(u24), sizeof(b33), sizeof(u100));
	return 0;
}
