/* num.c: decimal and hexadecimal, with a sign. */
#include "num.h"

#include <ctype.h>
#include <limits.h>

static int digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

static const char *read_hex(const char *at, int *value)
{
	unsigned n = 0;
	for (; isxdigit((unsigned char)*at); at++)
		n = n * 16 + (unsigned)digit(*at);
	*value = (int)n;
	return at;
}

static const char *read_decimal(const char *at, int *value)
{
	const char *begin = at;
	*value = 0;
	for (; isdigit((unsigned char)*at); at++) {
		if (*value > (INT_MAX - digit(*at)) / 10)
			return begin;
		*value = *value * 10 + digit(*at);
	}
	return at;
}

int num_read(const char *text, int *value)
{
	const char *at = text, *end;
	int minus = *at == '-';
	at += minus || *at == '+';
	if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
		end = read_hex(at + 2, value);
	else
		end = read_decimal(at, value);
	if (end == at)
		return 0;
	if (minus)
		*value = (int)-(unsigned)*value;
	return (int)(end - text);
}
