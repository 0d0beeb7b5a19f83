/* multibyte_stdlib.c: the multibyte functions of stdlib.h, without an explicit state, and uchar.h.
 */
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include "core.h"

size_t __ctype_get_mb_cur_max(void)
{
	return __drift_utf8() ? 6 : 1;
}

int mbtowc(wchar_t *restrict out, const char *restrict s, size_t n)
{
	mbstate_t st = {0};
	if (!s)
		return 0;
	if (!*s) { /* the end of a text counts, however small n is */
		if (out)
			*out = 0;
		return 0;
	}
	size_t r = mbrtowc(out, s, n, &st);
	return r >= (size_t)-2 ? -1 : (int)r;
}

int mblen(const char *s, size_t n)
{
	return mbtowc(NULL, s, n);
}

int wctomb(char *s, wchar_t c)
{
	mbstate_t st = {0};
	return s ? (int)wcrtomb(s, c, &st) : 0;
}

size_t mbstowcs(wchar_t *restrict dst, const char *restrict src, size_t n)
{
	mbstate_t st = {0};
	const char *s = src;
	return mbsrtowcs(dst, &s, n, &st);
}

size_t wcstombs(char *restrict dst, const wchar_t *restrict src, size_t n)
{
	mbstate_t st = {0};
	const wchar_t *s = src;
	return wcsrtombs(dst, &s, n, &st);
}

static void fail_unless(int fits)
{
	_Noreturn void __chk_fail(void);
	if (!fits)
		__chk_fail();
}

size_t __mbstowcs_chk(wchar_t *dst, const char *src, size_t n, size_t room)
{
	fail_unless(n <= room);
	return mbstowcs(dst, src, n);
}

size_t __wcstombs_chk(char *dst, const wchar_t *src, size_t n, size_t room)
{
	fail_unless(n <= room);
	return wcstombs(dst, src, n);
}

int __wctomb_chk(char *dst, wchar_t c, size_t room)
{
	fail_unless(room >= __ctype_get_mb_cur_max());
	return wctomb(dst, c);
}

/* ---- uchar.h ---- */

size_t mbrtoc32(char32_t *restrict out, const char *restrict s, size_t n, mbstate_t *restrict st)
{
	static mbstate_t own;
	wchar_t wide;
	size_t r = mbrtowc(s ? &wide : NULL, s, n, st ? st : &own);
	if (s && out && r < (size_t)-2)
		*out = (char32_t)wide;
	return r;
}

size_t c32rtomb(char *restrict s, char32_t c, mbstate_t *restrict st)
{
	return wcrtomb(s, (wchar_t)c, st);
}

/* If the sign bit of __count is set, __wch has the second half of a pair. */
#define PAIR_WAITS INT32_MIN

size_t mbrtoc16(char16_t *restrict out, const char *restrict s, size_t n, mbstate_t *restrict st)
{
	static mbstate_t own;
	wchar_t wide;
	if (!st)
		st = &own;
	if (st->__count == PAIR_WAITS) {
		st->__count = 0;
		if (out)
			*out = (char16_t)st->__value.__wch;
		return (size_t)-3;
	}
	size_t r = mbrtowc(s ? &wide : NULL, s, n, st);
	if (!s || r >= (size_t)-2)
		return r;
	if (wide < 0x10000) {
		if (out)
			*out = (char16_t)wide;
		return r;
	}
	if (out)
		*out = (char16_t)(0xd7c0 + (wide >> 10));
	st->__count = PAIR_WAITS;
	st->__value.__wch = 0xdc00 + ((unsigned)wide & 0x3ff);
	return r;
}

size_t c16rtomb(char *restrict s, char16_t c, mbstate_t *restrict st)
{
	static mbstate_t own;
	if (!st)
		st = &own;
	if (!s) {
		st->__count = 0;
		return 1;
	}
	if (st->__count == PAIR_WAITS) {
		st->__count = 0;
		if (c < 0xdc00 || c > 0xdfff) {
			errno = EILSEQ;
			return (size_t)-1;
		}
		return wcrtomb(s, (wchar_t)((st->__value.__wch << 10) + (c - 0xdc00u) + 0x10000), st);
	}
	if (c >= 0xd800 && c < 0xdc00) {
		st->__count = PAIR_WAITS;
		st->__value.__wch = c - 0xd800u;
		return 0;
	}
	return wcrtomb(s, c, st);
}
