/* time_text.c: asctime and ctime. */
#include <limits.h>
#include <stdio.h>
#include <time.h>
#include "core.h"

/* A year past 9999 needs more than the 26 bytes POSIX has in mind. */
static char time_text[3 + 1 + 3 + 1 + 20 + 1 + 20 + 1 + 20 + 1 + 20 + 1 + 20 + 1 + 1];

static char *write_time(const struct tm *tm, char *buf, size_t size)
{
	static const char days[] = "SunMonTueWedThuFriSat",
					  months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	if (!tm) {
		errno = EINVAL;
		return NULL;
	}
	if (tm->tm_year > INT_MAX - 1900) {
		errno = EOVERFLOW;
		return NULL;
	}
	int known_day = tm->tm_wday >= 0 && tm->tm_wday < 7,
		known_month = tm->tm_mon >= 0 && tm->tm_mon < 12;
	int n = snprintf(buf, size, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
					 known_day ? days + 3 * tm->tm_wday : "???",
					 known_month ? months + 3 * tm->tm_mon : "???", tm->tm_mday, tm->tm_hour,
					 tm->tm_min, tm->tm_sec, 1900 + tm->tm_year);
	if (n < 0 || (size_t)n >= size) {
		errno = EOVERFLOW;
		return NULL;
	}
	return buf;
}

char *asctime_r(const struct tm *restrict tm, char *restrict buf)
{
	return write_time(tm, buf, 26);
}

char *asctime(const struct tm *tm)
{
	return write_time(tm, time_text, sizeof time_text);
}

char *ctime(const time_t *t)
{
	return asctime(localtime(t));
}

char *ctime_r(const time_t *t, char *buf)
{
	struct tm tm;
	return localtime_r(t, &tm) ? asctime_r(&tm, buf) : NULL;
}
