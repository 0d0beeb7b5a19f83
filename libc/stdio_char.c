/* stdio_char.c: one character, one word, one line at a time. */
#include <stdlib.h>
#include <string.h>
#include "stdio_impl.h"

/* ---- reading ---- */

int getc_unlocked(FILE *fp)
{
	return fp->_IO_read_ptr < fp->_IO_read_end ? (unsigned char)*fp->_IO_read_ptr++ : __uflow(fp);
}
ALIAS(getc_unlocked, getc);
ALIAS(getc_unlocked, _IO_getc);
ALIAS(getc_unlocked, fgetc);
ALIAS(getc_unlocked, fgetc_unlocked);

int getchar(void)
{
	return getc_unlocked(stdin);
}
ALIAS(getchar, getchar_unlocked);

int ungetc(int c, FILE *fp)
{
	if (c == EOF || !__stdio_narrow(fp))
		return EOF;
	return __stdio_unget(c, fp);
}

int getw(FILE *fp)
{
	int w;
	return __stdio_read(fp, (char *)&w, sizeof w) == sizeof w ? w : EOF;
}

char *fgets(char *buf, int n, FILE *fp)
{
	if (n <= 0)
		return NULL;
	if (n == 1) {
		buf[0] = '\0';
		return buf;
	}
	if (!__stdio_narrow(fp))
		return NULL;
	/* Only a new error may affect this line, not an old one. */
	int old_error = fp->_flags & STREAM_ERR;
	fp->_flags &= ~STREAM_ERR;
	size_t room = (size_t)n - 1, got = 0;
	while (got < room) {
		if (fp->_IO_read_ptr >= fp->_IO_read_end && __underflow(fp) == EOF)
			break;
		size_t have = (size_t)(fp->_IO_read_end - fp->_IO_read_ptr);
		if (have > room - got)
			have = room - got;
		char *newline = memchr(fp->_IO_read_ptr, '\n', have);
		if (newline)
			have = (size_t)(newline - fp->_IO_read_ptr) + 1;
		memcpy(buf + got, fp->_IO_read_ptr, have);
		fp->_IO_read_ptr += have;
		got += have;
		if (newline)
			break;
	}
	bool bad = got == 0 || ((fp->_flags & STREAM_ERR) && errno != EAGAIN);
	fp->_flags |= old_error;
	if (bad)
		return NULL;
	buf[got] = '\0';
	return buf;
}
ALIAS(fgets, fgets_unlocked);

_Noreturn void __chk_fail(void);

char *__fgets_chk(char *buf, size_t room, int n, FILE *fp)
{
	if (n > 0 && (size_t)n > room)
		__chk_fail();
	return fgets(buf, n, fp);
}
ALIAS(__fgets_chk, __fgets_unlocked_chk);

/* Room for at least need bytes. glibc's sizes: 120 first, then at least double. */
static bool line_room(char **line, size_t *size, size_t need)
{
	if (need <= *size)
		return true;
	size_t want = 2 * *size > need ? 2 * *size : need;
	char *p = realloc(*line, want);
	if (!p)
		return false;
	*line = p;
	*size = want;
	return true;
}

ssize_t __stdio_getdelim(char **line, size_t *size, int delim, FILE *fp)
{
	if (!line || !size) {
		errno = EINVAL;
		return -1;
	}
	if (!__stdio_narrow(fp))
		return -1;
	if (!*line || *size == 0) {
		char *p = realloc(*line, 120);
		if (!p)
			return -1;
		*line = p;
		*size = 120;
	}
	size_t got = 0;
	if (fp->_IO_read_ptr >= fp->_IO_read_end && __underflow(fp) == EOF)
		return -1;
	for (;;) {
		size_t have = (size_t)(fp->_IO_read_end - fp->_IO_read_ptr);
		char *end = memchr(fp->_IO_read_ptr, delim, have);
		if (end)
			have = (size_t)(end - fp->_IO_read_ptr) + 1;
		if (!line_room(line, size, got + have + 1))
			return -1;
		memcpy(*line + got, fp->_IO_read_ptr, have);
		fp->_IO_read_ptr += have;
		got += have;
		if (end || __underflow(fp) == EOF)
			break;
	}
	(*line)[got] = '\0';
	return (ssize_t)got;
}

ssize_t getdelim(char **line, size_t *size, int delim, FILE *fp)
{
	return __stdio_getdelim(line, size, delim, fp);
}
ALIAS(getdelim, __getdelim);

ssize_t getline(char **line, size_t *size, FILE *fp)
{
	return __stdio_getdelim(line, size, '\n', fp);
}

/* ---- writing ---- */

int putc_unlocked(int c, FILE *fp)
{
	if (fp->_IO_write_ptr >= fp->_IO_write_end)
		return __overflow(fp, (unsigned char)c);
	return (unsigned char)(*fp->_IO_write_ptr++ = (char)c);
}
ALIAS(putc_unlocked, putc);
ALIAS(putc_unlocked, _IO_putc);
ALIAS(putc_unlocked, fputc);
ALIAS(putc_unlocked, fputc_unlocked);

int putchar(int c)
{
	return putc_unlocked(c, stdout);
}
ALIAS(putchar, putchar_unlocked);

int putw(int w, FILE *fp)
{
	return __stdio_write(fp, (const char *)&w, sizeof w) == sizeof w ? 0 : EOF;
}

int fputs(const char *s, FILE *fp)
{
	size_t n = strlen(s);
	return __stdio_narrow(fp) && __stdio_write(fp, s, n) == n ? 1 : EOF;
}
ALIAS(fputs, fputs_unlocked);

int puts(const char *s)
{
	size_t n = strlen(s);
	if (!__stdio_narrow(stdout) || __stdio_write(stdout, s, n) != n)
		return EOF;
	if (putc_unlocked('\n', stdout) == EOF)
		return EOF;
	return n + 1 > 0x7fffffff ? 0x7fffffff : (int)(n + 1);
}

/* ---- blocks ---- */

size_t fread(void *buf, size_t size, size_t n, FILE *fp)
{
	size_t bytes = size * n;
	if (bytes == 0)
		return 0;
	__stdio_narrow(fp);
	size_t got = __stdio_read(fp, buf, bytes);
	return got == bytes ? n : got / size;
}
ALIAS(fread, fread_unlocked);

size_t __fread_chk(void *buf, size_t room, size_t size, size_t n, FILE *fp)
{
	size_t bytes;
	if (__builtin_mul_overflow(size, n, &bytes) || bytes > room)
		__chk_fail();
	return fread(buf, size, n, fp);
}
ALIAS(__fread_chk, __fread_unlocked_chk);

size_t fwrite(const void *buf, size_t size, size_t n, FILE *fp)
{
	size_t bytes = size * n;
	if (bytes == 0 || !__stdio_narrow(fp))
		return 0;
	size_t done = __stdio_write(fp, buf, bytes);
	/* Bytes in the buffer count as written. */
	return done == bytes || done == (size_t)-1 ? n : done / size;
}
ALIAS(fwrite, fwrite_unlocked);
