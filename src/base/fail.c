/* fail.c: the two ways in which code below the commands ends the process. */
#include "base/base.h"

void out_of_memory(size_t bytes)
{
	fprintf(stderr, "drift: out of memory (%zu bytes)\n", bytes);
	exit(EXIT_TROUBLE);
}

void internal_error(const char *fmt, ...)
{
	va_list ap;
	fputs("drift: internal error: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}
