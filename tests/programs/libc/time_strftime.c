/* time_strftime.c: every conversion with every flag, width and modifier; odd years and fields. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static void matrix(const struct tm *t)
{
	static const char *const before[] = {"",   "_",  "-",   "0",   "^",   "#",   "5",   "_5", "-5",
										 "05", "10", "_10", "^10", "#10", "010", "-10", "+",  "+6",
										 "E",  "O",  "5E",  "_^#", "5O",  ":",   "1",   "3"};
	for (const char *c = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%+fiJKLNqQvo:E"; *c; c++) {
		printf("%c:", *c);
		for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
			char fmt[20], out[200] = "";
			wchar_t wide[20], wout[200] = L"";
			snprintf(fmt, sizeof fmt, "<%%%s%c>", before[i], *c);
			size_t n = strftime(out, sizeof out, fmt, t);
			swprintf(wide, 20, L"<%%%s%c>", before[i], *c);
			size_t w = wcsftime(wout, 200, wide, t);
			printf(" %s%zu %zu %ls", out, n, w, wout);
		}
		printf("\n");
	}
}

static void years(struct tm t)
{
	static const int list[] = {-2000, -1901, -1900, -1899, -1400, -1000, -1,   0,
							   68,    69,    99,    100,   8099,  8100,  99999};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		char out[200];
		t.tm_year = list[i];
		strftime(out, sizeof out, "%Y|%C|%y|%G|%g|%F|%D|%x|%c|%_Y|%10Y|%_10Y|%-C|%5C|%_5C|%V", &t);
		puts(out);
	}
}

static void weeks(void)
{
	for (int year = 95; year < 125; year++)
		for (int day = 0; day < 366; day += day == 5 ? 350 : 1) {
			struct tm t = {.tm_year = year, .tm_mday = day + 1, .tm_hour = 12};
			char out[100];
			timegm(&t);
			strftime(out, sizeof out, "%F %a %j %U %W %V %G %g %u %w", &t);
			puts(out);
		}
}

int main(void)
{
	struct tm t = {.tm_sec = 7,
				   .tm_min = 4,
				   .tm_hour = 3,
				   .tm_mday = 5,
				   .tm_mon = 1,
				   .tm_year = 105,
				   .tm_wday = 6,
				   .tm_yday = 35,
				   .tm_gmtoff = -12600,
				   .tm_zone = "Foo"};
	char out[200];
	matrix(&t);
	years(t);
	weeks();
	for (t.tm_hour = 0; t.tm_hour < 24; t.tm_hour++) {
		strftime(out, sizeof out, "%H %I %k %l %p %P %r", &t);
		puts(out);
	}
	t.tm_mon = 13;
	t.tm_wday = 9;
	t.tm_hour = 25;
	t.tm_mday = -3;
	t.tm_min = -70;
	strftime(out, sizeof out, "%a %A %b %B %I %l %p %d %e %_5d %5d %-d %05d %M %j %U", &t);
	puts(out);
	for (size_t n = 0; n < 12; n++) {
		printf("%zu ", strftime(out, n, "ab%Ycd", &t));
		printf("%zu ", strftime(out, n, "", &t));
		printf("%zu\n", strftime(out, n, "%10a", &t));
	}
	t.tm_zone = NULL;
	for (t.tm_isdst = -1; t.tm_isdst < 2; t.tm_isdst++) {
		strftime(out, sizeof out, "[%Z][%z]", &t);
		puts(out);
	}
	static const char *const ends[] = {"abc%", "abc%5", "abc%E", "abc%-",
									   "%^",   "%O",    "100%%", "\xc3\xa9%Y"};
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (strftime(out, sizeof out, ends[i], &t))
			puts(out);
	return 0;
}
