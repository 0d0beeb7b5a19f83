/* printf_obstack.c: printf onto a growing obstack object. */
#include <obstack.h>
#include <stdlib.h>
#include "printf_impl.h"

static int print(struct obstack *h, const char *fmt, va_list ap)
{
	char *text;
	int n = __printf_alloc(&text, fmt, ap);
	if (n < 0)
		return n;
	obstack_grow(h, text, n);
	free(text);
	return n;
}

int obstack_vprintf(struct obstack *h, const char *fmt, va_list ap)
{
	return print(h, fmt, ap);
}

int obstack_printf(struct obstack *h, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = print(h, fmt, ap);
	va_end(ap);
	return n;
}

int __obstack_vprintf_chk(struct obstack *h, int flag, const char *fmt, va_list ap)
{
	return print(h, fmt, ap);
}

int __obstack_printf_chk(struct obstack *h, int flag, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = print(h, fmt, ap);
	va_end(ap);
	return n;
}
