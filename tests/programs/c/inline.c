/* inline.c: static inline, extern inline, C99 inline, always_inline, nested macros, cleanup
 * attribute. */
#include <stdio.h>

static inline int sq(int x)
{
	return x * x;
}
inline int c99(int x)
{
	return x + 1;
}
extern inline int c99(int x);
__attribute__((always_inline)) static inline int forced(int x)
{
	return sq(x) + c99(x);
}
__attribute__((noinline)) static int kept(int x)
{
	return forced(x) * 2;
}
__attribute__((gnu_inline)) extern inline int gnu(int x)
{
	return x;
}
int gnu(int x)
{
	return x;
}
__attribute__((pure)) static int pure(const int *p)
{
	return *p;
}
__attribute__((const)) static int constant(int x)
{
	return x ^ 1;
}

static void leave(int *p)
{
	printf("leave %d\n", *p);
}

static int scoped(int n)
{
	__attribute__((cleanup(leave))) int a = n;
	for (int i = 0; i < 2; i++) {
		__attribute__((cleanup(leave))) int b = n * 10 + i;
		if (n == 2 && i == 0)
			continue;
		if (n == 3)
			return a + b;
		b++;
	}
	return a;
}

int main(void)
{
	int (*volatile f)(int) = sq;
	int v = 7;
	printf("%d %d %d %d\n", f(5), c99(1), forced(3), kept(4));
	printf("%d %d %d\n", gnu(1), pure(&v), constant(8));
	for (int i = 1; i < 4; i++)
		printf("%d\n", scoped(i));
	return 0;
}
