/* stdlib_strtol.c: integer texts in all bases: value, end and errno. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static const char *const texts[] = {"",
									" ",
									"-",
									"+",
									"0",
									"-0",
									"00",
									"1",
									"+1",
									"-1",
									"  42abc",
									"\t\n\v\f\r7",
									"0x",
									"0x1F",
									"0X1fg",
									"0xg",
									"-0x10",
									"+0x",
									"- 1",
									"--1",
									"010",
									"08",
									"019",
									"0b101",
									"0B1",
									"z",
									"Zz9",
									"2147483647",
									"2147483648",
									"-2147483648",
									"-2147483649",
									"4294967295",
									"4294967296",
									"-4294967295",
									"9223372036854775807",
									"9223372036854775808",
									"-9223372036854775808",
									"-9223372036854775809",
									"18446744073709551615",
									"18446744073709551616",
									"-18446744073709551615",
									"-18446744073709551616",
									"99999999999999999999999999",
									"-99999999999999999999999999x",
									"0xffffffffffffffff",
									"0x10000000000000000",
									"7fffffffffffffff",
									"1777777777777777777777",
									"2000000000000000000000",
									"12 34",
									"1,000",
									"1_0",
									"\xa0"
									"1",
									"0x0x1",
									"0 x1"};

#define TRY(f, format)                                                   \
	do {                                                                 \
		char *end = (char *)texts[0];                                    \
		errno = 0;                                                       \
		printf(" " format, f(s, &end, base));                            \
		printf("+%d e%d", end == texts[0] ? -1 : (int)(end - s), errno); \
	} while (0)

int main(void)
{
	static const int bases[] = {0, 2, 3, 8, 10, 16, 36, 1, -1, 37};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const char *s = texts[i];
		printf("'%s' atoi %d atol %ld atoll %lld\n", s, atoi(s), atol(s), atoll(s));
		for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
			int base = bases[b];
			printf("  base %d:", base);
			TRY(strtol, "%ld");
			TRY(strtoul, "%lu");
			TRY(strtoll, "%lld");
			TRY(strtoull, "%llu");
			TRY(strtoimax, "%jd");
			TRY(strtoumax, "%ju");
			wchar_t wide[64], *wend = wide;
			mbstowcs(wide, s, 64);
			if ((unsigned char)s[0] < 128) {
				errno = 0;
				printf(" w%ld", wcstol(wide, &wend, base));
				printf("+%d e%d", (int)(wend - wide), errno);
				printf(" w%llu", wcstoull(wide, NULL, base));
			}
			printf("\n");
		}
	}
	printf("%ld\n", strtol("123", NULL, 10));
	return 0;
}
