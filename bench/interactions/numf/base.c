/* numf: writes numbers with units, and reads them back, after numfmt of the coreutils. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 48, MOST_PRECISION = 3 };

enum scale { SCALE_NONE, SCALE_SI, SCALE_IEC };

enum rounding { UP, DOWN, NEAREST };

static enum scale from = SCALE_NONE, to = SCALE_SI;
static enum rounding rounding = UP;
static unsigned precision = 2; /* digits behind the point of small numbers */
static unsigned width;         /* least width of a number */
static bool grouping;
static const char *suffix = "";

static const char units[] = "KMGTP";

static void fail(const char *what, const char *text)
{
	printf("numf: %s: '%s'\n", what, text);
	exit(2);
}

static void usage(void)
{
	printf("usage: numf [-f none|si|iec] [-t none|si|iec] [-r up|down|near] [-p N] [-w N]\n");
	printf("            [-g] [-s SUFFIX] NUMBER...\n");
	exit(2);
}

static double base_of(enum scale s)
{
	return s == SCALE_IEC ? 1024 : 1000;
}

static enum scale read_scale(const char *text)
{
	if (!strcmp(text, "none"))
		return SCALE_NONE;
	if (!strcmp(text, "si"))
		return SCALE_SI;
	if (!strcmp(text, "iec"))
		return SCALE_IEC;
	fail("no such scale", text);
	return SCALE_NONE;
}

static enum rounding read_rounding(const char *text)
{
	switch (*text) {
	case 'u': return UP;
	case 'd': return DOWN;
	case 'n': return NEAREST;
	}
	fail("no such rounding", text);
	return UP;
}

static unsigned read_small(const char *text, unsigned most)
{
	unsigned n = 0;
	for (const char *at = text; *at; at++) {
		if (*at < '0' || *at > '9')
			fail("not a number", text);
		n = n * 10 + (unsigned)(*at - '0');
		if (n > most)
			fail("number too large", text);
	}
	return n;
}

/* The power of the base that a unit letter stands for; 0: it is none. */
static unsigned power_of(char letter)
{
	const char *at = letter ? strchr(units, letter) : NULL;
	return at ? (unsigned)(at - units) + 1 : 0;
}

/* Digits, perhaps with a point, perhaps with a unit. */
static double read_number(const char *text)
{
	double value = 0, part = 1;
	const char *at = text;
	bool negative = *at == '-';
	if (negative)
		at++;
	if (!*at)
		fail("invalid number", text);
	for (; *at >= '0' && *at <= '9'; at++)
		value = value * 10 + (*at - '0');
	if (*at == '.')
		for (at++; *at >= '0' && *at <= '9'; at++) {
			part /= 10;
			value += (*at - '0') * part;
		}
	if (at - text > 10)
		fail("number too long", text);
	if (*at) {
		unsigned power = power_of(*at);
		if (!power || from == SCALE_NONE)
			fail("invalid suffix", text);
		while (power--)
			value *= base_of(from);
		at++;
	}
	if (*at)
		fail("invalid suffix", text);
	return negative ? -value : value;
}

/* Rounds away from zero, towards it, or to the nearest, at the last digit that is shown. */
/* Binary fractions are never quite what was written: 1.1 * 10 is a little more than 11. */
static double snap(double x)
{
	double y = (double)(long)(x * 1000000 + 0.5) / 1000000;
	return y;
}

static double round_to(double x, unsigned digits)
{
	double scale = 1;
	bool negative = x < 0;
	for (unsigned i = 0; i < digits; i++)
		scale *= 10;
	double y = snap((negative ? -x : x) * scale);
	double whole = (double)(long)y;
	double rest = y - whole;
	if (rounding == UP && rest > 0.0000001)
		whole += 1;
	else if (rounding == NEAREST && rest >= 0.5)
		whole += 1;
	y = whole / scale;
	return negative ? -y : y;
}

static void add_groups(char *text)
{
	char out[MOST_TEXT];
	size_t n = strlen(text), digits = 0, k = 0;
	size_t begin = *text == '-' ? 1 : 0;
	while (begin + digits < n && text[begin + digits] >= '0' && text[begin + digits] <= '9')
		digits++;
	for (size_t i = 0; i < n; i++) {
		size_t left = begin + digits - i;
		if (i > begin && i < begin + digits && left % 3 == 0)
			out[k++] = ',';
		out[k++] = text[i];
	}
	out[k] = 0;
	strcpy(text, out);
}

/* Numbers below ten of a unit have digits behind the point. */
static void write_number(double x, char *text)
{
	double base = base_of(to), value = x < 0 ? -x : x;
	unsigned power = 0;
	while (to != SCALE_NONE && value >= base && power < strlen(units)) {
		value /= base;
		power++;
	}
	unsigned digits = power && value < 10 ? precision : 0;
	value = round_to(value, digits);
	if (value >= base && to != SCALE_NONE && power < strlen(units)) {
		value /= base;
		power++;
		digits = precision;
	}
	snprintf(text, MOST_TEXT, "%s%.*f", x < 0 ? "-" : "", (int)digits, value);
	if (grouping)
		add_groups(text);
	if (power) {
		char unit[] = {units[power - 1], 0};
		strcat(text, unit);
	}
}

static void put_number(const char *word)
{
	char text[MOST_TEXT];
	write_number(read_number(word), text);
	strncat(text, suffix, 4);
	printf("%*s\n", (int)(width > 12 ? 12 : width), text);
}

int main(int argc, char **argv)
{
	int at = 1;
	for (; at < argc && argv[at][0] == '-' && argv[at][1] >= 'a'; at++) {
		char letter = argv[at][1];
		if (letter == 'g') {
			grouping = true;
			continue;
		}
		if (++at == argc)
			usage();
		switch (letter) {
		case 'f': from = read_scale(argv[at]); break;
		case 't': to = read_scale(argv[at]); break;
		case 'r': rounding = read_rounding(argv[at]); break;
		case 'p': precision = read_small(argv[at], MOST_PRECISION); break;
		case 'w':
			width = read_small(argv[at], 20);
			if (width > 12)
				width = 12;
			break;
		case 's': suffix = argv[at]; break;
		default: usage();
		}
	}
	if (at == argc)
		usage();
	for (; at < argc; at++)
		put_number(argv[at]);
	return 0;
}
