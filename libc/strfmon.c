/* strfmon.c: amounts of money. The available locales have no currency: an amount is a number with a
 * point and two digits after it, and a minus sign before it if it is negative. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <monetary.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How an amount is written. */
struct money {
	char fill;    /* before the number, up to left digits */
	int brackets; /* negative ones are in brackets; else they have a sign */
	int to_left;  /* of its field */
	int width;    /* of that */
	int left;     /* digits before the point; -1: as many as needed */
	int right;    /* behind it */
};

/* Parses a number after '#' or '.', or the width; -1: there is none, or it is too large. */
static int read_number(const char **at)
{
	long n = 0;
	if (!isdigit((unsigned char)**at))
		return -1;
	for (; isdigit((unsigned char)**at); (*at)++)
		if ((n = n * 10 + (**at - '0')) > INT_MAX)
			return -1;
	return (int)n;
}

/* Parses the specification after '%'; returns NULL if it is invalid. *sign: a sign or brackets were
 * requested. */
static const char *read_spec(const char *at, struct money *m)
{
	int said = 0;
	*m = (struct money){.fill = ' ', .left = -1, .right = -1};
	for (;; at++) {
		if (*at == '=') {
			if (!*++at)
				return NULL;
			m->fill = *at;
		} else if (*at == '(' || *at == '+') {
			if (said++)
				return NULL;
			m->brackets = *at == '(';
		} else if (*at == '-') {
			m->to_left = 1;
		} else if (*at != '^' && *at != '!') {
			break;
		}
	}
	if (isdigit((unsigned char)*at) && (m->width = read_number(&at)) < 0)
		return NULL;
	if (*at == '#' && (at++, m->left = read_number(&at)) < 0)
		return NULL;
	if (*at == '.' && (at++, m->right = read_number(&at)) < 0)
		return NULL;
	at += *at == 'L';
	return *at == 'i' || *at == 'n' ? at : NULL;
}

/* The text of an amount, to be freed. */
static char *money_text(const struct money *m, long double amount)
{
	char *digits, *all;
	int negative = __builtin_signbit(amount) != 0;
	if (asprintf(&digits, "%.*Lf", m->right < 0 ? 2 : m->right, negative ? -amount : amount) < 0)
		return NULL;
	int whole = (int)strcspn(digits, "."), fill = m->left > whole ? m->left - whole : 0;
	/* If the number of digits is given, positive amounts reserve space for the sign. */
	int room = m->left >= 0 && !negative;
	const char *before = negative ? m->brackets ? "(" : "-" : room ? " " : "";
	const char *behind = m->brackets && negative ? ")" : "";
	char *filler = malloc((size_t)fill + 1);
	if (filler) {
		memset(filler, m->fill, (size_t)fill);
		filler[fill] = 0;
	}
	if (!filler || asprintf(&all, "%s%s%s%s", before, filler, digits, behind) < 0)
		all = NULL;
	free(filler);
	free(digits);
	return all;
}

static ssize_t format(char *to, size_t size, const char *at, va_list args)
{
	size_t n = 0;
	for (; *at; at++) {
		struct money m;
		if (*at != '%' || at[1] == '%') {
			at += *at == '%';
			if (n + 1 >= size)
				goto full;
			to[n++] = *at;
			continue;
		}
		const char *end = read_spec(at + 1, &m);
		if (!end) {
			errno = EINVAL;
			return -1;
		}
		long double amount = end[-1] == 'L' ? va_arg(args, long double) : va_arg(args, double);
		char *text = money_text(&m, amount);
		if (!text)
			return -1;
		size_t len = strlen(text), sign = strspn(text, "(- "),
			   pad = (size_t)m.width > len ? (size_t)m.width - len : 0;
		if (n + len + pad + 1 > size) {
			/* As in glibc, digits that do not fit are an error without an errno. */
			int silent = n + sign <= size && n + len - (text[len - 1] == ')') > size;
			free(text);
			if (silent)
				return -1;
			goto full;
		}
		memset(to + n, ' ', len + pad);
		memcpy(to + n + (m.to_left ? 0 : pad), text, len);
		n += len + pad;
		free(text);
		at = end;
	}
	if (n < size) {
		to[n] = 0;
		return (ssize_t)n;
	}
full:
	errno = E2BIG;
	return -1;
}

ssize_t strfmon(char *restrict to, size_t size, const char *restrict fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	ssize_t n = format(to, size, fmt, args);
	va_end(args);
	return n;
}

ssize_t strfmon_l(char *restrict to, size_t size, locale_t locale, const char *restrict fmt, ...)
{
	va_list args;
	(void)locale;
	va_start(args, fmt);
	ssize_t n = format(to, size, fmt, args);
	va_end(args);
	return n;
}
