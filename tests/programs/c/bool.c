/* bool.c: _Bool holds nought and one, whatever is put in. */
#include <stdbool.h>
#include <stdio.h>

struct flags {
	bool a, b;
	_Bool c : 1;
};

static bool both(bool a, bool b)
{
	return a & b;
}

int main(void)
{
	volatile int two = 2;
	volatile double half = 0.5;
	volatile unsigned long high = 1ul << 40;
	int *null = NULL;
	bool b = two, d = half, h = high, n = null, m = (void *)&half;
	printf("%d%d%d%d%d %zu\n", b, d, h, n, m, sizeof b);
	struct flags f = {two, !two, two};
	printf("%d%d%d\n", f.a, f.b, f.c);
	f.c = 0;
	f.b = 256;
	printf("%d%d%d %d\n", f.a, f.b, f.c, both(f.a, f.b));
	b++;
	printf("%d ", b);
	b -= 1;
	printf("%d ", b);
	b ^= 1;
	printf("%d ", b);
	b = b + b;
	printf("%d\n", b);
	bool arr[4] = {1, 0, 3, 0};
	int s = 0;
	for (int i = 0; i < 4; i++)
		s = s * 2 + arr[i];
	printf("%d %d %d\n", s, !s, !!s);
	printf("%d %d\n", two && half, !two || !high);
	return 0;
}
