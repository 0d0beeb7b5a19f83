/* corners.c: small corners of many functions in which glibc has its own way. */
#include <complex.h>
#include <getopt.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static void options(void)
{
	char *shorts[] = {"p", "-a", "-bx", "-c", "y", "-z", "-a", "--", "-q", NULL};
	char *longs[] = {"p", "--long", "--arg=3", "--nope", "--optl", "--long=5", "--arg", NULL};
	struct option known[] = {{"long", 0, 0, 'l'}, {"arg", 1, 0, 1000}, {"optl", 2, 0, 'o'}, {0}};
	int c;
	opterr = 0;
	optopt = 77;
	while ((c = getopt(9, shorts, "ab:c:")) != -1)
		printf("%d optopt %d optind %d\n", c, optopt, optind);
	printf("end %d %d\n", optopt, optind);
	optind = 0;
	optopt = 77;
	while ((c = getopt_long(7, longs, "l", known, NULL)) != -1)
		printf("%d optopt %d optind %d\n", c, optopt, optind);
	printf("end %d\n", optopt);
}

static void parse(const char *format, const char *text)
{
	struct tm t;
	memset(&t, 0, sizeof t);
	const char *end = strptime(text, format, &t);
	printf("%s of %s: %s", format, text, end ? end : "no");
	if (end)
		printf(" %d-%d-%d %d:%d:%d", t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec);
	printf("\n");
}

static void times(void)
{
	static const char *const formats[] = {"%10s",  "%010s", "%_10s", "%-10s", "%^010s", "%2s",
										  "%Es",   "%Os",   "%10Y",  "%-10Y", "%_10d",  "%10a",
										  "%010a", "%10%",  "%_10z", "%10q",  "%012T",  "%5"};
	static const time_t moments[] = {-5, -123456, 0, 7, 1234567890123};
	setenv("TZ", "UTC", 1);
	parse("%4Y%2m", "202301");
	parse("%10Y", "2023");
	parse("%3d", "  5");
	parse("%-5d", "25");
	parse("%5-d", "25");
	parse("%0_5d", "25");
	parse("%2H%2M%2S", "123456");
	parse("%1d", "25");
	parse("%E5Y", "2023");
	parse("%3Od", "25");
	parse("%O3d", "25");
	parse("%4s", "1234567");
	for (size_t i = 0; i < COUNT(moments); i++)
		for (size_t k = 0; k < COUNT(formats); k++) {
			char buf[100];
			struct tm t;
			localtime_r(&moments[i], &t);
			size_t n = strftime(buf, sizeof buf, formats[k], &t);
			printf("%s: %zu [%s]\n", formats[k], n, buf);
		}
}

static void signals(void)
{
	static const int codes[] = {-1000, -60, -7, -6, -5, -4, -3, -2, -1, 0,  1,
								2,     3,   4,  5,  6,  7,  8,  9,  10, 128};
	static const int numbers[] = {-1, 0,  2,  4,  5,  7,  8,  11, 17, 29,
								  32, 33, 34, 35, 48, 49, 50, 63, 64, 65};
	for (size_t i = 0; i < COUNT(numbers); i++) {
		psignal(numbers[i], i % 3 ? "number" : "");
		for (size_t k = 0; k < COUNT(codes); k++) {
			siginfo_t info;
			memset(&info, 0, sizeof info);
			info.si_signo = numbers[i];
			info.si_code = codes[k];
			info.si_pid = 11;
			info.si_uid = 22;
			info.si_status = 33;
			psiginfo(&info, k % 2 ? "text" : k % 4 ? "" : NULL);
		}
	}
}

static void characters(void)
{
	wchar_t c = 5;
	printf("%d %d %d", mblen("", 0), mblen("a", 0), mblen("", 1));
	printf(" %d", mbtowc(&c, "", 0));
	printf(" %d\n", (int)c);
}

static void numbers(void)
{
	volatile long double zero = 0, minus = -zero;
	volatile long double complex z = 3 + 4 * I;
	long double complex other = conjl(z), point = cprojl(z);
	printf("%Lg %Lg %Lg %Lg\n", fmaxl(zero, minus), fmaxl(minus, zero), fminl(zero, minus),
		   fminl(minus, zero));
	printf("%Lg %.20Lg %Lg %Lg\n", cabsl(z), cargl(z), creall(z), cimagl(z));
	printf("%Lg %Lg %Lg %Lg\n", creall(other), cimagl(other), creall(point), cimagl(point));
	__imag__ z = -INFINITY;
	point = cprojl(z);
	printf("%Lg %Lg\n", creall(point), cimagl(point));
}

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	options();
	times();
	signals();
	characters();
	numbers();
	return 0;
}
