/* assert.c: prints a failed assertion in glibc's words. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"

extern char *__progname;

static _Noreturn void fail(const char *file, unsigned line, const char *function,
						   const char *before, const char *what, const char *after)
{
	fprintf(stderr, "%s%s%s:%u: %s%s%s%s%s\n", name_asked(__progname), __progname[0] ? ": " : "",
			file, line, function ? function : "", function ? ": " : "", before, what, after);
	fflush(stderr);
	abort();
}

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
	fail(file, line, function, "Assertion `", assertion, "' failed.");
}

void __assert_perror_fail(int errnum, const char *file, unsigned line, const char *function)
{
	char text[64];
	fail(file, line, function, "Unexpected error: ", strerror_r(errnum, text, sizeof text), ".");
}

void __assert(const char *assertion, const char *file, int line)
{
	__assert_fail(assertion, file, (unsigned)line, NULL);
}
