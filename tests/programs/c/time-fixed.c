/* time-fixed.c: calendar arithmetic that does not depend on the clock. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
	setenv("TZ", "UTC0", 1);
	tzset();
	static const time_t t[] = {0, 951782400, 1583020799, 4102444800, -86400};
	for (int i = 0; i < 5; i++) {
		struct tm tm;
		char buf[64];
		gmtime_r(&t[i], &tm);
		strftime(buf, sizeof buf, "%Y-%m-%d %H:%M:%S %a %j %U %w %y %b %p %%", &tm);
		printf("%s %d %ld\n", buf, timegm(&tm) == t[i], (long)mktime(&tm));
	}
	struct tm over = {.tm_year = 120, .tm_mon = 13, .tm_mday = 32, .tm_hour = -1};
	mktime(&over);
	printf("%d-%d-%d %d\n", over.tm_year, over.tm_mon, over.tm_mday, over.tm_hour);
	printf("%g\n", difftime(t[1], t[0]));
	printf("%d %d\n", clock() >= 0, time(NULL) > 0);
	return 0;
}
