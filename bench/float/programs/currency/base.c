/* Conversion of an amount in cents, rounded to cents, with a fee. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	double rate;
	int digits;
} money[] = {{"EUR", 1.0, 2}, {"USD", 1.0875, 2}, {"JPY", 163.25, 0}, {"GBP", 0.8575, 2}};

static double round_to(double x, int digits)
{
	double p = digits ? 100.0 : 1.0;
	double y = x * p, f = floor(y), rest = y - f;
	if (rest > 0.5 || (rest == 0.5 && fmod(f, 2) == 1))
		f += 1;
	return f / p;
}

static double fee(double x)
{
	double f = x * 0.015;
	if (f < 0.5)
		f = 0.5;
	if (f > 20)
		f = 20;
	return f;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	int cents = atoi(argv[1]), from = atoi(argv[2]), to = atoi(argv[3]);
	if (cents < 0 || cents > 100000000 || from < 0 || from > 3 || to < 0 || to > 3) {
		puts("refused");
		return 1;
	}
	double x = cents / 100.0;
	if (from != to) {
		double charged = fee(x);
		if (charged >= x) {
			puts("too small");
			return 0;
		}
		x = (x - charged) / money[from].rate * money[to].rate;
	}
	x = round_to(x, money[to].digits);
	printf("%.*f %s\n", money[to].digits, x, money[to].name);
	if (x >= 10000)
		puts("report");
	return 0;
}
