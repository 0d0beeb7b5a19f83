/* dates: adds days to a date of the Gregorian calendar.
 *
 * dates YEAR MONTH DAY DAYS prints the resulting date, its weekday, its day of the year and its ISO
 * week, and names the season. Exit status: 0, or 1 when the date does not exist.
 */
#include <stdio.h>
#include <stdlib.h>

struct date {
	int year;
	int month; /* 1 to 12 */
	int day;   /* 1 to 31 */
};

static const int month_days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static const char *const month_names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
										  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
static const char *const day_names[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

static int is_leap(int year)
{
	if (year % 100 == 0)
		return 0;
	return year % 4 == 0;
}

static int days_in(int year, int month)
{
	if (month == 2 && is_leap(year))
		return 29;
	return month_days[month - 1];
}

static int exists(const struct date *d)
{
	if (d->month < 1 || d->month > 12)
		return 0;
	return d->day >= 1 && d->day <= days_in(d->year, d->month);
}

static int day_of_year(const struct date *d)
{
	int n = d->day;
	for (int m = 1; m < d->month; m++)
		n += days_in(d->year, m);
	return n;
}

/* Days before the first of January of a year, counted from the year 1. */
static int days_before(int year)
{
	int y = year - 1;
	return y * 365 + y / 4 - y / 100 + y / 400;
}

/* 0 is a Monday; so was the first of January of the year 1. */
static int weekday(const struct date *d)
{
	return (days_before(d->year) + day_of_year(d) - 1) % 7;
}

static void next_day(struct date *d)
{
	d->day++;
	if (d->day <= days_in(d->year, d->month))
		return;
	d->day = 1;
	d->month++;
	if (d->month > 12) {
		d->month = 1;
		d->year++;
	}
}

static void previous_day(struct date *d)
{
	if (--d->day > 0)
		return;
	if (--d->month == 0) {
		d->month = 12;
		d->year--;
	}
	d->day = days_in(d->year, d->month);
}

static void add_days(struct date *d, int days)
{
	for (; days > 0; days--)
		next_day(d);
	for (; days < 0; days++)
		previous_day(d);
}

/* Weeks begin on Monday; the first one holds the first Thursday. */
static int iso_week(const struct date *d)
{
	int week = (day_of_year(d) - weekday(d) + 9) / 7;
	if (week < 1) {
		struct date last = {d->year - 1, 12, 31};
		return iso_week(&last);
	}
	if (week == 53) {
		struct date next = {d->year + 1, 1, 1};
		if (weekday(&next) <= 3)
			return 1;
	}
	return week;
}

/* By the calendar: solstices and equinoxes on the 21st. */
static const char *season(const struct date *d)
{
	int code = d->month * 100 + d->day;
	if (code < 321 || code >= 1221)
		return "winter";
	if (code < 621)
		return "spring";
	if (code < 921)
		return "summer";
	return "autumn";
}

int main(int argc, char **argv)
{
	if (argc != 5) {
		printf("usage: dates YEAR MONTH DAY DAYS\n");
		return 2;
	}
	struct date d = {atoi(argv[1]), atoi(argv[2]), atoi(argv[3])};
	int days = atoi(argv[4]);
	if (d.year < 1 || d.year > 9999 || !exists(&d)) {
		printf("no such date\n");
		return 1;
	}
	add_days(&d, days);
	printf("%s %d %s %d", day_names[weekday(&d)], d.day, month_names[d.month - 1], d.year);
	printf(" day %d week %d %s\n", day_of_year(&d), iso_week(&d), season(&d));
	return 0;
}
