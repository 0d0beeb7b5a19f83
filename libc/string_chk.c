/* string_chk.c: the names that _FORTIFY_SOURCE calls; room is the size of the destination. */
#include <string.h>
#include <wchar.h>
#include "core.h"

_Noreturn void __chk_fail(void);

static void check(int fits)
{
	if (!fits)
		__chk_fail();
}

void *__memcpy_chk(void *dst, const void *src, size_t n, size_t room)
{
	check(n <= room);
	return memcpy(dst, src, n);
}

void *__memmove_chk(void *dst, const void *src, size_t n, size_t room)
{
	check(n <= room);
	return memmove(dst, src, n);
}

void *__memset_chk(void *dst, int c, size_t n, size_t room)
{
	check(n <= room);
	return memset(dst, c, n);
}

void *__mempcpy_chk(void *dst, const void *src, size_t n, size_t room)
{
	check(n <= room);
	return (char *)memcpy(dst, src, n) + n;
}

void __explicit_bzero_chk(void *dst, size_t n, size_t room)
{
	check(n <= room);
	memset(dst, 0, n);
}

char *__strcpy_chk(char *dst, const char *src, size_t room)
{
	check(strlen(src) < room);
	return strcpy(dst, src);
}

char *__stpcpy_chk(char *dst, const char *src, size_t room)
{
	check(strlen(src) < room);
	return stpcpy(dst, src);
}

char *__strncpy_chk(char *dst, const char *src, size_t n, size_t room)
{
	check(n <= room);
	return strncpy(dst, src, n);
}

char *__stpncpy_chk(char *dst, const char *src, size_t n, size_t room)
{
	check(n <= room);
	return stpncpy(dst, src, n);
}

char *__strcat_chk(char *dst, const char *src, size_t room)
{
	check(strlen(dst) + strlen(src) < room);
	return strcat(dst, src);
}

char *__strncat_chk(char *dst, const char *src, size_t n, size_t room)
{
	check(strlen(dst) + strnlen(src, n) < room);
	return strncat(dst, src, n);
}

/* ---- wide characters: room counts wide characters ---- */

wchar_t *__wmemcpy_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room)
{
	check(n <= room);
	return wmemcpy(dst, src, n);
}

wchar_t *__wmemmove_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room)
{
	check(n <= room);
	return wmemmove(dst, src, n);
}

wchar_t *__wmempcpy_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room)
{
	check(n <= room);
	return wmemcpy(dst, src, n) + n;
}

wchar_t *__wmemset_chk(wchar_t *dst, wchar_t c, size_t n, size_t room)
{
	check(n <= room);
	return wmemset(dst, c, n);
}

wchar_t *__wcscpy_chk(wchar_t *dst, const wchar_t *src, size_t room)
{
	check(wcslen(src) < room);
	return wcscpy(dst, src);
}

wchar_t *__wcpcpy_chk(wchar_t *dst, const wchar_t *src, size_t room)
{
	check(wcslen(src) < room);
	return wcpcpy(dst, src);
}

wchar_t *__wcsncpy_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room)
{
	check(n <= room);
	return wcsncpy(dst, src, n);
}

wchar_t *__wcpncpy_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room)
{
	check(n <= room);
	return wcpncpy(dst, src, n);
}

wchar_t *__wcscat_chk(wchar_t *dst, const wchar_t *src, size_t room)
{
	check(wcslen(dst) + wcslen(src) < room);
	return wcscat(dst, src);
}

wchar_t *__wcsncat_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room)
{
	check(wcslen(dst) + wcsnlen(src, n) < room);
	return wcsncat(dst, src, n);
}

size_t __mbsrtowcs_chk(wchar_t *dst, const char **src, size_t n, mbstate_t *st, size_t room)
{
	check(n <= room);
	return mbsrtowcs(dst, src, n, st);
}

size_t __mbsnrtowcs_chk(wchar_t *dst, const char **src, size_t bytes, size_t n, mbstate_t *st,
						size_t room)
{
	check(n <= room);
	return mbsnrtowcs(dst, src, bytes, n, st);
}

size_t __wcsrtombs_chk(char *dst, const wchar_t **src, size_t n, mbstate_t *st, size_t room)
{
	check(n <= room);
	return wcsrtombs(dst, src, n, st);
}

size_t __wcsnrtombs_chk(char *dst, const wchar_t **src, size_t wides, size_t n, mbstate_t *st,
						size_t room)
{
	check(n <= room);
	return wcsnrtombs(dst, src, wides, n, st);
}

/* glibc requires MB_LEN_MAX here, whatever the character needs. */
size_t __wcrtomb_chk(char *dst, wchar_t c, mbstate_t *st, size_t room)
{
	check(room >= (__drift_utf8() ? 6 : 1));
	return wcrtomb(dst, c, st);
}
