/* printf.c: the narrow family: to streams, descriptors and memory. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "printf_impl.h"

/* ---- streams ---- */

/* Collects the pieces first, so that one call makes one write. A function of its own: the usual path
 * has no frame of this size. */
static int print_at_once(struct printf_out *o, const void *fmt, va_list ap)
{
	char collected[BUFSIZ];
	o->buf = collected;
	o->room = sizeof collected;
	return __printf_run(o, fmt, ap);
}

int __printf_stream(FILE *fp, bool wide, const void *fmt, va_list ap)
{
	if (wide ? !__stdio_wide(fp) : !__stdio_narrow(fp))
		return -1;
	if (fp->_flags & STREAM_NO_WRITES) {
		fp->_flags |= STREAM_ERR;
		errno = EBADF;
		return -1;
	}
	struct printf_out o = {.fp = fp, .wide = wide};
	if (wide || !(fp->_flags & STREAM_UNBUFFERED))
		return __printf_run(&o, fmt, ap);
	return print_at_once(&o, fmt, ap);
}

int vfprintf(FILE *fp, const char *fmt, va_list ap)
{
	return __printf_stream(fp, false, fmt, ap);
}
ALIAS(vfprintf, _IO_vfprintf);

int fprintf(FILE *fp, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_stream(fp, false, fmt, ap);
	va_end(ap);
	return n;
}
ALIAS(fprintf, _IO_fprintf);

int vprintf(const char *fmt, va_list ap)
{
	return __printf_stream(stdout, false, fmt, ap);
}

int printf(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_stream(stdout, false, fmt, ap);
	va_end(ap);
	return n;
}
ALIAS(printf, _IO_printf);

/* ---- descriptors ---- */

static int print_fd(int fd, const char *fmt, va_list ap)
{
	struct stream s;
	__stdio_init(&s, STREAM_NO_READS, &__stdio_file_ops);
	s.f._fileno = fd;
	/* A descriptor that is none shows here, before anything is formatted. */
	if (s.ops->seek(&s, 0, SEEK_CUR) == -1 && errno != ESPIPE)
		return -1;
	int n = __printf_stream(&s.f, false, fmt, ap);
	if (__stdio_flush(&s.f) == EOF)
		n = -1;
	__stdio_free_buffers(&s.f);
	return n;
}

int vdprintf(int fd, const char *fmt, va_list ap)
{
	return print_fd(fd, fmt, ap);
}

int dprintf(int fd, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = print_fd(fd, fmt, ap);
	va_end(ap);
	return n;
}

/* ---- memory ---- */

int __printf_memory(char *buf, size_t size, const char *fmt, va_list ap)
{
	struct printf_out o = {.buf = buf, .room = size ? size - 1 : 0};
	int n = __printf_run(&o, fmt, ap);
	if (size)
		buf[o.used] = '\0';
	return n;
}

int vsnprintf(char *buf, size_t size, const char *fmt, va_list ap)
{
	return __printf_memory(buf, size, fmt, ap);
}

int snprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_memory(buf, size, fmt, ap);
	va_end(ap);
	return n;
}

int vsprintf(char *buf, const char *fmt, va_list ap)
{
	return __printf_memory(buf, PTRDIFF_MAX, fmt, ap);
}
ALIAS(vsprintf, _IO_vsprintf);

int sprintf(char *buf, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_memory(buf, PTRDIFF_MAX, fmt, ap);
	va_end(ap);
	return n;
}
ALIAS(sprintf, _IO_sprintf);

int __printf_alloc(char **text, const char *fmt, va_list ap)
{
	struct printf_out o = {.grow = true};
	int n = __printf_run(&o, fmt, ap);
	char *fitted = NULL;
	if (n >= 0)
		fitted = realloc(o.buf, o.used + 1);
	if (!fitted) {
		free(o.buf);
		*text = NULL;
		return -1;
	}
	fitted[o.used] = '\0';
	*text = fitted;
	return n;
}

int vasprintf(char **text, const char *fmt, va_list ap)
{
	return __printf_alloc(text, fmt, ap);
}

int asprintf(char **text, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_alloc(text, fmt, ap);
	va_end(ap);
	return n;
}
ALIAS(asprintf, __asprintf);
