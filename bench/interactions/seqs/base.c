/* seqs: prints numbers from FIRST to LAST in steps, after seq of the coreutils. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 12, MOST_TEXT = 32 };

/* An operand as it was written. */
struct operand {
	double value;
	unsigned width;     /* characters, with sign and point */
	unsigned precision; /* digits behind the point */
	bool negative;
};

static bool equal_width;
static const char *separator = "\n";
static const char *terminator = "\n";
static char pad = '0';

static void fail(const char *what, const char *text)
{
	printf("seqs: %s: '%s'\n", what, text);
	exit(1);
}

static void usage(void)
{
	printf("usage: seqs [-w] [-p] [-s TEXT] [FIRST [STEP]] LAST\n");
	printf("  -w       numbers of equal width, with zeros in front\n");
	printf("  -p       with spaces instead\n");
	printf("  -s TEXT  between numbers; \\t and \\n are read\n");
	printf("FIRST and STEP are 1 unless they are given. After %d numbers\n", MOST_NUMBERS);
	printf("three dots stand for the rest.\n");
	exit(2);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads [-]digits[.digits]; anything else is refused. */
static struct operand scan(const char *text)
{
	struct operand o = {0};
	const char *at = text;
	unsigned digits = 0;
	double scale = 1;
	if (*at == '-') {
		o.negative = true;
		at++;
	}
	while (is_digit(*at)) {
		o.value = o.value * 10 + (*at - '0');
		digits++;
		at++;
	}
	if (*at == '.') {
		at++;
		while (is_digit(*at)) {
			scale /= 10;
			o.value += (*at - '0') * scale;
			o.precision++;
			at++;
		}
	}
	if (*at || digits + o.precision == 0)
		fail("invalid number", text);
	if (digits + o.precision > 6)
		fail("number too long", text);
	if (o.value == 0)
		o.negative = false; /* there is no minus zero */
	if (o.negative)
		o.value = -o.value;
	o.width = (unsigned)(at - text);
	return o;
}

/* Digits in front of the point. */
static unsigned whole_digits(const struct operand *o)
{
	unsigned point = o->precision ? o->precision + 1 : 0;
	return o->width - point - (o->negative ? 1 : 0);
}

static unsigned larger(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

/* The width of all numbers, if they are to have the same. */
static unsigned common_width(const struct operand *first, const struct operand *step,
							 const struct operand *last)
{
	unsigned precision = larger(first->precision, step->precision);
	unsigned whole = larger(whole_digits(first), whole_digits(last));
	unsigned sign = first->negative || last->negative ? 1 : 0;
	unsigned point = precision ? precision + 1 : 0;
	return whole + sign + point;
}

static void pad_to(char *text, unsigned width)
{
	char copy[MOST_TEXT];
	size_t n = strlen(text), sign = *text == '-' ? 1 : 0;
	if (n >= width || width >= MOST_TEXT)
		return;
	strcpy(copy, text);
	memcpy(text, copy, sign);
	memset(text + sign, pad, width - n);
	strcpy(text + sign + (width - n), copy + sign);
}

static void put_number(double x, unsigned precision, unsigned width, bool more)
{
	char text[MOST_TEXT];
	if (x == 0)
		x = 0;
	snprintf(text, sizeof text, "%.*f", (int)precision, x);
	if (equal_width)
		pad_to(text, width);
	fputs(text, stdout);
	fputs(more ? separator : terminator, stdout);
}

/* Whether x is past the end; a little beyond it is not, since steps do not add up exactly. */
static bool is_past(double x, double step, double last)
{
	double slack = 0;
	return step > 0 ? x > last + slack : x < last - slack;
}

static void put_all(const struct operand *first, const struct operand *step,
					const struct operand *last)
{
	unsigned precision = larger(first->precision, step->precision);
	unsigned width = common_width(first, step, last);
	unsigned n = 0;
	if (step->value == 0)
		fail("step must not be zero", "0");
	for (unsigned i = 0;; i++) {
		double x = i ? first->value + i * step->value : first->value;
		double next = first->value + (i + 1) * step->value;
		if (is_past(x, step->value, last->value))
			break;
		if (++n > MOST_NUMBERS) {
			printf("...\n");
			return;
		}
		bool more = !is_past(next, step->value, last->value);
		put_number(x, precision, width, more);
	}
	if (!n)
		printf("(none)\n");
}

static const char *read_separator(const char *text)
{
	static char plain[MOST_TEXT];
	size_t n = 0;
	for (; *text && n + 1 < sizeof plain; text++) {
		if (*text == '\\' && text[1] == 't') {
			plain[n++] = '\t';
			text++;
		} else if (*text == '\\' && text[1] == 'n') {
			plain[n++] = '\n';
			text++;
		} else {
			plain[n++] = *text;
		}
	}
	plain[n] = 0;
	return plain;
}

int main(int argc, char **argv)
{
	struct operand first = {.value = 1, .width = 1}, step = {.value = 1, .width = 1}, last;
	int at = 1;
	for (; at < argc && argv[at][0] == '-' && argv[at][1] >= 'a'; at++) {
		switch (argv[at][1]) {
		case 'w': equal_width = true; break;
		case 'p': pad = ' '; break;
		case 's':
			if (++at == argc)
				usage();
			separator = read_separator(argv[at]);
			break;
		default: usage();
		}
	}
	int n = argc - at;
	if (n < 1 || n > 3)
		usage();
	if (n > 1)
		first = scan(argv[at]);
	if (n > 2)
		step = scan(argv[at + 1]);
	last = scan(argv[argc - 1]);
	if (step.value == 0)
		fail("step must not be zero", "0");
	put_all(&first, &step, &last);
	return 0;
}
