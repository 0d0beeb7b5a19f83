/* stdlib_misc.c: absolute values, divisions, radix-64, suboptions, yes and no. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"

int abs(int x)
{
	return x < 0 ? -x : x;
}

long labs(long x)
{
	return x < 0 ? -x : x;
}

long long llabs(long long x)
{
	return x < 0 ? -x : x;
}

intmax_t imaxabs(intmax_t x)
{
	return x < 0 ? -x : x;
}

div_t div(int a, int b)
{
	return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b)
{
	return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b)
{
	return (lldiv_t){a / b, a % b};
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b)
{
	return (imaxdiv_t){a / b, a % b};
}

/* ---- radix 64: ./0-9A-Za-z, least significant digit first ---- */

static int digit64(char c)
{
	if (c >= '.' && c <= '9')
		return c - '.';
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 12;
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 38;
	return -1;
}

long a64l(const char *s)
{
	unsigned long value = 0;
	for (int i = 0; i < 6 && s[i]; i++) {
		int d = digit64(s[i]);
		if (d < 0)
			break;
		value |= (unsigned long)d << (6 * i);
	}
	return (long)(uint32_t)value;
}

char *l64a(long n)
{
	static char text[7];
	uint32_t rest = (uint32_t)n;
	int i = 0;
	for (; rest; rest >>= 6) {
		int d = (int)(rest & 63);
		text[i++] = (char)(d < 12 ? '.' + d : d < 38 ? 'A' + d - 12 : 'a' + d - 38);
	}
	text[i] = 0;
	return text;
}

/* Cuts the next name[=value] off *option and finds name among the tokens. */
int getsubopt(char **restrict option, char *const *restrict tokens, char **restrict value)
{
	char *start = *option;
	*value = NULL;
	if (!*start)
		return -1;
	char *end = start + strcspn(start, ",");
	char *equals = memchr(start, '=', (size_t)(end - start));
	size_t n = (size_t)((equals ? equals : end) - start);
	*option = *end ? end + 1 : end;
	for (int i = 0; tokens[i]; i++)
		if (strncmp(tokens[i], start, n) == 0 && !tokens[i][n]) {
			*value = equals ? equals + 1 : NULL;
			*end = 0;
			return i;
		}
	*value = start;
	*end = 0;
	return -1;
}

int rpmatch(const char *answer)
{
	if (*answer == 'y' || *answer == 'Y')
		return 1;
	return *answer == 'n' || *answer == 'N' ? 0 : -1;
}
