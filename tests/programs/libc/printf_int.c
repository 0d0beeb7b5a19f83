/* printf_int.c: every integer conversion with every flag, width, precision and length. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *const flags[] = {"",   "-",  "+",  " ",  "0", "#", "-0",  "+ ",
									"0#", "#-", "+0", " 0", "'", "I", "0'#+"};
static const char *const sizes[] = {"",   "1",   "12",  ".", ".0", ".1",
									".5", "9.4", "3.7", "*", ".*", "*.*"};
static const char *const lengths[] = {"hh", "h", "", "l", "ll", "q", "j", "z", "t", "L", "Z"};
static const long long values[] = {0,    1,     -1,      42,       255,       256,
								   -129, 65535, INT_MIN, UINT_MAX, LLONG_MIN, LLONG_MAX};

static void one(const char *fmt, const char *size, long long v)
{
	char buf[128];
	int n;
	int stars = (strchr(size, '*') != NULL) + (strstr(size, ".*") != NULL && size[0] == '*');
	if (stars == 2)
		n = snprintf(buf, sizeof buf, fmt, -11, 3, v);
	else if (stars == 1)
		n = snprintf(buf, sizeof buf, fmt, 6, v);
	else
		n = snprintf(buf, sizeof buf, fmt, v);
	printf("%s|%s|%d\n", fmt, buf, n);
}

int main(void)
{
	unsigned turn = 0;
	for (const char *conv = "diouxX"; *conv; conv++)
		for (size_t f = 0; f < sizeof flags / sizeof *flags; f++)
			for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
				/* Lengths take turns; values too, two of them each time. */
				char fmt[32];
				const char *len = lengths[turn % 11];
				snprintf(fmt, sizeof fmt, "%%%s%s%s%c", flags[f], sizes[s], len, *conv);
				one(fmt, sizes[s], values[turn % 12]);
				one(fmt, sizes[s], values[(turn / 12 + 5) % 12]);
				turn++;
			}
	for (size_t v = 0; v < sizeof values / sizeof *values; v++)
		for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
			char fmt[32];
			snprintf(fmt, sizeof fmt, "%%%sd", lengths[l]);
			one(fmt, "", values[v]);
		}
	printf("%p %p %20p|%-20p|%020p|%+p|% p|%.12p|%#p\n", NULL, (void *)0x1234, (void *)0xabc,
		   (void *)0xabc, (void *)0xabc, (void *)0xabc, (void *)0xabc, (void *)0xabc,
		   (void *)0xabc);
	printf("%10p|%-10p|%.2p|%+p\n", NULL, NULL, NULL, NULL);
	printf("%d %ld %lld\n", INT_MAX, LONG_MAX, LLONG_MAX);
	return 0;
}
