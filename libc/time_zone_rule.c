/* time_zone_rule.c: POSIX zone texts: parses them, and finds the kind of time at a moment. */
#include <stdlib.h>
#include <string.h>
#include "core.h"
#include "time_zone.h"

static int digit(char c)
{
	return c >= '0' && c <= '9';
}

static int letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A name is three letters or more, or anything of that kind in <>. */
static int parse_name(const char **at, char out[ZONE_NAME])
{
	const char *s = *at;
	size_t n = 0;
	int quoted = *s == '<';
	s += quoted;
	while (letter(s[n]) || (quoted && (digit(s[n]) || s[n] == '+' || s[n] == '-')))
		n++;
	if (n < 3 || n >= ZONE_NAME || (quoted && s[n] != '>'))
		return 0;
	memcpy(out, s, n);
	out[n] = 0;
	*at = s + n + quoted;
	return 1;
}

static int parse_number(const char **at, long *out)
{
	const char *s = *at;
	long value = 0;
	if (!digit(*s))
		return 0;
	for (; digit(*s); s++)
		value = (value * 10 + (*s - '0')) & 0xffff;
	*at = s;
	*out = value;
	return 1;
}

/* hh[:mm[:ss]] with hours up to limit, in seconds. */
static int parse_clock(const char **at, long *out, long limit)
{
	long part[3] = {0, 0, 0};
	if (!parse_number(at, &part[0]))
		return 0;
	for (int i = 1; i < 3 && (*at)[0] == ':' && digit((*at)[1]); i++) {
		(*at)++;
		parse_number(at, &part[i]);
		if (part[i] > 59)
			part[i] = 59;
	}
	if (part[0] > limit)
		part[0] = limit;
	*out = part[0] * 3600 + part[1] * 60 + part[2];
	return 1;
}

/* In the text west is positive. */
static int parse_offset(const char **at, long *out)
{
	const char *s = *at;
	int sign = *s == '-' ? 1 : -1;
	long value;
	s += *s == '-' || *s == '+';
	if (!parse_clock(&s, &value, 24))
		return 0;
	*out = sign * value;
	*at = s;
	return 1;
}

/* The start of daylight saving time (which 0) or its end; without text, that of the United States.
 */
static int parse_change(const char **at, struct zone_change *out, int which)
{
	const char *s = *at;
	long part;
	struct zone_change c = {MONTH_WEEK_DAY, which ? 11 : 3, which ? 1 : 2, 0, 7200};
	s += *s == ',';
	if (*s == 'M') {
		int *const parts[] = {&c.month, &c.week, &c.day};
		for (int i = 0; i < 3; i++) {
			s++;
			if (!parse_number(&s, &part) || (i < 2 && *s != '.'))
				return 0;
			*parts[i] = (int)part;
		}
		if (c.month < 1 || c.month > 12 || c.week < 1 || c.week > 5 || c.day > 6)
			return 0;
	} else if (*s == 'J' || digit(*s)) {
		c.kind = *s == 'J' ? JULIAN1 : JULIAN0;
		s += *s == 'J';
		if (!parse_number(&s, &part) || part > 365 || (c.kind == JULIAN1 && part == 0))
			return 0;
		c.day = (int)part;
	} else if (*s) {
		return 0;
	}
	if (*s == '/') {
		s++;
		int negative = *s == '-';
		s += negative;
		if (!parse_clock(&s, &c.seconds, 0xffff))
			return 0;
		if (negative)
			c.seconds = -c.seconds;
	}
	*out = c;
	*at = s;
	return 1;
}

/* A zone without daylight saving time has two equal offsets and changes at the same moment. */
int __drift_zone_parse(const char *text, struct zone_rule *out)
{
	const char *s = text;
	memset(out, 0, sizeof *out);
	if (!parse_name(&s, out->name[0]))
		return 0;
	if (!parse_offset(&s, &out->offset[0]))
		return 0;
	if (!*s) {
		strcpy(out->name[1], out->name[0]);
		out->offset[1] = out->offset[0];
		return 1;
	}
	if (parse_name(&s, out->name[1])) {
		out->offset[1] = out->offset[0] + 3600;
		parse_offset(&s, &out->offset[1]);
	}
	if (parse_change(&s, &out->change[0], 0))
		parse_change(&s, &out->change[1], 1);
	return 1;
}

/* Seconds from 1970, in the local time before the change, at which it happens in year. As in glibc,
 * years before 1970 have no changes of their own; those of 1970 come after them. */
static int64_t change_in_year(const struct zone_change *c, int64_t year)
{
	int64_t new_year = __drift_days_to_year(year), day = year > 1970 ? new_year : 0;
	int leap = __drift_leap_year(year);
	switch (c->kind) {
	case JULIAN1: day += c->day - 1 + (leap && c->day >= 60); break;
	case JULIAN0: day += c->day; break;
	case MONTH_WEEK_DAY: {
		int start = __drift_days_to_month(c->month - 1, leap);
		int end = c->month == 12 ? 365 + leap : __drift_days_to_month(c->month, leap);
		int weekday = (int)(((new_year + start + 4) % 7 + 7) % 7);
		int mday = (c->day - weekday + 7) % 7 + 7 * (c->week - 1);
		if (mday >= end - start)
			mday -= 7;
		day += start + mday;
		break;
	}
	}
	return day * 86400 + c->seconds;
}

struct zone_moment __drift_zone_rule_at(const struct zone_rule *rule, time_t t)
{
	int dst = 0;
	struct tm tm;
	/* The year is the one in Greenwich. */
	int no_year = __drift_split_time(t, 0, &tm) < 0;
	if (!no_year) {
		int64_t year = (int64_t)tm.tm_year + 1900;
		int64_t begin = change_in_year(&rule->change[0], year) - rule->offset[0];
		int64_t end = change_in_year(&rule->change[1], year) - rule->offset[1];
		dst = begin > end ? t < end || t >= begin : t >= begin && t < end;
	}
	return (struct zone_moment){rule->offset[dst], dst, rule->name[dst], no_year};
}
