/* printf_memory.c: printf to memory whose format and arguments are concrete, which the machine
 * formats natively, and cases in which it must not. */
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char out[2000];

/* Prints what is in the buffer, with what lies behind the text. */
static void show(const char *what, int n)
{
	printf("%s: %d [", what, n);
	for (int i = 0; i < (n < 40 && n >= 0 ? n + 3 : 40); i++)
		putchar(out[i] ? out[i] : '$');
	puts("]");
	memset(out, '.', sizeof out - 1);
}

static void sizes(void)
{
	for (size_t size = 0; size < 9; size++)
		show("size", snprintf(out, size, "%d-%s", 123, "abc"));
	show("counted only", snprintf(NULL, 0, "%s %d", "text", 7));
	show("without end", sprintf(out, "%d%%", 5));
	show("zero", snprintf(out, 20, "a%cb", 0));
	show("long", snprintf(out, sizeof out, "%900d|%900d", 1, 2));
	show("wide", snprintf(out, sizeof out, "%1500s|", "x"));
}

static void integers(void)
{
	static const char *const formats[] = {
		"%d",  "%5d", "%-5d|", "%05d", "%+d", "% d",  "%.3d",  "%8.3d", "%-8.3d|", "%x",
		"%#x", "%X",  "%o",    "%#o",  "%u",  "%.0d", "%+.0d", "%# o",  "%0-5d|",  "%+ d"};
	static const int values[] = {0, 1, -1, 255, -4096, INT_MAX, INT_MIN};
	for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
		for (size_t v = 0; v < sizeof values / sizeof *values; v++)
			show(formats[f], snprintf(out, 60, formats[f], values[v]));
	show("lengths", snprintf(out, 99, "%hhd %hd %ld %lld %zu %jd %td", 300, 70000, LONG_MIN,
							 LLONG_MAX, SIZE_MAX, INTMAX_MIN, (ptrdiff_t)-3));
	show("many",
		 snprintf(out, 99, "%d %d %d %d %d %d %d %d %g %d", 1, 2, 3, 4, 5, 6, 7, 8, 9.5, 10));
}

static void doubles(void)
{
	static const char *const formats[] = {"%f",       "%e",  "%g", "%.0f",  "%#.0f",  "%10.3f|",
										  "%-12.4e|", "%+g", "%G", "%.17g", "%05.1f", "%a"};
	static const double values[] = {0, -0.0, 1, -2.5, 0.1, 1e300, 5e-324, 123456789};
	for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
		for (size_t v = 0; v < sizeof values / sizeof *values; v++)
			show(formats[f], snprintf(out, sizeof out, formats[f], values[v]));
	show("nine", snprintf(out, 99, "%g %g %g %g %g %g %g %g %g %d", 1., 2., 3., 4., 5., 6., 7., 8.,
						  9., 10));
}

static void strings(void)
{
	char three[3] = {'a', 'b', 'c'};
	show("precision", snprintf(out, 20, "%.3s", three));
	show("precision 0", snprintf(out, 20, "%.0s|", three));
	show("padded", snprintf(out, 40, "%8s|%-8s|%8.2s|", "abc", "abc", "abc"));
	show("null", snprintf(out, 40, "%s %d", (char *)NULL, 1));
	show("star", snprintf(out, 40, "%*d %.*s", 5, 42, 2, "abc"));
	show("numbered", snprintf(out, 40, "%2$s %1$d", 5, "x"));
	show("wide text", snprintf(out, 40, "%ls %lc", L"wide", L'x'));
	show("grouped", snprintf(out, 40, "%'d", 1234567));
	int n = 0;
	show("count", snprintf(out, 40, "abc%n", &n));
	printf("%d\n", n);
}

static int by_list(char *to, size_t size, const char *format, ...)
{
	va_list ap, again;
	va_start(ap, format);
	va_copy(again, ap);
	int n = vsnprintf(to, size, format, ap);
	n += vsnprintf(to + n, size, format, again);
	va_end(again);
	va_end(ap);
	return n;
}

static void struct_arguments(void)
{
	show("twice", by_list(out, 50, "%s=%d;", "key", 12));
	char *text = malloc(8);
	show("heap", snprintf(text, 8, "%s", "1234567"));
	puts(text);
	free(text);
}

int main(void)
{
	memset(out, '.', sizeof out - 1);
	sizes();
	integers();
	doubles();
	strings();
	struct_arguments();
	return 0;
}
