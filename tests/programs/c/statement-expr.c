/* statement-expr.c: statement expressions, comma, conditional with omitted middle, order of && ||.
 */
#include <stdio.h>

static int calls;

static int trace(int v)
{
	calls = calls * 10 + v;
	return v;
}

#define SWAP(a, b)              \
	({                          \
		__typeof__(a) t_ = (a); \
		(a) = (b);              \
		(b) = t_;               \
		t_;                     \
	})

static int early(int n)
{
	int r = ({
		if (n > 5)
			return -1;
		int s = 0;
		for (int i = 0; i <= n; i++)
			s += i;
		s;
	});
	return r * 2;
}

int main(void)
{
	int a = 1, b = 2;
	int old = SWAP(a, b);
	printf("%d %d %d\n", a, b, old);
	printf("%d %d\n", early(4), early(6));
	int x = (trace(1), trace(2), trace(3));
	printf("%d %d\n", x, calls);
	calls = 0;
	int y = trace(0) && trace(1);
	y += trace(2) || trace(3);
	y += (trace(4) && trace(5)) || trace(6);
	y += trace(7) ? trace(8) : trace(9);
	printf("%d %d\n", y, calls);
	calls = 0;
	int z = trace(5) ?: trace(6);
	z += trace(0) ?: trace(7);
	printf("%d %d\n", z, calls);
	int n = 0;
	do
		n += 3;
	while (n < 20 && n % 7);
	for (int i = 0, j = 10; i < j; i++, j -= 2)
		n += i * j;
	while (1) {
		if (n++ % 5 == 0)
			continue;
		if (n > 60)
			break;
	}
	printf("%d\n", n);
	int m = a++ + ++b;
	m += a-- - --b;
	m <<= 2;
	m |= 1, m ^= 0xf, m %= 100;
	printf("%d %d %d\n", m, a, b);
	printf("%d\n", !!(a < b) == !(a >= b));
	return 0;
}
