/* scanf_number.c: integers and floating point of scanf, every base, length, width and failure. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const ints[] = {
	"0",
	"42",
	"-17",
	"+5",
	"  99",
	"\t\n7x",
	"0x1F",
	"0X1fz",
	"0x",
	"0xg",
	"010",
	"089",
	"-0x10",
	"+0",
	"",
	" ",
	"-",
	"+",
	"abc",
	"--5",
	"2147483648",
	"-2147483649",
	"9223372036854775808",
	"-9223372036854775809",
	"18446744073709551616",
	"99999999999999999999999",
	"00000000000000000000000000000000000000000000000000000000000000000000000000001234",
	"1_000",
	"1,000",
	"(nil)",
	"(NIL)",
	"(nix)",
	"0b101",
	"12 34",
	"f",
	"0x-1"};
static const char *const floats[] = {
	"1",    "-1.5",    ".5",     "5.",   ".",     "-.",       "1e5",     "1e",
	"1e+",  "1e+x",    "1e-3z",  "1.e1", "e5",    "0x1p3",    "0x",      "0x.",
	"0x.8", "0x1.8p",  "0xp1",   "inf",  "INF",   "infinity", "infinit", "in",
	"nan",  "nan(12)", "na",     "-inf", "+nan",  "1.2.3",    "  7",     "",
	"abc",  "1e400",   "1e-400", "0",    "00.10", "1e5e5",    "3,14",    "- 1"};

static void integers(const char *s)
{
	static const char *const fmts[] = {"%d%n",  "%i%n",  "%u%n",  "%o%n",  "%x%n",  "%X%n",
									   "%3d%n", "%1i%n", "%2x%n", "%3i%n", "%'d%n", "%Id%n"};
	for (size_t f = 0; f < sizeof fmts / sizeof *fmts; f++) {
		int v = -77, n = -1;
		errno = 0;
		int r = sscanf(s, fmts[f], &v, &n);
		printf("%s|%d %d %d %d; ", fmts[f], r, v, n, errno);
	}
	signed char hh = 1;
	short h = 1;
	long l = 1;
	long long ll = 1;
	unsigned long ul = 1;
	void *p = &hh;
	int r[6];
	r[0] = sscanf(s, "%hhd", &hh);
	r[1] = sscanf(s, "%hi", &h);
	r[2] = sscanf(s, "%ld", &l);
	r[3] = sscanf(s, "%lli", &ll);
	r[4] = sscanf(s, "%lu", &ul);
	r[5] = sscanf(s, "%p", &p);
	printf("%d %d %d %d %d %d|%d %d %ld %lld %lu %d\n", r[0], r[1], r[2], r[3], r[4], r[5], hh, h,
		   l, ll, ul, p == (void *)&hh ? -1 : (int)(long)p);
}

static void real(const char *s)
{
	static const char *const fmts[] = {"%f%n%c",  "%e%n%c",  "%g%n%c", "%a%n%c",
									   "%2f%n%c", "%4G%n%c", "%3A%n%c"};
	for (size_t f = 0; f < sizeof fmts / sizeof *fmts; f++) {
		float v = -77;
		int n = -1;
		char c = '@';
		errno = 0;
		int r = sscanf(s, fmts[f], &v, &n, &c);
		printf("%s|%d %a %d %c %d; ", fmts[f], r, v, n, c, errno);
	}
	double d = -77;
	long double l = -77, m = -77;
	int r1 = sscanf(s, "%lf", &d), r2 = sscanf(s, "%Lf", &l), r3 = sscanf(s, "%llg", &m);
	printf("%d %d %d %a %La %La %d\n", r1, r2, r3, d, l, m, sscanf(s, "%*f"));
}

int main(void)
{
	for (size_t i = 0; i < sizeof ints / sizeof *ints; i++) {
		printf("<%s> ", ints[i]);
		integers(ints[i]);
	}
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
		printf("<%s> ", floats[i]);
		real(floats[i]);
	}
	int a = -1, b = -1, c = -1;
	printf("%d ", sscanf("12-34+56", "%d%d%d", &a, &b, &c));
	printf("%d %d %d\n", a, b, c);
	printf("%d ", sscanf("1 2 3", "%3$d %1$d %2$d", &a, &b, &c));
	printf("%d %d %d\n", a, b, c);
	printf("%d ", sscanf("7:8", "%d:%*d%n", &a, &b));
	printf("%d %d\n", a, b);
	size_t z = 0;
	long j = 0;
	printf("%d ", sscanf("10 20 30", "%zu %jd %td", &z, &j, &j));
	printf("%zu %ld\n", z, j);
	return 0;
}
