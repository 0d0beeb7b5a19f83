/* Conversion between units of length, mass and temperature. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Unit {
	char name;
	char kind;
	double factor, offset;
} Unit;

static const Unit unit[] = {{'m', 'l', 1, 0},      {'i', 'l', 0.0254, 0},        {'f', 'l', 0.3048, 0},
							{'k', 'm', 1, 0},      {'p', 'm', 0.45359237, 0},    {'K', 't', 1, 0},
							{'C', 't', 1, 273.15}, {'F', 't', 5.0 / 9.0, 459.67}};

static const Unit *find(char name)
{
	for (size_t i = 0; i < sizeof unit / sizeof *unit; i++)
		if (unit[i].name == name)
			return &unit[i];
	return NULL;
}

static double to_base(const Unit *u, double x)
{
	return u->name == 'F' ? (x + u->offset) * u->factor : x * u->factor + u->offset;
}

static double from_base(const Unit *u, double x)
{
	return u->name == 'F' ? x / u->factor - u->offset : (x - u->offset) / u->factor;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	double x = strtod(argv[1], NULL);
	const Unit *from = find(argv[2][0]), *to = find(argv[3][0]);
	if (!from || !to) {
		puts("unknown unit");
		return 1;
	}
	if (from->kind != to->kind) {
		puts("cannot convert");
		return 1;
	}
	double base = to_base(from, x);
	if (base < 0 && from->kind != 'l') {
		puts("below zero");
		return 1;
	}
	double y = from_base(to, base);
	if (y != 0 && (fabs(y) < 0.001 || fabs(y) >= 1e6))
		printf("%.4e\n", y);
	else
		printf("%.6g\n", y);
	return 0;
}
