/* printf_chk.c: the names that _FORTIFY_SOURCE calls. flag requests checks of %n; the machine
 * checks every store anyway. */
#include "printf_impl.h"

_Noreturn void __chk_fail(void);

int __vfprintf_chk(FILE *fp, int flag, const char *fmt, va_list ap)
{
	return __printf_stream(fp, false, fmt, ap);
}

int __fprintf_chk(FILE *fp, int flag, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_stream(fp, false, fmt, ap);
	va_end(ap);
	return n;
}

int __vprintf_chk(int flag, const char *fmt, va_list ap)
{
	return __printf_stream(stdout, false, fmt, ap);
}

int __printf_chk(int flag, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_stream(stdout, false, fmt, ap);
	va_end(ap);
	return n;
}

int __vsprintf_chk(char *buf, int flag, size_t room, const char *fmt, va_list ap)
{
	if (room == 0)
		__chk_fail();
	int n = __printf_memory(buf, room < PTRDIFF_MAX ? room : PTRDIFF_MAX, fmt, ap);
	if (n >= 0 && (size_t)n >= room)
		__chk_fail();
	return n;
}

int __sprintf_chk(char *buf, int flag, size_t room, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __vsprintf_chk(buf, flag, room, fmt, ap);
	va_end(ap);
	return n;
}

int __vsnprintf_chk(char *buf, size_t size, int flag, size_t room, const char *fmt, va_list ap)
{
	if (size > room)
		__chk_fail();
	return __printf_memory(buf, size, fmt, ap);
}

int __snprintf_chk(char *buf, size_t size, int flag, size_t room, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __vsnprintf_chk(buf, size, flag, room, fmt, ap);
	va_end(ap);
	return n;
}

int __vdprintf_chk(int fd, int flag, const char *fmt, va_list ap)
{
	return vdprintf(fd, fmt, ap);
}

int __dprintf_chk(int fd, int flag, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vdprintf(fd, fmt, ap);
	va_end(ap);
	return n;
}

int __vasprintf_chk(char **text, int flag, const char *fmt, va_list ap)
{
	return __printf_alloc(text, fmt, ap);
}

int __asprintf_chk(char **text, int flag, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_alloc(text, fmt, ap);
	va_end(ap);
	return n;
}
