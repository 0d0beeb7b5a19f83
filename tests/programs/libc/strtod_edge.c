/* strtod_edge.c: the odd ends of text to floating point, in all three formats and wide. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static const char *const texts[] = {
	"",
	" ",
	"+",
	"-",
	".",
	"e",
	"-.e1",
	"0",
	"-0",
	"+0",
	"00",
	"1",
	"  12abc",
	"\t\n\v\f\r 3",
	"1.",
	".5",
	"5.e",
	"1e",
	"1e+",
	"1e-",
	"1e5",
	"1E5",
	"1e+05x",
	"1.2.3",
	"--1",
	"+-1",
	"1e0x",
	"inf",
	"-INFINITY",
	"infinit",
	"INFx",
	"in",
	"nan",
	"-nan",
	"NaN()",
	"nan(123)",
	"nan(0x5)x",
	"nan(",
	"nan(abc_1)",
	"nan(a-b)",
	"0x",
	"0xg",
	"0x.",
	"0x.8",
	"0x1",
	"0X1P3",
	"0x1p",
	"0x1p+",
	"0x1.8p-1074",
	"0x1p-1075",
	"0x1.0001p-1075",
	"0x.00000000000000000000000001p100",
	"0x123456789abcdef0123456789abcdefp-20",
	"0x1.fffffffffffff8p1023",
	"0x1.fffffffffffff7p1023",
	"0x1.ffffffp127",
	"0x1.fffffefp127",
	"0x1p16384",
	"0x1.fffffffffffffffep16383",
	"0x1p-16445",
	"0x1p-16446",
	"0x1.1p-16446",
	"0x1p999999999999",
	"0x1p-999999999999",
	"0x0p999999",
	"1e400",
	"-1e400",
	"1e-400",
	"1e38",
	"3.4028235e38",
	"3.4028236e38",
	"1.4e-45",
	"7e-46",
	"7.1e-46",
	"1.17549435e-38",
	"1.17549428e-38",
	"2.2250738585072011e-308",
	"2.2250738585072012e-308",
	"2.2250738585072014e-308",
	"4.9406564584124654e-324",
	"2.4703282292062327e-324",
	"2.4703282292062328e-324",
	"1.7976931348623157e308",
	"1.7976931348623158e308",
	"1.7976931348623159e308",
	"9007199254740993",
	"9007199254740992.9999999999999999999999999",
	"9007199254740993.0000000000000000000000000000000000000000000000000000000000000000001",
	"18446744073709551615",
	"18446744073709551616.5",
	"1.18973149535723176502e4932",
	"1.2e4932",
	"1.8e-4951",
	"1e-5000",
	"1e999999999999999999999",
	"0e999999999999",
	"1e-999999999999",
	"0.000000000000000000000000000000000000000000000000000001e54",
	"100000000000000000000000000000000000000000e-41",
	"8.5",
	"1.0000000000000001110223024625156540423631668090820312",
	"1.00000000000000011102230246251565404236316680908203125",
	"1.00000000000000011102230246251565404236316680908203126",
	"1.00000000000000033306690738754696212708950042724609375",
	"16777217",
	"16777219",
	"0.1",
	"123456789012345678901234567890"};

int main(void)
{
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const char *s = texts[i];
		char *end;
		errno = 0;
		float f = strtof(s, &end);
		printf("%s: %a %td %d", s, f, end - s, errno);
		errno = 0;
		double d = strtod(s, &end);
		printf(" %a %td %d", d, end - s, errno);
		errno = 0;
		long double l = strtold(s, &end);
		printf(" %La %td %d", l, end - s, errno);
		printf(" %g %d\n", atof(s), !!signbit(d));
		wchar_t w[200], *wend;
		mbstowcs(w, s, 200);
		double wd = wcstod(w, &wend);
		if (wend - w != end - s || memcmp(&wd, &d, sizeof d))
			printf("  wide: %a %td\n", wd, wend - w);
	}
	unsigned long long bits;
	double n = strtod("nan(0x123456789abcd)", NULL);
	memcpy(&bits, &n, sizeof bits);
	printf("%llx\n", bits);
	n = -strtod("nan", NULL);
	printf("%f\n", n);
	/* A tie that is decided in its eight hundredth digit. */
	char big[1000];
	snprintf(big, sizeof big, "%.0f", 0x1.0000000000001p1023);
	printf("%a ", strtod(big, NULL));
	snprintf(big, sizeof big, "%.900f", 0x1p-1074);
	for (size_t k = strlen(big); big[k - 1] == '0'; k--)
		big[k - 1] = '\0';
	printf("%a ", strtod(big, NULL));
	strcpy(big, "2.4703282292062327208051355014178e-324");
	printf("%a\n", strtod(big, NULL));
	return 0;
}
