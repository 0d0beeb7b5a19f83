/* int128.c: 128-bit arithmetic, comparison, shifts, division, conversion, passing. */
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void put(const char *what, u128 v)
{
	printf("%s %016lx%016lx\n", what, (unsigned long)(v >> 64), (unsigned long)v);
}

static u128 make(unsigned long hi, unsigned long lo)
{
	return (u128)hi << 64 | lo;
}

static void decimal(i128 v)
{
	char buf[50], *p = buf + sizeof buf;
	u128 u = v < 0 ? -(u128)v : (u128)v;
	*--p = 0;
	do
		*--p = (char)('0' + (int)(u % 10));
	while (u /= 10);
	if (v < 0)
		*--p = '-';
	puts(p);
}

static i128 many(int a, i128 b, char c, u128 d, long e)
{
	return a + b + c + (i128)d + e;
}

int main(void)
{
	volatile unsigned long seed = 0x123456789abcdef;
	u128 a = make(seed, ~seed), b = make(seed >> 7, seed << 3);
	for (int i = 0; i < 4; i++) {
		put("add", a + b);
		put("sub", b - a);
		put("mul", a * b);
		put("div", a / b);
		put("rem", a % b);
		put("div10", a / 10);
		put("divl", a / seed);
		put("sdiv", (u128)((i128)~a / (i128)(b >> 60)));
		put("srem", (u128)((i128)~a % (i128)(b >> 60)));
		put("and", a & b);
		put("xor", a ^ b);
		put("not", ~a);
		put("neg", -b);
		printf("%d%d%d%d %d%d\n", a < b, a <= b, (i128)a < (i128)b, (i128)a >= (i128)~b, a == b,
			   a != b);
		a = a * 6364136223846793005u + 1442695040888963407u;
		b = (b >> 5) + a;
	}
	for (int n = 0; n < 128; n += 9) {
		put("shl", a << n);
		put("lshr", a >> n);
		put("ashr", (u128)((i128)~a >> n));
	}
	decimal((i128)a);
	decimal(-(i128)(a >> 1));
	decimal(many(1, -2, 3, b >> 70, -5));
	decimal((i128)1e30);
	decimal((i128)-12345.75);
	printf("%.17g %.17g %.20Lg\n", (double)a, (double)(i128)~a, (long double)b);
	printf("%g %g\n", (double)(float)a, (double)(float)(i128)~b);
	i128 arr[3] = {-1, 0, 1};
	arr[1] += arr[0]--;
	decimal(arr[0]);
	decimal(arr[1]);
	printf("%zu %zu\n", sizeof(i128), _Alignof(i128));
	return 0;
}
