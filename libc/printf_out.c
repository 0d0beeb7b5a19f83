/* printf_out.c: the destination of printf's text. */
#include <stdlib.h>
#include <string.h>
#include "printf_impl.h"

/* Room for n elements and a null more. */
static bool make_room(struct printf_out *o, size_t n)
{
	if (o->used + n < o->room)
		return true;
	size_t size = o->room ? o->room : 64;
	while (size <= o->used + n)
		size *= 2;
	void *p = realloc(o->buf, o->wide ? size * sizeof(wchar_t) : size);
	if (!p) {
		o->failed = true;
		return false;
	}
	o->buf = p;
	o->room = size;
	return true;
}

/* Writes the output that was collected for an unbuffered stream. */
static void spill(struct printf_out *o)
{
	if (o->used > 0 && __stdio_write(o->fp, o->buf, o->used) != o->used)
		o->failed = true;
	o->used = 0;
}

static void collect(struct printf_out *o, const char *s, size_t n)
{
	while (n > 0) {
		size_t part = o->room - o->used < n ? o->room - o->used : n;
		memcpy((char *)o->buf + o->used, s, part);
		o->used += part;
		s += part;
		n -= part;
		if (o->used == o->room)
			spill(o);
	}
}

static void widen(struct printf_out *o, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		wchar_t c = (unsigned char)s[i];
		__printf_wchars(o, &c, 1);
	}
}

void __printf_bytes(struct printf_out *o, const char *s, size_t n)
{
	if (n == 0 || o->failed)
		return;
	if (o->wide) {
		widen(o, s, n);
		return;
	}
	o->total += n;
	if (o->fp && !o->buf) {
		if (__stdio_write(o->fp, s, n) != n)
			o->failed = true;
	} else if (o->fp) {
		collect(o, s, n);
	} else {
		if (o->grow && !make_room(o, n))
			return;
		size_t fits = o->room - o->used < n ? o->room - o->used : n;
		memcpy((char *)o->buf + o->used, s, fits);
		o->used += fits;
	}
}

void __printf_chars(struct printf_out *o, const char *s, size_t n)
{
	FILE *fp = o->fp;
	if (!fp || o->buf || o->wide || o->failed ||
		fp->_IO_write_end - fp->_IO_write_ptr >= (ssize_t)n) {
		__printf_bytes(o, s, n);
		return;
	}
	o->total += n;
	for (size_t i = 0; i < n && !o->failed; i++)
		o->failed = putc_unlocked(s[i], fp) == EOF;
}

/* One wide character as bytes of the locale. */
static void put_multibyte(struct printf_out *o, wchar_t c)
{
	char bytes[MULTIBYTE_MAX];
	mbstate_t state = {0};
	size_t n = wcrtomb(bytes, c, &state);
	if (n == (size_t)-1)
		o->failed = true;
	else
		__printf_bytes(o, bytes, n);
}

void __printf_wchars(struct printf_out *o, const wchar_t *s, size_t n)
{
	for (size_t i = 0; i < n && !o->failed; i++) {
		if (!o->wide) {
			put_multibyte(o, s[i]);
			continue;
		}
		o->total++;
		if (o->fp) {
			if (__stdio_putwc(s[i], o->fp) == WEOF)
				o->failed = true;
		} else if (o->used < o->room) {
			((wchar_t *)o->buf)[o->used++] = s[i];
		}
	}
}

void __printf_pad(struct printf_out *o, char c, ssize_t n)
{
	if (n <= 0)
		return;
	char run[16];
	memset(run, c, sizeof run);
	for (; n > 0; n -= (ssize_t)sizeof run)
		__printf_bytes(o, run, n < (ssize_t)sizeof run ? (size_t)n : sizeof run);
}

int __printf_finish(struct printf_out *o)
{
	if (o->fp && o->buf)
		spill(o);
	if (o->failed)
		return -1;
	if (o->total > 0x7fffffff) {
		errno = EOVERFLOW;
		return -1;
	}
	return (int)o->total;
}
