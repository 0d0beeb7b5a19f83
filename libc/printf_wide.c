/* printf_wide.c: the wide family of printf. */
#include "printf_impl.h"

int vfwprintf(FILE *fp, const wchar_t *fmt, va_list ap)
{
	return __printf_stream(fp, true, fmt, ap);
}

int fwprintf(FILE *fp, const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_stream(fp, true, fmt, ap);
	va_end(ap);
	return n;
}

int vwprintf(const wchar_t *fmt, va_list ap)
{
	return __printf_stream(stdout, true, fmt, ap);
}

int wprintf(const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_stream(stdout, true, fmt, ap);
	va_end(ap);
	return n;
}

/* Unlike snprintf, text that does not fit is an error. */
static int print_memory(wchar_t *buf, size_t size, const wchar_t *fmt, va_list ap)
{
	struct printf_out o = {.buf = buf, .wide = true, .room = size ? size - 1 : 0};
	if (size == 0)
		return -1;
	int n = __printf_run(&o, fmt, ap);
	/* Then there is no null at the end either. */
	if (o.total > o.used)
		return -1;
	buf[o.used] = L'\0';
	return n;
}

int vswprintf(wchar_t *buf, size_t size, const wchar_t *fmt, va_list ap)
{
	return print_memory(buf, size, fmt, ap);
}

int swprintf(wchar_t *buf, size_t size, const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = print_memory(buf, size, fmt, ap);
	va_end(ap);
	return n;
}

/* ---- the names that _FORTIFY_SOURCE calls ---- */

_Noreturn void __chk_fail(void);

int __vfwprintf_chk(FILE *fp, int flag, const wchar_t *fmt, va_list ap)
{
	return __printf_stream(fp, true, fmt, ap);
}

int __fwprintf_chk(FILE *fp, int flag, const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_stream(fp, true, fmt, ap);
	va_end(ap);
	return n;
}

int __vwprintf_chk(int flag, const wchar_t *fmt, va_list ap)
{
	return __printf_stream(stdout, true, fmt, ap);
}

int __wprintf_chk(int flag, const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __printf_stream(stdout, true, fmt, ap);
	va_end(ap);
	return n;
}

int __vswprintf_chk(wchar_t *buf, size_t size, int flag, size_t room, const wchar_t *fmt,
					va_list ap)
{
	if (size > room)
		__chk_fail();
	return print_memory(buf, size, fmt, ap);
}

int __swprintf_chk(wchar_t *buf, size_t size, int flag, size_t room, const wchar_t *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = __vswprintf_chk(buf, size, flag, room, fmt, ap);
	va_end(ap);
	return n;
}
