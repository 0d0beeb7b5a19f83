/* varargs-copy.c: va_copy, va_list passed by value and by address, v* functions of the library. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static char *format(const char *fmt, ...)
{
	va_list ap, again;
	va_start(ap, fmt);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	char *p = malloc((size_t)n + 1);
	vsnprintf(p, (size_t)n + 1, fmt, again);
	va_end(again);
	return p;
}

static int next(va_list *ap)
{
	return va_arg(*ap, int);
}

static int rest(va_list ap)
{
	int s = 0, v;
	while ((v = va_arg(ap, int)))
		s += v;
	return s;
}

static int twice(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	int first = next(&ap), second = next(&ap);
	va_list keep;
	va_copy(keep, ap);
	int a = rest(ap), b = rest(keep);
	va_end(keep);
	va_end(ap);
	return first * 10000 + second * 1000 + a * 10 + (a == b) + n;
}

static int scan(const char *text, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsscanf(text, fmt, ap);
	va_end(ap);
	return n;
}

static void log_to(FILE *f, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	fputs("log: ", f);
	vfprintf(f, fmt, ap);
	va_end(ap);
}

static int again(int n, ...)
{
	int r = 0;
	for (int i = 0; i < 2; i++) {
		va_list ap;
		va_start(ap, n);
		for (int j = 0; j < n; j++)
			r = r * 10 + va_arg(ap, int);
		va_end(ap);
	}
	return r;
}

int main(void)
{
	char *s = format("%d-%s-%g-%c-%ld-%05d-%x", 1, "two", 3.5, '4', 5L, 6, 7);
	printf("%s %zu\n", s, strlen(s));
	free(s);
	printf("%d\n", twice(7, 1, 2, 3, 4, 5, 6, 7, 8, 0));
	int a, b;
	char w[10];
	int n = scan("12 abc 34", "%d %9s %d", &a, w, &b);
	printf("%d %d %s %d\n", n, a, w, b);
	log_to(stdout, "%s %d\n", "out", 1);
	log_to(stderr, "%s %.2f\n", "err", 2.0);
	printf("%d\n", again(3, 1, 2, 3));
	return 0;
}
