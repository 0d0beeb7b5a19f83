/* time_strptime.c: texts against formats: what is read, how far, and what follows from it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const cases[][2] = {{"%Y-%m-%d", "2024-02-29"},
									   {"%Y-%m-%d", "2024-13-01"},
									   {"%Y-%m-%d", "2024-2-3x"},
									   {"%F %T", "1999-12-31 23:59:60"},
									   {"%d/%m/%y", "01/02/68"},
									   {"%d/%m/%y", "01/02/69"},
									   {"%C%y", "1805"},
									   {"%C", "20"},
									   {"%y %C", "05 18"},
									   {"%j %Y", "060 2024"},
									   {"%z", "+9959"},
									   {"%a %b %e", "Mon Jan  5"},
									   {"%A %B", "tuesday DECEMBER"},
									   {"%A", "Tues"},
									   {"%b", "Ma"},
									   {"%H:%M", "24:00"},
									   {"%H:%M", "7:5"},
									   {"%I:%M %p", "12:30 AM"},
									   {"%I:%M %p", "12:30 pm"},
									   {"%I %p", "11 PM"},
									   {"%p %I", "PM 3"},
									   {"%I", "0"},
									   {"%r", "01:02:03 PM"},
									   {"%R", "13:14"},
									   {"%T", "1:2:3"},
									   {"%D", "12/31/99"},
									   {"%c", "Sat Feb  5 03:04:07 2005"},
									   {"%x %X", "02/05/05 03:04:07"},
									   {"%s", "1700000000"},
									   {"%z", "+0130"},
									   {"%z", "-01:30"},
									   {"%z", "+01"},
									   {"%z", "Z"},
									   {"%z", "+1"},
									   {"%z", "+0160"},
									   {"%z", "+1500"},
									   {"%Z x", "CEST x"},
									   {"%n%t%Y", " \t\n2020"},
									   {"%Y %m", "2020    5"},
									   {"%Y%m%d", "20240229"},
									   {"%%%Y", "%2020"},
									   {"%e", " 7"},
									   {"%k:%M", " 3:04"},
									   {"%l", " 3"},
									   {"%u", "7"},
									   {"%w", "0"},
									   {"%u", "0"},
									   {"%U %w %Y", "05 3 2024"},
									   {"%W %u %Y", "05 3 2024"},
									   {"%Y %U %a", "2023 52 Sun"},
									   {"%Y %W %A", "2023 0 Sunday"},
									   {"%V %G", "05 2024"},
									   {"%g", "24"},
									   {"%Ey", "24"},
									   {"%Od", "09"},
									   {"%Ed", "09"},
									   {"%EY", "2024"},
									   {"%EC", "20"},
									   {"%Ex", "01/02/03"},
									   {"%Oy", "24"},
									   {"%OH", "7"},
									   {"%-d", "9"},
									   {"%_d", "9"},
									   {"%q", "1"},
									   {"abc", "abd"},
									   {"abc", "abc"},
									   {"", "rest"},
									   {"%Y", "12345"},
									   {"%Y", "-5"},
									   {"%S", "61"},
									   {"%S", "62"},
									   {"%h %d %Y", "feb 29 2023"},
									   {"%P", "am"},
									   {"%m/%d", "2/30"},
									   {"%y", "100"},
									   {"  %d", "5"},
									   {"%d  ", "5"},
									   {"%Y-%j", "2024-001"},
									   {"%b %Y", "May 2021"},
									   {"%d %b", "31 May"}};

int main(void)
{
	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tm t;
		memset(&t, 0, sizeof t);
		t.tm_mday = 1;
		t.tm_year = 100;
		const char *s = cases[i][1], *end = strptime(s, cases[i][0], &t);
		printf("%s | %s: %d;", cases[i][0], s, end ? (int)(end - s) : -1);
		if (end)
			printf(" %d-%d-%d %d:%d:%d w%d y%d %ld", t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour,
				   t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday, t.tm_gmtoff);
		printf("\n");
	}
	return 0;
}
