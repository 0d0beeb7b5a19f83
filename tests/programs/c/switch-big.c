/* switch-big.c: a switch of some hundred cases and what comes after it. */
#include <stdio.h>

#define C1(n) \
	case n:   \
		return (n)*7 % 1009;
#define C10(n) \
	C1(n) C1(n + 1) C1(n + 2) C1(n + 3) C1(n + 4) C1(n + 5) C1(n + 6) C1(n + 7) C1(n + 8) C1(n + 9)
#define C100(n) \
	C10(n)      \
	C10(n + 10) \
	C10(n + 20) C10(n + 30) C10(n + 40) C10(n + 50) C10(n + 60) C10(n + 70) C10(n + 80) C10(n + 90)

static int f(unsigned v)
{
	switch (v) {
		C100(0)
		C100(100)
		C100(200)
		C100(1000)
		C100(5000)
		C10(123456)
	}
	return -1;
}

int main(void)
{
	unsigned long h = 0;
	for (unsigned v = 0; v < 6000; v += 3)
		h = h * 31 + (unsigned long)f(v);
	printf("%lu %d %d %d\n", h, f(123456), f(123465), f(123466));
	return 0;
}
