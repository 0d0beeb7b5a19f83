/* getdate_fits.c: texts that fit a template of DATEMSK; what is open comes from the present date, of
 * which only that is printed which does not depend on the day. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void templates(const char *text)
{
	FILE *f = fopen("templates", "w");
	fputs(text, f);
	fclose(f);
	setenv("DATEMSK", "templates", 1);
}

static void all(const char *text)
{
	struct tm *t = getdate(text);
	if (t)
		printf("%s: %d-%d-%d %d:%d:%d %d %d %d\n", text, t->tm_year, t->tm_mon, t->tm_mday,
			   t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst);
	else
		printf("%s: error %d\n", text, getdate_err);
}

static void date(const char *text)
{
	struct tm *t = getdate(text);
	if (t)
		printf("%s: %d-%d-%d\n", text, t->tm_year, t->tm_mon, t->tm_mday);
	else
		printf("%s: error %d\n", text, getdate_err);
}

int main(void)
{
	setenv("TZ", "UTC", 1);
	templates("%Y-%m-%d %H:%M:%S\n%d %B %Y %H:%M\n%d %b %y, %I %p");
	all("2020-02-29 04:05:06");
	all("2021-02-29 04:05:06");
	all("2021-04-31 04:05:06");
	all("  3 March 2011 7:08\t");
	all("3 Mar 99, 11 pm");
	all("3 Mar 99, 12 AM");
	all("2020-13-01 00:00:00");
	all("2020-02-03 24:00:00");
	all("");
	templates("%m/%d/%y\n%Y-%m\n%A %H:%M\n%H:%M\n%B\n%B %Y\n");
	date("12/25/99");
	date("02/30/99");
	date("January 2011");
	/* The next such day of the week, month and hour. */
	time_t now = time(NULL);
	struct tm *t = getdate("Friday 12:34");
	time_t then = mktime(t);
	printf("%d %d:%d %d\n", t->tm_wday, t->tm_hour, t->tm_min,
		   then > now - 86400 && then < now + 8 * 86400);
	t = getdate("06:07");
	then = mktime(t);
	printf("%d:%d:%d %d\n", t->tm_hour, t->tm_min, t->tm_sec,
		   then > now - 3700 && then < now + 2 * 86400);
	return 0;
}
