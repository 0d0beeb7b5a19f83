/* time_format.c: strftime, with GNU's flags, widths and extra conversions. */
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core.h"
#include "time_impl.h"

extern char *__tzname[2];

/* The output text. len counts the whole text, including the part that did not fit. */
struct text {
	char *at;
	size_t room; /* the NUL included */
	size_t len;
};

/* One parsed conversion. */
struct spec {
	char pad;      /* '_', '-', '0', or 0 for the conversion's own way */
	int upper;     /* ^ */
	int swap_case; /* # */
	int width;     /* -1 if none */
	char modifier; /* 'E', 'O' or 0 */
	char conversion;
	const char *start, *end; /* the text of it */
};

static void put(struct text *out, char c)
{
	if (out->len + 1 < out->room)
		out->at[out->len] = c;
	out->len++;
}

static void fill(struct text *out, char c, int n)
{
	for (; n > 0; n--)
		put(out, c);
}

static char to_upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

static char to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Text of a conversion, padded on the left to the width. */
static void put_text(struct text *out, const struct spec *s, const char *text, size_t n, int lower)
{
	fill(out, s->pad == '0' ? '0' : ' ', s->width - (int)n);
	for (size_t i = 0; i < n; i++)
		put(out, lower ? to_lower(text[i]) : s->upper ? to_upper(text[i]) : text[i]);
}

static void put_string(struct text *out, const struct spec *s, const char *text)
{
	put_text(out, s, text, strlen(text), 0);
}

/* A number of at least `digits` digits; own is the padding if no flag changes it. */
static void put_number(struct text *out, const struct spec *s, int64_t value, int digits, char own)
{
	char buf[24];
	size_t at = sizeof buf;
	char pad = s->pad ? s->pad : own;
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
	int places = s->width > digits ? s->width : digits;
	do
		buf[--at] = (char)('0' + rest % 10);
	while (rest /= 10);
	int n = (int)(sizeof buf - at) + (value < 0);
	if (pad == '-')
		places = s->width;
	if (pad != '0')
		fill(out, ' ', places - n);
	if (value < 0)
		put(out, '-');
	if (pad == '0')
		fill(out, '0', places - n);
	for (; at < sizeof buf; at++)
		put(out, buf[at]);
}

static void format(struct text *out, const char *fmt, const struct tm *tm, int upper);

/* A conversion that is an abbreviation for others. */
static void put_format(struct text *out, const struct spec *s, const char *fmt, const struct tm *tm)
{
	struct text measure = {NULL, 0, 0};
	format(&measure, fmt, tm, s->upper);
	fill(out, s->pad == '0' ? '0' : ' ', s->width - (int)measure.len);
	format(out, fmt, tm, s->upper);
}

static int modulo(int a, int b)
{
	return (a % b + b) % b;
}

/* Days from the Monday of ISO week 1 to the day; negative before it. */
static int iso_days(int yday, int wday)
{
	return yday - modulo(yday - wday + 4, 7) + 3;
}

/* Week and year by ISO 8601: the week with the year's first Thursday is its first. */
static int iso_week(const struct tm *tm, int64_t *year)
{
	int64_t y = (int64_t)tm->tm_year + 1900;
	int days = iso_days(tm->tm_yday, tm->tm_wday);
	if (days < 0) {
		y--;
		days = iso_days(tm->tm_yday + 365 + __drift_leap_year(y), tm->tm_wday);
	} else {
		int next = iso_days(tm->tm_yday - (365 + __drift_leap_year(y)), tm->tm_wday);
		if (next >= 0) {
			y++;
			days = next;
		}
	}
	*year = y;
	return days / 7 + 1;
}

static void put_zone_offset(struct text *out, const struct spec *s, const struct tm *tm)
{
	if (tm->tm_isdst < 0)
		return;
	long minutes = tm->tm_gmtoff / 60;
	put_text(out, s, tm->tm_gmtoff < 0 ? "-" : "+", 1, 0);
	if (minutes < 0)
		minutes = -minutes;
	put_number(out, s, minutes / 60 * 100 + minutes % 60, 4, '0');
}

static void put_zone_name(struct text *out, const struct spec *s, const struct tm *tm)
{
	const char *zone = tm->tm_zone;
	if ((!zone || !*zone) && tm->tm_isdst >= 0)
		zone = __tzname[tm->tm_isdst > 0];
	if (!zone)
		zone = "";
	put_text(out, s, zone, strlen(zone), s->swap_case);
}

/* A name from langinfo, "?" when n is out of range. */
static void put_name(struct text *out, struct spec s, nl_item first, int n, int count)
{
	if (s.swap_case)
		s.upper = 1;
	put_string(out, &s, n >= 0 && n < count ? nl_langinfo(first + n) : "?");
}

static void put_seconds(struct text *out, const struct spec *s, const struct tm *tm)
{
	struct tm copy = *tm;
	char digits[24];
	struct text number = {digits, sizeof digits, 0};
	put_number(&number, &(struct spec){.width = -1}, mktime(&copy), 1, '0');
	put_text(out, s, digits, number.len, 0); /* filled up as texts are, with blanks */
}

static void put_bad(struct text *out, const struct spec *s)
{
	put_text(out, s, s->start, (size_t)(s->end - s->start), 0);
}

/* The modifiers that a conversion accepts. */
static int modifier_fits(const struct spec *s)
{
	if (s->modifier == 'E')
		return strchr("cCxXyYnpPrRstTuzZ%", s->conversion) != NULL;
	if (s->modifier == 'O')
		return strchr("aADFcxXY", s->conversion) == NULL;
	return 1;
}

/* The conversions that are numbers. Returns 0 for another one. */
static int put_numeric(struct text *out, const struct spec *s, const struct tm *tm)
{
	int64_t year = (int64_t)tm->tm_year + 1900, iso_year;
	int hour12 = tm->tm_hour > 12 ? tm->tm_hour - 12 : tm->tm_hour ? tm->tm_hour : 12;
	switch (s->conversion) {
	case 'C': put_number(out, s, year / 100 - (year % 100 < 0), 1, '0'); break;
	case 'd': put_number(out, s, tm->tm_mday, 2, '0'); break;
	case 'e': put_number(out, s, tm->tm_mday, 2, '_'); break;
	case 'g':
		iso_week(tm, &iso_year);
		put_number(out, s, (iso_year % 100 + 100) % 100, 2, '0');
		break;
	case 'G':
		iso_week(tm, &iso_year);
		put_number(out, s, iso_year, 1, '0');
		break;
	case 'H': put_number(out, s, tm->tm_hour, 2, '0'); break;
	case 'I': put_number(out, s, hour12, 2, '0'); break;
	case 'j': put_number(out, s, tm->tm_yday + 1, 3, '0'); break;
	case 'k': put_number(out, s, tm->tm_hour, 2, '_'); break;
	case 'l': put_number(out, s, hour12, 2, '_'); break;
	case 'm': put_number(out, s, tm->tm_mon + 1, 2, '0'); break;
	case 'M': put_number(out, s, tm->tm_min, 2, '0'); break;
	case 's': put_seconds(out, s, tm); break;
	case 'S': put_number(out, s, tm->tm_sec, 2, '0'); break;
	case 'u': put_number(out, s, (tm->tm_wday + 6) % 7 + 1, 1, '0'); break;
	case 'U': put_number(out, s, (tm->tm_yday - tm->tm_wday + 7) / 7, 2, '0'); break;
	case 'V': put_number(out, s, iso_week(tm, &iso_year), 2, '0'); break;
	case 'w': put_number(out, s, tm->tm_wday, 1, '0'); break;
	case 'W': put_number(out, s, (tm->tm_yday - (tm->tm_wday + 6) % 7 + 7) / 7, 2, '0'); break;
	case 'y': put_number(out, s, (year % 100 + 100) % 100, 2, '0'); break;
	case 'Y': put_number(out, s, year, 1, '0'); break;
	default: return 0;
	}
	return 1;
}

static void put_conversion(struct text *out, const struct spec *s, const struct tm *tm)
{
	const char *half = tm->tm_hour > 11 ? "PM" : "AM";
	if (!modifier_fits(s)) {
		put_bad(out, s);
		return;
	}
	if (put_numeric(out, s, tm))
		return;
	switch (s->conversion) {
	case 'a': put_name(out, *s, ABDAY_1, tm->tm_wday, 7); break;
	case 'A': put_name(out, *s, DAY_1, tm->tm_wday, 7); break;
	case 'b':
	case 'h': put_name(out, *s, ABMON_1, tm->tm_mon, 12); break;
	case 'B': put_name(out, *s, MON_1, tm->tm_mon, 12); break;
	case 'c': put_format(out, s, "%a %b %e %H:%M:%S %Y", tm); break;
	case 'D':
	case 'x': put_format(out, s, "%m/%d/%y", tm); break;
	case 'F': put_format(out, s, "%Y-%m-%d", tm); break;
	case 'n': put_string(out, s, "\n"); break;
	case 'p': put_text(out, s, half, 2, s->swap_case); break;
	case 'P': put_text(out, s, half, 2, 1); break;
	case 'r': put_format(out, s, "%I:%M:%S %p", tm); break;
	case 'R': put_format(out, s, "%H:%M", tm); break;
	case 't': put_string(out, s, "\t"); break;
	case 'T':
	case 'X': put_format(out, s, "%H:%M:%S", tm); break;
	case 'z': put_zone_offset(out, s, tm); break;
	case 'Z': put_zone_name(out, s, tm); break;
	case '%': put_string(out, s, "%"); break;
	default: put_bad(out, s); break;
	}
}

/* Takes the conversion at *fmt apart and moves *fmt past it. */
static struct spec read_spec(const char **fmt, int upper)
{
	struct spec s = {.start = *fmt, .width = -1, .upper = upper};
	const char *p = *fmt + 1;
	for (;; p++) {
		if (*p == '_' || *p == '-' || *p == '0')
			s.pad = *p;
		else if (*p == '^')
			s.upper = 1;
		else if (*p == '#')
			s.swap_case = 1;
		else
			break;
	}
	if (*p >= '0' && *p <= '9')
		s.width = 0;
	for (; *p >= '0' && *p <= '9'; p++)
		s.width = s.width > 100000000 ? 1000000000 : s.width * 10 + (*p - '0');
	if ((*p == 'E' || *p == 'O') && p[1])
		s.modifier = *p++;
	s.conversion = *p;
	if (*p)
		p++;
	s.end = *fmt = p;
	return s;
}

static void format(struct text *out, const char *fmt, const struct tm *tm, int upper)
{
	while (*fmt) {
		if (*fmt != '%') {
			put(out, upper ? to_upper(*fmt) : *fmt);
			fmt++;
			continue;
		}
		struct spec s = read_spec(&fmt, upper);
		if (s.conversion)
			put_conversion(out, &s, tm);
		else
			put_bad(out, &s);
		/* Enough is enough: a width of a billion is not written out. */
		if (out->room && out->len >= out->room)
			return;
	}
}

size_t strftime(char *restrict buf, size_t max, const char *restrict fmt,
				const struct tm *restrict tm)
{
	struct text out = {buf, max, 0};
	__drift_tz_load();
	format(&out, fmt, tm, 0);
	if (out.len >= max)
		return 0;
	buf[out.len] = 0;
	return out.len;
}

size_t strftime_l(char *restrict buf, size_t max, const char *restrict fmt,
				  const struct tm *restrict tm, locale_t loc)
{
	(void)loc;
	return strftime(buf, max, fmt, tm);
}
ALIAS(strftime_l, __strftime_l);
