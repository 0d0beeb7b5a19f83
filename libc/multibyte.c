/* multibyte.c: converts between bytes and wide characters, in ASCII (locale C) and UTF-8 (C.UTF-8).
 *
 * As in glibc, UTF-8 goes up to 31 bits in six bytes. Overlong forms and surrogates are errors,
 * which are detected at the last byte. An mbstate_t has the state of an incomplete character:
 * __count = its length << 8 | bytes read, 0 between characters; __wch = its value so far, already
 * shifted to its place.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "core.h"

/* Bytes of the longest character. MB_LEN_MAX is 1 in a freestanding limits.h. */
#define LONGEST 6
#define ILLEGAL ((size_t)-1)
#define INCOMPLETE ((size_t)-2)

static size_t illegal(void)
{
	errno = EILSEQ;
	return ILLEGAL;
}

/* Length of the character that byte c begins, 0 if it begins none. */
static unsigned lead_length(unsigned char c)
{
	if (c < 0x80)
		return 1;
	if (c < 0xc2)
		return 0;
	if (c < 0xe0)
		return 2;
	if (c < 0xf0)
		return 3;
	if (c < 0xf8)
		return 4;
	if (c < 0xfc)
		return 5;
	return c < 0xfe ? 6 : 0;
}

/* The least value that needs length bytes. */
static uint32_t least(unsigned length)
{
	return length == 2 ? 0x80 : (uint32_t)1 << (5 * length - 4);
}

static size_t utf8_step(wchar_t *out, const unsigned char *s, size_t n, mbstate_t *st)
{
	unsigned length = (unsigned)st->__count >> 8, have = (unsigned)st->__count & 0xff;
	uint32_t value = st->__value.__wch;
	size_t i = 0;
	if (length == 0) {
		length = lead_length(s[0]);
		if (length == 0)
			return illegal();
		value = length == 1 ? s[0] : (uint32_t)(s[0] & (0x7f >> length)) << (6 * (length - 1));
		have = 1;
		i = 1;
	}
	for (; have < length; have++, i++) {
		if (i == n) {
			st->__count = (int)(length << 8 | have);
			st->__value.__wch = value;
			return INCOMPLETE;
		}
		if ((s[i] & 0xc0) != 0x80)
			return illegal();
		value |= (uint32_t)(s[i] & 0x3f) << (6 * (length - have - 1));
	}
	if (length > 1 && (value < least(length) || (value >= 0xd800 && value < 0xe000)))
		return illegal();
	st->__count = 0;
	if (out)
		*out = (wchar_t)value;
	return value ? i : 0;
}

size_t mbrtowc(wchar_t *restrict out, const char *restrict s, size_t n, mbstate_t *restrict st)
{
	static mbstate_t own;
	if (!st)
		st = &own;
	if (!s) {
		out = NULL;
		s = "";
		n = 1;
	}
	if (n == 0)
		return INCOMPLETE;
	if (__drift_utf8())
		return utf8_step(out, (const unsigned char *)s, n, st);
	if ((unsigned char)*s >= 0x80)
		return illegal();
	if (out)
		*out = *s;
	return *s != 0;
}

size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict st)
{
	static mbstate_t own;
	return mbrtowc(NULL, s, n, st ? st : &own);
}
ALIAS(mbrlen, __mbrlen);

int mbsinit(const mbstate_t *st)
{
	return !st || st->__count == 0;
}

size_t wcrtomb(char *restrict s, wchar_t wide, mbstate_t *restrict st)
{
	uint32_t c = (uint32_t)wide;
	(void)st;
	if (!s)
		return 1;
	if (c < 0x80) {
		s[0] = (char)c;
		return 1;
	}
	if (!__drift_utf8() || c > 0x7fffffff || (c >= 0xd800 && c < 0xe000))
		return illegal();
	unsigned length = 2;
	while (length < 6 && c >= least(length + 1))
		length++;
	s[0] = (char)((0xff00 >> length & 0xff) | c >> (6 * (length - 1)));
	for (unsigned i = 1; i < length; i++)
		s[i] = (char)(0x80 | (c >> (6 * (length - i - 1)) & 0x3f));
	return length;
}

wint_t btowc(int c)
{
	return c >= 0 && c < 0x80 ? (wint_t)c : WEOF;
}

int wctob(wint_t c)
{
	return c < 0x80 ? (int)c : EOF;
}

/* ---- strings ---- */

size_t mbsnrtowcs(wchar_t *restrict dst, const char **restrict src, size_t bytes, size_t n,
				  mbstate_t *restrict st)
{
	static mbstate_t own;
	mbstate_t scratch;
	const char *s = *src;
	size_t done = 0;
	if (!st)
		st = &own;
	if (!dst) {
		scratch = *st;
		st = &scratch;
		n = SIZE_MAX;
	}
	while (done < n && bytes > 0) {
		wchar_t c;
		size_t step = mbrtowc(&c, s, bytes, st);
		if (step == ILLEGAL) {
			done = ILLEGAL;
			break;
		}
		if (step == INCOMPLETE) {
			s += bytes;
			break;
		}
		if (dst)
			dst[done] = c;
		if (step == 0) {
			s = NULL;
			break;
		}
		s += step;
		bytes -= step;
		done++;
	}
	if (dst)
		*src = s;
	return done;
}

size_t mbsrtowcs(wchar_t *restrict dst, const char **restrict src, size_t n, mbstate_t *restrict st)
{
	return mbsnrtowcs(dst, src, SIZE_MAX, n, st);
}

size_t wcsnrtombs(char *restrict dst, const wchar_t **restrict src, size_t wides, size_t n,
				  mbstate_t *restrict st)
{
	const wchar_t *s = *src;
	size_t done = 0;
	if (!dst)
		n = SIZE_MAX;
	for (; wides > 0; wides--, s++) {
		char text[LONGEST];
		size_t step = wcrtomb(text, *s, st);
		if (step == ILLEGAL) {
			done = ILLEGAL;
			break;
		}
		if (step > n - done)
			break;
		if (dst)
			memcpy(dst + done, text, step);
		if (!*s) {
			s = NULL;
			break;
		}
		done += step;
	}
	if (dst)
		*src = s;
	return done;
}

size_t wcsrtombs(char *restrict dst, const wchar_t **restrict src, size_t n, mbstate_t *restrict st)
{
	return wcsnrtombs(dst, src, SIZE_MAX, n, st);
}
