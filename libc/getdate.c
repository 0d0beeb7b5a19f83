/* getdate.c: parses a date by the templates in the file that DATEMSK names. Fields that a template
 * omits are completed from the present date, as in glibc. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "core.h"
#include "time_impl.h"

int getdate_err;

/* Error numbers of POSIX. */
enum {
	DATE_NO_NAME = 1,
	DATE_NOT_OPENED = 2,
	DATE_NO_STATUS = 3,
	DATE_NO_FILE = 4,
	DATE_NO_MEMORY = 6,
	DATE_NO_MATCH = 7,
	DATE_INVALID = 8,
};

enum { OPEN = INT_MIN }; /* a field that the template does not set */

/* The text without the blanks around it. */
static char *trimmed(const char *text)
{
	while (isspace((unsigned char)*text))
		text++;
	size_t n = strlen(text);
	while (n && isspace((unsigned char)text[n - 1]))
		n--;
	return strndup(text, n);
}

static int by_template(const char *text, FILE *f, struct tm *t)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	int fits = 0;
	while (!fits && (n = getline(&line, &room, f)) >= 0) {
		if (n && line[n - 1] == '\n')
			line[n - 1] = 0;
		t->tm_year = t->tm_mon = t->tm_mday = t->tm_wday = OPEN;
		t->tm_hour = t->tm_sec = t->tm_min = OPEN;
		t->tm_isdst = -1;
		t->tm_gmtoff = 0;
		t->tm_zone = NULL;
		const char *end = strptime(text, line, t);
		fits = end && !*end;
	}
	free(line);
	return fits;
}

/* The day of the month that is the first such day of the week. */
static int first_day(int year, int month, int weekday)
{
	struct tm t = {.tm_year = year, .tm_mon = month, .tm_mday = 1};
	if (weekday == OPEN)
		return 1;
	mktime(&t);
	return 1 + (weekday - t.tm_wday + 7) % 7;
}

static int is_day(int year, int month, int day)
{
	if (month < 0 || month > 11)
		return 0;
	int leap = __drift_leap_year(year);
	int end = month == 11 ? 365 + leap : __drift_days_to_month(month + 1, leap);
	return day >= 1 && day <= end - __drift_days_to_month(month, leap);
}

static void complete_time(struct tm *t, const struct tm *now)
{
	if (t->tm_hour == OPEN && t->tm_min == OPEN && t->tm_sec == OPEN) {
		t->tm_hour = now->tm_hour;
		t->tm_min = now->tm_min;
		t->tm_sec = now->tm_sec;
	}
	t->tm_hour = t->tm_hour == OPEN ? 0 : t->tm_hour;
	t->tm_min = t->tm_min == OPEN ? 0 : t->tm_min;
	t->tm_sec = t->tm_sec == OPEN ? 0 : t->tm_sec;
}

/* Moves to the next such day of the week, month or hour. Returns true if the date already is
 * one. */
static int complete(struct tm *t, const struct tm *now)
{
	int known = 0;
	if (t->tm_wday >= 0 && t->tm_wday <= 6 && t->tm_year == OPEN && t->tm_mon == OPEN &&
		t->tm_mday == OPEN) {
		t->tm_year = now->tm_year;
		t->tm_mon = now->tm_mon;
		t->tm_mday = now->tm_mday + (t->tm_wday - now->tm_wday + 7) % 7;
		known = 1;
	}
	if (t->tm_mon >= 0 && t->tm_mon <= 11 && t->tm_mday == OPEN) {
		if (t->tm_year == OPEN)
			t->tm_year = now->tm_year + (t->tm_mon < now->tm_mon);
		t->tm_mday = first_day(t->tm_year, t->tm_mon, t->tm_wday);
	}
	complete_time(t, now);
	if (t->tm_hour >= 0 && t->tm_hour <= 23 && t->tm_mon == OPEN && t->tm_mday == OPEN &&
		t->tm_wday == OPEN) {
		t->tm_mon = now->tm_mon;
		t->tm_mday = now->tm_mday + (t->tm_hour < now->tm_hour);
		known = 1;
	}
	t->tm_year = t->tm_year == OPEN ? now->tm_year : t->tm_year;
	t->tm_mon = t->tm_mon == OPEN ? now->tm_mon : t->tm_mon;
	return known || is_day(1900 + t->tm_year, t->tm_mon, t->tm_mday);
}

int getdate_r(const char *text, struct tm *result)
{
	const char *name = getenv("DATEMSK");
	struct stat st;
	struct tm now;
	if (!name || !*name)
		return DATE_NO_NAME;
	if (stat(name, &st) < 0)
		return DATE_NO_STATUS;
	if (!S_ISREG(st.st_mode))
		return DATE_NO_FILE;
	FILE *f = access(name, R_OK) < 0 ? NULL : fopen(name, "re");
	if (!f)
		return DATE_NOT_OPENED;
	char *words = trimmed(text);
	int fits = words && by_template(words, f, result);
	int error = words ? DATE_NO_MATCH : DATE_NO_MEMORY;
	free(words);
	fclose(f);
	if (!fits)
		return error;
	time_t moment = time(NULL);
	localtime_r(&moment, &now);
	return complete(result, &now) && mktime(result) != (time_t)-1 ? 0 : DATE_INVALID;
}

struct tm *getdate(const char *text)
{
	static struct tm result;
	int error = getdate_r(text, &result);
	if (!error)
		return &result;
	getdate_err = error;
	return NULL;
}
