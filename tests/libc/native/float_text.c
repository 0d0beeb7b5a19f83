/* float_text.c: texts of numbers both ways, a million of each: in random formats, and random texts that are read. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1000000, TEXT = 9000 };

static uint64_t state = 88172645463325252ull;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static double number(void)
{
	static const double some[] = {0,    -0.0, 1,       0.5,     9.5,       99.95, 0.1,
								  1e15, 1e16, 1e17,    5e-324,  0x1p-1022, 1e308, INFINITY,
								  NAN,  2.5,  0.00001, 0.0001,  123456.5,  1e-5,  999999.5,
								  1e22, 1e23, 0x1p53,  0x1p1023};
	uint64_t r = draw(), bits = draw();
	double d;
	switch (r % 5) {
	case 0: d = some[(r >> 8) % (sizeof some / sizeof *some)]; break;
	case 1: d = (double)(int64_t)(bits >> 40) / 100; break;
	case 2: d = (double)(int64_t)(bits >> (r >> 8) % 64); break;
	default: memcpy(&d, &bits, sizeof d); break;
	}
	if (d != d) /* only the sign of a NaN is printed */
		d = bits & 1 ? NAN : -NAN;
	return r >> 32 & 1 ? d : -d;
}

static long double long_number(void)
{
	uint64_t r = draw();
	if (r & 1)
		return number();
	return ldexpl((long double)(int64_t)draw(), (int)(r >> 8) % 16300);
}

static void format(char *to, int is_long)
{
	uint64_t r = draw();
	*to++ = '%';
	for (int k = 0; k < 5; k++)
		if ((r >> (2 * k) & 3) == 3)
			*to++ = "-+ #0"[k];
	if (r >> 12 & 1)
		to += sprintf(to, "%d", (int)(r >> 16 & 0xff) % 40);
	if (r >> 13 & 3)
		to += sprintf(to, ".%d", (int)(r >> 24 & 0xff) % ((r >> 32 & 7) ? 20 : 60));
	if (is_long)
		*to++ = 'L';
	*to++ = "efgaEFGA"[r >> 40 & 7];
	*to = 0;
}

/* ---- texts to read ---- */

static char *digits(char *to, int n)
{
	while (n-- > 0)
		*to++ = (char)('0' + draw() % 10);
	return to;
}

/* The middle between two numbers, exactly, and sometimes a digit more or less. */
static void middle(char *to)
{
	double d = number();
	long double half;
	if (!(fabs(d) < 1e300))
		d = 1.5;
	half = ((long double)d + (long double)nextafter(d, INFINITY)) / 2;
	int n = sprintf(to, "%.*Le", draw() & 1 ? 1100 : (int)(draw() % 60), half);
	char *e = strchr(to, 'e');
	if (draw() & 1 && e > to + 3)
		e[-1] = (char)('0' + draw() % 10);
	(void)n;
}

static void text(char *to)
{
	static const char *const words[] = {"inf",   "-INFINITY", "nan",   "-nan",      "nan(12)",
										"infin", "0x",        "0x.p3", ".",         "-.e5",
										"1e",    "1e+",       "  +5",  "0x1p-1075", "1e-400"};
	uint64_t r = draw();
	switch (r % 8) {
	case 0: sprintf(to, "%.*e", (int)(r >> 8) % 20, number()); return;
	case 1: sprintf(to, "%.*Lg", (int)(r >> 8 & 0xff) % 24, long_number()); return;
	case 2: middle(to); return;
	case 3: sprintf(to, "%.*La", (int)(r >> 8 & 0xff) % 20, long_number()); return;
	case 4: strcpy(to, words[(r >> 8) % (sizeof words / sizeof *words)]); return;
	default: break;
	}
	if (r >> 8 & 1)
		*to++ = '-';
	to = digits(to, (int)(r >> 16 & 0xff) % ((r >> 9 & 7) ? 20 : 60));
	if (r >> 10 & 1) {
		*to++ = '.';
		to = digits(to, (int)(r >> 24 & 0xff) % ((r >> 11 & 7) ? 20 : 60));
	}
	if (r >> 14 & 1)
		to += sprintf(to, "e%d", (int)(r >> 32 & 0xffff) % 700 - 350);
	strcpy(to, r >> 60 & 1 ? "x" : "");
}

static void show(const char *from, const char *end, const void *bits, size_t n)
{
	unsigned char b[10];
	memcpy(b, bits, n);
	printf(" %d:%d:", (int)(end - from), errno);
	while (n-- > 0)
		printf("%02x", b[n]);
	errno = 0;
}

int main(void)
{
	static char s[TEXT];
	char how[32], *end;
	for (int k = 0; k < MANY; k++) {
		format(how, k & 1);
		printf("%s ", how);
		k & 1 ? printf(how, long_number()) : printf(how, number());
		putchar('\n');
	}
	for (int k = 0; k < MANY; k++) {
		text(s);
		errno = 0;
		float f = strtof(s, &end);
		show(s, end, &f, 4);
		double d = strtod(s, &end);
		show(s, end, &d, 8);
		long double l = strtold(s, &end);
		show(s, end, &l, 10);
		printf(" %.60s\n", s);
	}
	return 0;
}
