/* A word of a table, and a number with a fraction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double twice(double x) { return 2 * x; }
static double square(double x) { return x * x; }
static double shrink(double x) { return x > 100 ? 100 : x; } //OLD
static double shrink(double x) { return x > 10 ? 10 : x; }   //NEW

static const struct {
	const char *name;
	double (*f)(double);
} table[] = {{"twice", twice}, {"square", square}, {"shrink", shrink}};

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	double x = atof(argv[2]);
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(argv[1], table[i].name)) {
			printf("%g\n", table[i].f(x));
			return 0;
		}
	return 1;
}
