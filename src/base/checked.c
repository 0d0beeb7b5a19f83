/* checked.c: reports a failed assertion and ends the process. */
#include "base/check.h"

void must_failed(const char *file, int line, const char *fmt, ...)
{
	va_list ap;
	fprintf(stderr, "drift: internal error: %s:%d: ", file, line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}
