/* strtod_random.c: thousands of random texts to floating point, and round trips. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 2463534242u;

static uint64_t next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static void show(const char *s)
{
	char *end;
	errno = 0;
	double d = strtod(s, &end);
	int e = errno;
	printf("%s %a %td %d %a %La\n", s, d, end - s, e, strtof(s, NULL), strtold(s, NULL));
}

int main(void)
{
	char text[100];
	for (int i = 0; i < 400; i++) {
		int exp = i < 380 ? (int)(next() % 60) - 30 : (int)(next() % 700) - 350;
		uint64_t whole = next() >> next() % 64, frac = next() >> next() % 64;
		snprintf(text, sizeof text, "%s%llu.%llue%d", next() % 2 ? "-" : "",
				 (unsigned long long)whole, (unsigned long long)frac, exp);
		show(text);
	}
	/* Halfway between two neighbours, and a bit to either side. */
	for (int i = 0; i < 150; i++) {
		uint64_t m = (next() >> 11 | 1ull << 52) * 2 + 1;
		unsigned shift = (unsigned)(next() % 10);
		unsigned __int128 v = (unsigned __int128)m << shift;
		unsigned long long high = (unsigned long long)(v / 10000000000000000ull),
						   low = (unsigned long long)(v % 10000000000000000ull);
		snprintf(text, sizeof text, "%llu%016llu%s", high, low,
				 i % 3 == 0   ? ""
				 : i % 3 == 1 ? ".0000000000000000001"
							  : "e-1");
		show(text);
	}
	int same = 0;
	for (int i = 0; i < 300; i++) {
		uint64_t u = (next() & ~(0x7ffull << 52)) | (1023 - 50 + next() % 100) << 52;
		double d;
		memcpy(&d, &u, sizeof d);
		snprintf(text, sizeof text, "%.17g", d);
		same += strtod(text, NULL) == d;
		snprintf(text, sizeof text, "%a", d);
		same += strtod(text, NULL) == d;
	}
	for (int i = 0; i < 150; i++) {
		long double d = (long double)(int64_t)next() / (long double)(next() >> 20 | 1);
		snprintf(text, sizeof text, "%.21Lg", d);
		same += strtold(text, NULL) == d;
		snprintf(text, sizeof text, "%La", d);
		same += strtold(text, NULL) == d;
	}
	printf("%d of 900\n", same);
	for (int i = 0; i < 150; i++) {
		snprintf(text, sizeof text, "0x%llx.%llxp%d", (unsigned long long)(next() >> next() % 64),
				 (unsigned long long)next(), (int)(next() % 200) - 100);
		show(text);
	}
	return 0;
}
