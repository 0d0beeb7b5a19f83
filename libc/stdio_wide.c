/* stdio_wide.c: wide characters on streams.
 *
 * The buffer of a wide stream contains bytes, which are converted character by character on reading
 * and writing. So positions, pushback and buffering are those of bytes. */
#include <limits.h>
#include <string.h>
#include "stdio_impl.h"

static struct stream *stream_of(FILE *fp)
{
	return (struct stream *)fp;
}

int fwide(FILE *fp, int mode)
{
	if (mode != 0 && fp->_mode == 0)
		fp->_mode = mode < 0 ? -1 : 1;
	return fp->_mode;
}

/* ---- reading ---- */

wint_t __stdio_getwc(FILE *fp)
{
	struct stream *s = stream_of(fp);
	for (;;) {
		if (fp->_IO_read_ptr >= fp->_IO_read_end && __underflow(fp) == EOF) {
			/* A character cut short by the end of the file is not missed. */
			s->read_state = (mbstate_t){0};
			return WEOF;
		}
		wchar_t c;
		size_t n = mbrtowc(&c, fp->_IO_read_ptr, 1, &s->read_state);
		if (n == (size_t)-1) {
			fp->_flags |= STREAM_ERR;
			s->read_state = (mbstate_t){0};
			return WEOF;
		}
		fp->_IO_read_ptr++;
		if (n != (size_t)-2)
			return (wint_t)c;
	}
}

wint_t fgetwc(FILE *fp)
{
	return __stdio_wide(fp) ? __stdio_getwc(fp) : WEOF;
}
ALIAS(fgetwc, getwc);
ALIAS(fgetwc, fgetwc_unlocked);
ALIAS(fgetwc, getwc_unlocked);

wint_t getwchar(void)
{
	return fgetwc(stdin);
}
ALIAS(getwchar, getwchar_unlocked);

wint_t __stdio_ungetwc(wint_t c, FILE *fp)
{
	char bytes[MULTIBYTE_MAX];
	mbstate_t state = {0};
	size_t n = c == WEOF ? (size_t)-1 : wcrtomb(bytes, (wchar_t)c, &state);
	if (n == (size_t)-1)
		return WEOF;
	while (n > 0)
		if (__stdio_unget((unsigned char)bytes[--n], fp) == EOF)
			return WEOF;
	return c;
}

wint_t ungetwc(wint_t c, FILE *fp)
{
	return __stdio_wide(fp) ? __stdio_ungetwc(c, fp) : WEOF;
}

wchar_t *fgetws(wchar_t *buf, int n, FILE *fp)
{
	if (n <= 0)
		return NULL;
	if (n == 1) {
		buf[0] = L'\0';
		return buf;
	}
	if (!__stdio_wide(fp))
		return NULL;
	int old_error = fp->_flags & STREAM_ERR;
	fp->_flags &= ~STREAM_ERR;
	int got = 0;
	while (got < n - 1) {
		wint_t c = __stdio_getwc(fp);
		if (c == WEOF)
			break;
		buf[got++] = (wchar_t)c;
		if (c == L'\n')
			break;
	}
	bool bad = got == 0 || ((fp->_flags & STREAM_ERR) && errno != EAGAIN);
	fp->_flags |= old_error;
	if (bad)
		return NULL;
	buf[got] = L'\0';
	return buf;
}
ALIAS(fgetws, fgetws_unlocked);

_Noreturn void __chk_fail(void);

wchar_t *__fgetws_chk(wchar_t *buf, size_t room, int n, FILE *fp)
{
	if (n > 0 && (size_t)n > room)
		__chk_fail();
	return fgetws(buf, n, fp);
}
ALIAS(__fgetws_chk, __fgetws_unlocked_chk);

/* ---- writing ---- */

wint_t __stdio_putwc(wchar_t c, FILE *fp)
{
	char bytes[MULTIBYTE_MAX];
	size_t n = wcrtomb(bytes, c, &stream_of(fp)->write_state);
	if (n == (size_t)-1 && !__drift_utf8() && c > 0) {
		/* Streams of the C locale replace characters that they cannot write. */
		bytes[0] = '?';
		n = 1;
	}
	if (n == (size_t)-1) {
		fp->_flags |= STREAM_ERR;
		return WEOF;
	}
	return __stdio_write(fp, bytes, n) == n ? (wint_t)c : WEOF;
}

wint_t fputwc(wchar_t c, FILE *fp)
{
	return __stdio_wide(fp) ? __stdio_putwc(c, fp) : WEOF;
}
ALIAS(fputwc, putwc);
ALIAS(fputwc, fputwc_unlocked);
ALIAS(fputwc, putwc_unlocked);

wint_t putwchar(wchar_t c)
{
	return fputwc(c, stdout);
}
ALIAS(putwchar, putwchar_unlocked);

int fputws(const wchar_t *s, FILE *fp)
{
	if (!__stdio_wide(fp))
		return -1;
	for (; *s; s++)
		if (__stdio_putwc(*s, fp) == WEOF)
			return -1;
	return 1;
}
ALIAS(fputws, fputws_unlocked);
