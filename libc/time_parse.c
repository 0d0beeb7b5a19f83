/* time_parse.c: strptime. Fields are read one by one; the values that they imply (day of the week,
 * day of the year, a date from a week number) are computed at the end. */
#include <ctype.h>
#include <langinfo.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include "core.h"
#include "time_impl.h"

/* What was parsed besides the fields of struct tm. */
struct seen {
	struct tm *tm;
	int century;      /* -1 if none */
	int pm;           /* %p was PM */
	int twelve_hours; /* hour came from %I */
	int want_century, want_wday, have_wday, have_yday, have_mon, have_mday;
	int have_week_u, have_week_w; /* %U, %W */
	int week;
};

static const char *skip_space(const char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

/* Up to digits decimal digits after optional blanks, between low and high; NULL if not. */
static const char *number(const char *s, int low, int high, int digits, int *out)
{
	int value = 0;
	while (*s == ' ')
		s++;
	if (!isdigit((unsigned char)*s))
		return NULL;
	do {
		value = value * 10 + (*s++ - '0');
	} while (--digits > 0 && value * 10 <= high && isdigit((unsigned char)*s));
	if (value < low || value > high)
		return NULL;
	*out = value;
	return s;
}

/* Parses one of count names, in the long or short form, ignoring case. */
static const char *name(const char *s, nl_item longs, nl_item shorts, int count, int *out)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < 2; k++) {
			const char *text = nl_langinfo((k ? shorts : longs) + i);
			size_t n = strlen(text);
			if (strncasecmp(s, text, n) == 0) {
				*out = i;
				return s + n;
			}
		}
	return NULL;
}

/* Z, or +hh, +hhmm, +hh:mm. */
static const char *zone_offset(const char *s, struct tm *tm)
{
	int value = 0, n = 0;
	s = skip_space(s);
	if (*s == 'Z') {
		tm->tm_gmtoff = 0;
		return s + 1;
	}
	if (*s != '+' && *s != '-')
		return NULL;
	int negative = *s++ == '-';
	while (n < 4 && isdigit((unsigned char)*s)) {
		value = value * 10 + (*s++ - '0');
		n++;
		if (*s == ':' && n == 2 && isdigit((unsigned char)s[1]))
			s++;
	}
	if (n == 2)
		value *= 100;
	else if (n != 4)
		return NULL;
	else if (value % 100 >= 60)
		return NULL;
	tm->tm_gmtoff = value / 100 * 3600 + value % 100 * 60;
	if (negative)
		tm->tm_gmtoff = -tm->tm_gmtoff;
	return s;
}

static const char *seconds(const char *s, struct tm *tm)
{
	time_t t = 0;
	if (!isdigit((unsigned char)*s))
		return NULL;
	while (isdigit((unsigned char)*s))
		t = t * 10 + (*s++ - '0');
	return localtime_r(&t, tm) ? s : NULL;
}

static const char *parse(const char *s, const char *fmt, struct seen *seen);

/* Parses the fields of a date. Returns NULL if the text does not match; *mine is true if the
 * conversion is one of them. */
static const char *date_field(const char *s, char conversion, struct seen *seen, int *mine)
{
	struct tm *tm = seen->tm;
	int v;
	*mine = 1;
	switch (conversion) {
	case 'a':
	case 'A':
		if ((s = name(s, DAY_1, ABDAY_1, 7, &tm->tm_wday)))
			seen->have_wday = 1;
		return s;
	case 'b':
	case 'B':
	case 'h':
		if ((s = name(s, MON_1, ABMON_1, 12, &tm->tm_mon)))
			seen->have_mon = seen->want_wday = 1;
		return s;
	case 'C':
		if ((s = number(s, 0, 99, 2, &seen->century)))
			seen->want_wday = 1;
		return s;
	case 'd':
	case 'e':
		if ((s = number(s, 1, 31, 2, &tm->tm_mday)))
			seen->have_mday = seen->want_wday = 1;
		return s;
	case 'j':
		if ((s = number(s, 1, 366, 3, &v))) {
			tm->tm_yday = v - 1;
			seen->have_yday = 1;
		}
		return s;
	case 'm':
		if ((s = number(s, 1, 12, 2, &v))) {
			tm->tm_mon = v - 1;
			seen->have_mon = seen->want_wday = 1;
		}
		return s;
	case 'y':
		if ((s = number(s, 0, 99, 2, &v))) {
			tm->tm_year = v >= 69 ? v : v + 100;
			seen->want_century = seen->want_wday = 1;
		}
		return s;
	case 'Y':
		if ((s = number(s, 0, 9999, 4, &v))) {
			tm->tm_year = v - 1900;
			seen->want_century = 0;
			seen->want_wday = 1;
		}
		return s;
	}
	*mine = 0;
	return s;
}

/* The fields of a week and a day in it. */
static const char *week_field(const char *s, char conversion, struct seen *seen, int *mine)
{
	int v;
	*mine = 1;
	switch (conversion) {
	case 'g': return number(s, 0, 99, 2, &v);
	case 'G':
		if (!isdigit((unsigned char)*s))
			return NULL;
		while (isdigit((unsigned char)*s))
			s++;
		return s;
	case 'V': return number(s, 0, 53, 2, &v);
	case 'u':
		if ((s = number(s, 1, 7, 1, &v))) {
			seen->tm->tm_wday = v % 7;
			seen->have_wday = 1;
		}
		return s;
	case 'U':
		if ((s = number(s, 0, 53, 2, &seen->week)))
			seen->have_week_u = 1;
		return s;
	case 'w':
		if ((s = number(s, 0, 6, 1, &seen->tm->tm_wday)))
			seen->have_wday = 1;
		return s;
	case 'W':
		if ((s = number(s, 0, 53, 2, &seen->week)))
			seen->have_week_w = 1;
		return s;
	}
	*mine = 0;
	return s;
}

static const char *clock_field(const char *s, char conversion, struct seen *seen, int *mine)
{
	struct tm *tm = seen->tm;
	int v;
	*mine = 1;
	switch (conversion) {
	case 'H':
	case 'k':
		if ((s = number(s, 0, 23, 2, &tm->tm_hour)))
			seen->twelve_hours = 0;
		return s;
	case 'I':
	case 'l':
		if ((s = number(s, 1, 12, 2, &v))) {
			tm->tm_hour = v % 12;
			seen->twelve_hours = 1;
		}
		return s;
	case 'M': return number(s, 0, 59, 2, &tm->tm_min);
	case 'S': return number(s, 0, 61, 2, &tm->tm_sec);
	case 'p':
		if ((s = name(s, AM_STR, AM_STR, 2, &v)))
			seen->pm = v;
		return s;
	case 's': return seconds(s, tm);
	case 'z': return zone_offset(s, tm);
	case 'Z':
		s = skip_space(s);
		while (*s && !isspace((unsigned char)*s))
			s++;
		return s;
	}
	*mine = 0;
	return s;
}

static const char *field(const char *s, char conversion, struct seen *seen)
{
	const char *(*const kinds[])(const char *, char, struct seen *,
								 int *) = {date_field, week_field, clock_field};
	for (size_t i = 0; i < LENGTH(kinds); i++) {
		int mine;
		const char *after = kinds[i](s, conversion, seen, &mine);
		if (mine)
			return after;
	}
	switch (conversion) {
	case '%': return *s == '%' ? s + 1 : NULL;
	case 'n':
	case 't': return skip_space(s);
	case 'c': return parse(s, "%a %b %e %H:%M:%S %Y", seen);
	case 'D':
	case 'x': return parse(s, "%m/%d/%y", seen);
	case 'F': return parse(s, "%Y-%m-%d", seen);
	case 'r': return parse(s, "%I:%M:%S %p", seen);
	case 'R': return parse(s, "%H:%M", seen);
	case 'T':
	case 'X': return parse(s, "%H:%M:%S", seen);
	}
	return NULL;
}

static const char *parse(const char *s, const char *fmt, struct seen *seen)
{
	while (*fmt && s) {
		if (isspace((unsigned char)*fmt)) {
			s = skip_space(s);
			fmt++;
			continue;
		}
		if (*fmt != '%') {
			s = *fmt++ == *s ? s + 1 : NULL;
			continue;
		}
		fmt++;
		while (*fmt && strchr("-_0^#", *fmt))
			fmt++;
		while (isdigit((unsigned char)*fmt)) /* a width is for strftime alone */
			fmt++;
		char modifier = 0;
		if (*fmt == 'E' || *fmt == 'O')
			modifier = *fmt++;
		const char *allowed = modifier == 'E' ? "cCYxX" : "bBdeHImMqSUVWwy";
		if (!*fmt || (modifier && !strchr(allowed, *fmt)))
			return NULL;
		s = field(s, *fmt++, seen);
	}
	return s;
}

static int week_day(const struct tm *tm)
{
	int64_t year = (int64_t)tm->tm_year + 1900;
	int leap = __drift_leap_year(year);
	int64_t days =
		__drift_days_to_year(year) + __drift_days_to_month(tm->tm_mon, leap) + tm->tm_mday - 1;
	return (int)(((days + 4) % 7 + 7) % 7);
}

static int year_day(const struct tm *tm)
{
	return __drift_days_to_month(tm->tm_mon, __drift_leap_year((int64_t)tm->tm_year + 1900)) +
		   tm->tm_mday - 1;
}

/* Month and day of the month from the day of the year. */
static void date_from_year_day(struct seen *seen)
{
	struct tm *tm = seen->tm;
	int leap = __drift_leap_year((int64_t)tm->tm_year + 1900), month = 11;
	while (month > 0 && tm->tm_yday < __drift_days_to_month(month, leap))
		month--;
	if (!seen->have_mon)
		tm->tm_mon = month;
	if (!seen->have_mday)
		tm->tm_mday = tm->tm_yday - __drift_days_to_month(month, leap) + 1;
	seen->have_mon = seen->have_mday = 1;
}

/* A date from %U or %W and a day of the week. */
static void date_from_week(struct seen *seen)
{
	struct tm *tm = seen->tm;
	int wday = tm->tm_wday, mday = tm->tm_mday, mon = tm->tm_mon,
		offset = seen->have_week_u ? 0 : 1;
	tm->tm_mday = 1;
	tm->tm_mon = 0;
	int first = week_day(tm);
	if (seen->have_mday)
		tm->tm_mday = mday;
	if (seen->have_mon)
		tm->tm_mon = mon;
	if (!seen->have_yday)
		tm->tm_yday = (7 - (first - offset)) % 7 + (seen->week - 1) * 7 + (wday - offset + 7) % 7;
	tm->tm_wday = wday;
	if (!seen->have_mday || !seen->have_mon)
		date_from_year_day(seen);
}

static void complete(struct seen *seen)
{
	struct tm *tm = seen->tm;
	if (seen->twelve_hours && seen->pm)
		tm->tm_hour += 12;
	if (seen->century != -1) {
		if (seen->want_century)
			tm->tm_year = tm->tm_year % 100 + (seen->century - 19) * 100;
		else
			tm->tm_year = (seen->century - 19) * 100;
	}
	if (seen->want_wday && !seen->have_wday) {
		if (!(seen->have_mon && seen->have_mday) && seen->have_yday)
			date_from_year_day(seen);
		if (tm->tm_mon >= 0 && tm->tm_mon < 12)
			tm->tm_wday = week_day(tm);
	}
	if (seen->want_wday && !seen->have_yday && tm->tm_mon >= 0 && tm->tm_mon < 12)
		tm->tm_yday = year_day(tm);
	if ((seen->have_week_u || seen->have_week_w) && seen->have_wday)
		date_from_week(seen);
}

char *strptime(const char *restrict s, const char *restrict fmt, struct tm *restrict tm)
{
	struct seen seen = {.tm = tm, .century = -1};
	s = parse(s, fmt, &seen);
	if (s)
		complete(&seen);
	return (char *)s;
}

char *strptime_l(const char *restrict s, const char *restrict fmt, struct tm *restrict tm,
				 locale_t loc)
{
	(void)loc;
	return strptime(s, fmt, tm);
}
