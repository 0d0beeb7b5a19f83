/* time_calendar.c: seconds to date and back over the whole range, in several zones. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void show(const struct tm *t)
{
	if (t)
		printf("%d-%d-%d %d:%d:%d w%d y%d d%d %ld %s", t->tm_year, t->tm_mon, t->tm_mday,
			   t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff,
			   t->tm_zone);
	else
		printf("NULL %d", errno);
}

static void moments(const char *zone)
{
	static const long list[] = {0,
								1,
								-1,
								86399,
								86400,
								-86400,
								951782400,
								951868800,
								1078012800,
								1711846799,
								1711846800,
								1729990799,
								1729990800,
								1700000000,
								2147483647,
								2147483648,
								-2147483648,
								-2147483649,
								4102444800,
								253402300799,
								253402300800,
								-62135596800,
								-62135596801,
								32503680000,
								-5000000000,
								100000000000,
								31557600000000,
								31557600000001,
								-31557600000000,
								-31557600000001,
								LONG_MAX,
								LONG_MIN};
	setenv("TZ", zone, 1);
	tzset();
	printf("== %s: %s %s %ld %d\n", zone, tzname[0], tzname[1], timezone, daylight);
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		time_t t = list[i];
		printf("%ld: ", list[i]);
		show(gmtime(&t));
		printf(" | ");
		struct tm *l = localtime(&t);
		show(l);
		if (l) {
			struct tm copy = *l;
			printf(" | %ld", (long)mktime(&copy));
			printf(" %s", asctime(l) ? asctime(l) : "none\n");
		} else {
			printf("\n");
		}
	}
}

static void odd_fields(void)
{
	static const int fields[][7] = {
		{2024, 0, 1, 0, 0, 0, -1},      {2024, 12, 1, 0, 0, 0, -1},     {2024, -1, 1, 0, 0, 0, -1},
		{2024, 1, 30, 0, 0, 0, -1},     {2023, 1, 29, 25, 61, 61, -1},  {2024, 2, 0, 0, 0, 0, -1},
		{2024, 5, -400, 0, 0, 0, -1},   {2024, 0, 1, -1, -1, -1, -1},   {2024, 2, 31, 2, 30, 0, -1},
		{2024, 2, 31, 2, 30, 0, 0},     {2024, 2, 31, 2, 30, 0, 1},     {2024, 9, 27, 2, 30, 0, -1},
		{2024, 9, 27, 2, 30, 0, 0},     {2024, 9, 27, 2, 30, 0, 1},     {2024, 6, 1, 12, 0, 0, 0},
		{2024, 0, 1, 12, 0, 0, 1},      {1900, 0, 1, 0, 0, 0, -1},      {2024, 100, 1, 0, 0, 0, -1},
		{2024, 0, 1, 0, 0, 100000, -1}, {2024, 0, 1, 0, 0, -100000, 0}, {2024, 2, 10, 2, 30, 0, -1},
		{2024, 10, 3, 1, 30, 0, 1},     {2024, 10, 3, 1, 30, 0, 0},     {2400, 1, 29, 0, 0, 0, -1}};
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		const int *f = fields[i];
		struct tm t = {.tm_year = f[0] - 1900,
					   .tm_mon = f[1],
					   .tm_mday = f[2],
					   .tm_hour = f[3],
					   .tm_min = f[4],
					   .tm_sec = f[5],
					   .tm_isdst = f[6]};
		struct tm u = t;
		printf("%ld ", (long)mktime(&t));
		show(&t);
		printf(" | %ld ", (long)timegm(&u));
		show(&u);
		printf("\n");
	}
	struct tm t = {.tm_year = INT_MAX, .tm_mon = 11, .tm_mday = 32};
	errno = 0;
	printf("%ld", (long)mktime(&t));
	printf(" %d\n", errno);
}

int main(void)
{
	static const char *const zones[] = {"",
										"UTC",
										"UTC0",
										"GMT",
										"EST5",
										"EST5EDT,M3.2.0,M11.1.0",
										"CET-1CEST,M3.5.0,M10.5.0/3",
										"<+0330>-3:30",
										"AEST-10AEDT,M10.1.0,M4.1.0/3",
										"XXX3YYY2:30:15,J60/-1,J300/26:30",
										"ABC1DEF,0,365/23",
										"Europe/Berlin",
										"America/New_York",
										":America/New_York",
										"Asia/Kolkata",
										"Australia/Sydney",
										"Europe/Dublin",
										"Asia/Tokyo",
										"America/Sao_Paulo",
										"Nowhere/City",
										"X",
										"Foo",
										"Foo+",
										"A1",
										"AAA1BB",
										"<A>1",
										"AAA25:99:99",
										"Etc/GMT+5",
										"EST5EDT",
										"/usr/share/zoneinfo/Europe/Paris"};
	for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
		moments(zones[i]);
		odd_fields();
	}
	unsetenv("TZ");
	time_t zero = 0;
	printf("%s", ctime(&zero));
	printf("%.0f\n", difftime(5, -7));
	return 0;
}
