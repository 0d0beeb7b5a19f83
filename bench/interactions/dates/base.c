/* dates: reads a date, moves it, and writes it in a format, after date of the coreutils. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_YEAR = 1970, LAST_YEAR = 2099 };

struct date {
	int year, month, day; /* month and day from 1 */
};

static const char *const month_names[] = {"jan", "feb", "mar", "apr", "may", "jun",
										  "jul", "aug", "sep", "oct", "nov", "dec"};
static const char *const day_names[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};

static void fail(const char *what, const char *text)
{
	printf("dates: %s '%s'\n", what, text);
	exit(1);
}

static void usage(void)
{
	printf("usage: dates DATE [MOVE [FORMAT]]\n");
	printf("  DATE    2024-02-29, 29.2.2024 or 29feb2024\n");
	printf("  MOVE    +3d, -2w, +1m, -1y\n");
	printf("  FORMAT  %%Y %%m %%d %%j (day of the year) %%u (weekday) %%a %%b\n");
	exit(2);
}

static bool is_leap(int year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_of_month(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	return days[month - 1] + (month == 2 && is_leap(year));
}

static int days_of_year(int year)
{
	return is_leap(year) ? 366 : 365;
}

static bool is_valid(const struct date *d)
{
	return d->year >= FIRST_YEAR && d->year <= LAST_YEAR && d->month >= 1 && d->month <= 12 &&
		   d->day >= 1 && d->day <= days_of_month(d->year, d->month);
}

/* At most four digits; *end is behind them. */
static int read_digits(const char *s, const char **end)
{
	int n = 0, count = 0;
	while (*s >= '0' && *s <= '9' && count < 4) {
		n = n * 10 + (*s - '0');
		s++;
		count++;
	}
	*end = s;
	return n;
}

static int read_month_name(const char *s)
{
	for (int i = 0; i < 12; i++)
		if (!strncmp(s, month_names[i], 3))
			return i + 1;
	return 0;
}

static struct date read_date(const char *text)
{
	struct date d = {0};
	const char *at;
	int first = read_digits(text, &at);
	if (*at == '-') {
		d.year = first;
		d.month = read_digits(at + 1, &at);
		if (*at != '-')
			fail("invalid date", text);
		d.day = read_digits(at + 1, &at);
	} else if (*at == '.') {
		d.day = first;
		d.month = read_digits(at + 1, &at);
		if (*at != '.')
			fail("invalid date", text);
		d.year = read_digits(at + 1, &at);
	} else {
		d.day = first;
		d.month = read_month_name(at);
		if (!d.month)
			fail("invalid date", text);
		d.year = read_digits(at + 3, &at);
	}
	if (*at || d.day < 1 || !is_valid(&d))
		fail("invalid date", text);
	return d;
}

/* Days since the first of January of FIRST_YEAR. */
static int day_number(const struct date *d)
{
	int n = d->day - 1;
	for (int y = FIRST_YEAR; y < d->year; y++)
		n += days_of_year(y);
	for (int m = 1; m < d->month; m++)
		n += days_of_month(d->year, m);
	return n;
}

static struct date from_number(int n)
{
	struct date d = {FIRST_YEAR, 1, 1};
	while (n >= days_of_year(d.year)) {
		n -= days_of_year(d.year);
		d.year++;
	}
	while (n >= days_of_month(d.year, d.month)) {
		n -= days_of_month(d.year, d.month);
		d.month++;
	}
	d.day = n + 1;
	return d;
}

static int weekday(const struct date *d)
{
	return (day_number(d) + 3) % 7; /* the first of January 1970 was a Thursday */
}

static int day_of_year(const struct date *d)
{
	struct date first = {d->year, 1, 1};
	return day_number(d) - day_number(&first) + 1;
}

/* A day that the month does not have becomes its last. */
static void move_months(struct date *d, int by)
{
	int month = d->year * 12 + d->month - 1 + by;
	d->year = month / 12;
	d->month = month % 12 + 1;
	if (d->day > days_of_month(d->year, d->month))
		d->day = days_of_month(d->year, d->month);
}

static void move(struct date *d, const char *text)
{
	const char *at;
	int sign = *text == '-' ? -1 : 1;
	if (*text != '-' && *text != '+')
		fail("invalid move", text);
	int by = sign * read_digits(text + 1, &at);
	if (at == text + 1 || !*at || at[1])
		fail("invalid move", text);
	switch (*at) {
	case 'd':
	case 'w':
		by = day_number(d) + (*at == 'w' ? 7 * by : by);
		if (by < 0)
			fail("date out of range", text);
		*d = from_number(by);
		break;
	case 'm': move_months(d, by); break;
	case 'y': move_months(d, 12 * by); break;
	default: fail("invalid move", text);
	}
	if (!is_valid(d))
		fail("date out of range", text);
}

static void put(const struct date *d, const char *format)
{
	for (; *format; format++) {
		if (*format != '%' || !format[1]) {
			putchar(*format);
			continue;
		}
		switch (*++format) {
		case 'Y': printf("%d", d->year); break;
		case 'm': printf("%02d", d->month); break;
		case 'd': printf("%02d", d->day); break;
		case 'j': printf("%03d", day_of_year(d)); break;
		case 'u': printf("%d", weekday(d) + 1); break;
		case 'a': printf("%s", day_names[weekday(d)]); break;
		case 'b': printf("%s", month_names[d->month - 1]); break;
		case '%': putchar('%'); break;
		default: printf("%%%c", *format);
		}
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	if (argc < 2 || argc > 4)
		usage();
	struct date d = read_date(argv[1]);
	if (argc > 2 && *argv[2])
		move(&d, argv[2]);
	put(&d, argc > 3 ? argv[3] : "%Y-%m-%d");
	return 0;
}
