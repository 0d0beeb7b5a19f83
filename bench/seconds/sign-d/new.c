#include <stdio.h>
#include <stdlib.h>

static void put_number(unsigned u)
{
	int started = 0;
	for (unsigned p = 1000000000; p > 0; p /= 10) {
		if (!started && u <= p)
			continue;
		started = 1;
		putchar('0' + u / p);
		u %= p;
	}
}

int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	if (x > 100000) {
		put_number(x);
		putchar('\n');
	}
	return 0;
}
