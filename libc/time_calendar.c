/* time_calendar.c: converts seconds since 1970 to a calendar date and back, in Greenwich and local
 * time. */
#include <limits.h>
#include <stdlib.h>
#include "core.h"
#include "time_impl.h"

#define DAY 86400

int __drift_leap_year(int64_t y)
{
	return (y % 4 == 0) & ((y % 100 != 0) | (y % 400 == 0));
}

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

int64_t __drift_days_to_year(int64_t year)
{
	int64_t y = year - 1; /* leap days up to the end of the year before */
	return (year - 1970) * 365 + floor_div(y, 4) - floor_div(y, 100) + floor_div(y, 400) - 477;
}

int __drift_days_to_month(int month, int leap)
{
	static const short before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	return before[month] + ((leap != 0) & (month > 1));
}

/* A day of the calendar. */
struct date {
	int64_t year;
	int month; /* from 0 */
	int day;   /* of the month, from 1 */
	int yday;  /* from 0 */
};

/* The date of an unknown time is one path, because nothing here branches; and no intermediate result is
 * negative, so that bounds of the time are bounds of the date. Years are counted from March, so that the
 * leap day is the last one. 400 years have 146097 days; AGES of them make every time positive. */
static struct date split_days(int64_t days)
{
	enum { AGES = 800000000 };
	int64_t quarters = 4 * (days + 719468 + 146097ll * AGES) + 3; /* since a first of March */
	int64_t century = quarters / 146097;
	int64_t rest = quarters % 146097 / 4 * 4 + 3;
	int64_t year = rest / 1461, day = rest % 1461 / 4; /* of the century, of the year */
	int64_t month = (5 * day + 2) / 153;
	int64_t early = day >= 306; /* January and February are in the next year */
	int64_t leap = (year % 4 == 0) & ((year != 0) | (century % 4 == 0));
	return (struct date){.year = century * 100 + year + early - 400ll * AGES,
						 .month = (int)((month + 2) % 12),
						 .day = (int)((5 * day + 2) % 153 / 5 + 1),
						 .yday = (int)((day + 60 - (!early & !leap)) % 366)};
}

int __drift_split_time(time_t t, long offset, struct tm *out)
{
	int64_t days = floor_div(t, DAY), rest = (t % DAY + DAY) % DAY + offset;
	while (rest < 0) {
		rest += DAY;
		days--;
	}
	while (rest >= DAY) {
		rest -= DAY;
		days++;
	}
	out->tm_hour = (int)(rest / 3600);
	out->tm_min = (int)(rest % 3600 / 60);
	out->tm_sec = (int)(rest % 60);
	out->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
	struct date date = split_days(days);
	if (date.year - 1900 > INT_MAX || date.year - 1900 < INT_MIN) {
		errno = EOVERFLOW;
		return -1;
	}
	out->tm_year = (int)(date.year - 1900);
	out->tm_yday = date.yday;
	out->tm_mon = date.month;
	out->tm_mday = date.day;
	return 0;
}

struct tm *gmtime_r(const time_t *restrict t, struct tm *restrict out)
{
	out->tm_isdst = 0;
	out->tm_gmtoff = 0;
	out->tm_zone = "GMT";
	return __drift_split_time(*t, 0, out) < 0 ? NULL : out;
}
ALIAS(gmtime_r, __gmtime_r);

static struct tm *local(time_t t, struct tm *out)
{
	struct zone_moment m = __drift_tz_at(t);
	out->tm_isdst = m.dst;
	out->tm_gmtoff = m.offset;
	out->tm_zone = m.name;
	return m.no_year || __drift_split_time(t, m.offset, out) < 0 ? NULL : out;
}

struct tm *localtime_r(const time_t *restrict t, struct tm *restrict out)
{
	__drift_tz_load();
	return local(*t, out);
}
ALIAS(localtime_r, __localtime_r);

static struct tm time_shared;

struct tm *gmtime(const time_t *t)
{
	return gmtime_r(t, &time_shared);
}

struct tm *localtime(const time_t *t)
{
	__drift_tz_load();
	return local(*t, &time_shared);
}

/* ---- back to seconds ---- */

/* Seconds from 1970 to the date in tm, with all fields taken as they are; seconds are a separate
 * argument. */
static int64_t linear(const struct tm *tm, int64_t sec)
{
	int64_t months = (int64_t)tm->tm_year * 12 + tm->tm_mon;
	int64_t year = 1900 + floor_div(months, 12);
	int month = (int)(months - floor_div(months, 12) * 12);
	int64_t days = __drift_days_to_year(year) +
				   __drift_days_to_month(month, __drift_leap_year(year)) + tm->tm_mday - 1;
	return ((days * 24 + tm->tm_hour) * 60 + tm->tm_min) * 60 + sec;
}

time_t timegm(struct tm *tm)
{
	time_t t = linear(tm, tm->tm_sec);
	struct tm made;
	if (!gmtime_r(&t, &made))
		return -1;
	*tm = made;
	return t;
}

static int differs(int a, int b)
{
	return a >= 0 && b >= 0 && !a != !b;
}

/* Looks, further and further from t, for a moment with the wanted kind of time, and applies
 * its offset to the wanted clock reading. Steps of about a week find every period that lasted. */
static int64_t with_other_kind(int64_t t, int wanted_dst, int64_t reading, struct tm *out)
{
	const int64_t stride = 601200, far = 268227000 + stride;
	for (int64_t delta = stride; delta < far; delta += stride)
		for (int direction = -1; direction <= 1; direction += 2) {
			struct tm other;
			if (!local(t + delta * direction, &other) || differs(wanted_dst, other.tm_isdst))
				continue;
			int64_t answer = reading - other.tm_gmtoff;
			local(answer, out);
			return answer;
		}
	/* None: an hour is the usual difference. */
	t += wanted_dst ? -3600 : 3600;
	local(t, out);
	return t;
}

/* Iterates from the last known offset until the local time of t reads as wanted; a reading that
 * never occurs (a gap) ends in an oscillation between two moments. */
time_t mktime(struct tm *tm)
{
	static int64_t last_offset;
	__drift_tz_load();
	int sec = tm->tm_sec < 0 ? 0 : tm->tm_sec > 59 ? 59 : tm->tm_sec;
	int wanted_dst = tm->tm_isdst, dst2 = 0, in_gap = 0, probes = 6;
	int64_t reading = linear(tm, sec), t = reading + last_offset, t1 = t, t2 = t;
	int64_t start = reading;
	struct tm got;
	for (;;) {
		if (!local(t, &got))
			return -1;
		int64_t off = reading - (t + got.tm_gmtoff);
		if (off == 0)
			break;
		if (t == t1 && t != t2 &&
			(wanted_dst < 0 ? dst2 <= (got.tm_isdst != 0)
							: (wanted_dst != 0) != (got.tm_isdst != 0))) {
			in_gap = 1;
			break;
		}
		if (probes-- == 0) {
			errno = EOVERFLOW;
			return -1;
		}
		t1 = t2;
		t2 = t;
		t += off;
		dst2 = got.tm_isdst != 0;
	}
	if (!in_gap && differs(wanted_dst, got.tm_isdst))
		t = with_other_kind(t, wanted_dst, reading, &got);
	last_offset = t - start;
	t += tm->tm_sec - sec;
	if (tm->tm_sec != sec && !local(t, &got))
		return -1;
	*tm = got;
	return t;
}
ALIAS(mktime, timelocal);

int dysize(int year)
{
	return 365 + __drift_leap_year(year);
}
