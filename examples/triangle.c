/* triangle.c: what kind of triangle has these sides?
 *
 * Usage: triangle A B C
 */
#include <stdio.h>
#include <stdlib.h>

static const char *kind(int a, int b, int c)
{
	if (a <= 0 || b <= 0 || c <= 0)
		return "no triangle";
	/* As differences, so that nothing overflows. */
	if (a >= c && a - c >= b)
		return "no triangle";
	if (b >= c && b - c >= a)
		return "no triangle";
	if (c >= b && c - b >= a)
		return "no triangle";
	if (a == b && b == c)
		return "equilateral";
	if (a == b || b == c || a == c)
		return "isosceles";
	return "scalene";
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: %s A B C\n", argv[0]);
		return 2;
	}
	puts(kind(atoi(argv[1]), atoi(argv[2]), atoi(argv[3])));
	return 0;
}
