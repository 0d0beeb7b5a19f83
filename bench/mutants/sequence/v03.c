/* sequence: numbers from FIRST to LAST in steps, with formats.
 *
 * sequence FIRST STEP LAST FORMAT. Letters of FORMAT: x hexadecimal, w equal width with zeros,
 * comma instead of newline between numbers, s a sign on every number. At most 16 numbers.
 * Exit status: 0, 1 when the sequence is empty, 2 for bad usage.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NUMBERS 16

struct format {
	int hexadecimal;
	int equal_width;
	int sign;
	char separator;
	int width; /* digits, when equal_width */
};

static int parse_format(struct format *f, const char *text)
{
	memset(f, 0, sizeof *f);
	f->separator = '\n';
	for (; *text; text++) {
		switch (*text) {
		case 'x': f->hexadecimal = 1; break;
		case 'w': f->equal_width = 1; break;
		case 's': f->sign = 1; break;
		case ',': f->separator = ','; break;
		default: return 0;
		}
	}
	return 1;
}

/* Digits of the text of a number, without sign. */
static int digits(const struct format *f, int n)
{
	int base = 10;
	int count = 1;
	if (n < 0)
		n = -n;
	while (n >= base) {
		n /= base;
		count++;
	}
	return count;
}

static int count_numbers(int first, int step, int last)
{
	if (step > 0)
		return first > last ? 0 : (last - first) / step + 1;
	if (step < 0)
		return first < last ? 0 : (first - last) / -step + 1;
	return first == last ? 1 : -1;
}

/* A number as sign and digits. */
static void format_number(const struct format *f, int n, char *to)
{
	char text[16];
	int size = n < 0 ? -n : n;
	int padding;
	snprintf(text, sizeof text, f->hexadecimal ? "%x" : "%d", size);
	if (n < 0)
		*to++ = '-';
	else if (f->sign)
		*to++ = '+';
	padding = f->width - (int)strlen(text);
	while (padding-- > 0)
		*to++ = '0';
	strcpy(to, text);
}

static int widest(const struct format *f, int first, int step, int count)
{
	int width = 0;
	for (int i = 0; i < count; i++) {
		int n = digits(f, first + i * step);
		if (n > width)
			width = n;
	}
	return width;
}

static void print_all(const struct format *f, int first, int step, int count)
{
	char text[32];
	for (int i = 0; i < count; i++) {
		if (i > 0)
			putchar(f->separator);
		format_number(f, first + i * step, text);
		fputs(text, stdout);
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	struct format f;
	if (argc != 5) {
		printf("usage: sequence FIRST STEP LAST FORMAT\n");
		return 2;
	}
	int first = atoi(argv[1]);
	int step = atoi(argv[2]);
	int last = atoi(argv[3]);
	if (!parse_format(&f, argv[4])) {
		printf("bad format\n");
		return 2;
	}
	int count = count_numbers(first, step, last);
	if (count < 0) {
		printf("step is zero\n");
		return 2;
	}
	if (count == 0)
		return 1;
	if (count > MAX_NUMBERS)
		count = MAX_NUMBERS;
	if (f.equal_width)
		f.width = widest(&f, first, step, count);
	print_all(&f, first, step, count);
	return 0;
}
