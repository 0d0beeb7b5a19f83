/* Two outputs: a text that depends on z alone, and a result that does not. */
#include <stdio.h>

int foo(int x, int y, int z)
{
	const char *s;
	int a, b = 2;
	if (x - y > 0)
		a = x;
	else
		a = y;
	if (x + y > 10)
		b = a;
	if (z * z > 3)
		s = "square(z) > 3";
	else
		s = "square(z) <= 3";
	puts(s);
	return b;
}
