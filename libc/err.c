/* err.c: messages that begin with the program's name: err.h and error.h. */
#include <err.h>
#include <error.h>
#include <stdlib.h>
#include <string.h>
#include "printf_impl.h"

extern char *__progname, *__progname_full;

/* ---- err.h ---- */

/* error: the number to explain, or NULL. */
static void say(const char *fmt, va_list ap, const int *error)
{
	if (error)
		errno = *error;
	if (!fmt) {
		fprintf(stderr, error ? "%s: %m\n" : "%s: \n", name_asked(__progname));
		return;
	}
	fprintf(stderr, "%s: ", name_asked(__progname));
	__printf_stream(stderr, false, fmt, ap);
	if (error) {
		errno = *error;
		fprintf(stderr, ": %m\n");
	} else {
		putc('\n', stderr);
	}
}

void vwarn(const char *fmt, va_list ap)
{
	int error = errno;
	say(fmt, ap, &error);
}

void vwarnx(const char *fmt, va_list ap)
{
	say(fmt, ap, NULL);
}

void warn(const char *fmt, ...)
{
	va_list ap;
	int error = errno;
	va_start(ap, fmt);
	say(fmt, ap, &error);
	va_end(ap);
}

void warnx(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	say(fmt, ap, NULL);
	va_end(ap);
}

void verr(int status, const char *fmt, va_list ap)
{
	int error = errno;
	say(fmt, ap, &error);
	exit(status);
}

void verrx(int status, const char *fmt, va_list ap)
{
	say(fmt, ap, NULL);
	exit(status);
}

void err(int status, const char *fmt, ...)
{
	va_list ap;
	int error = errno;
	va_start(ap, fmt);
	say(fmt, ap, &error);
	va_end(ap);
	exit(status);
}

void errx(int status, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	say(fmt, ap, NULL);
	va_end(ap);
	exit(status);
}

/* ---- error.h ---- */

void (*error_print_progname)(void);
unsigned int error_message_count;
int error_one_per_line;

/* Prints what follows the program's name, and exits if status is not 0. */
static void finish(int status, int errnum, const char *fmt, va_list ap)
{
	__printf_stream(stderr, false, fmt, ap);
	error_message_count++;
	if (errnum) {
		char text[64];
		fprintf(stderr, ": %s", strerror_r(errnum, text, sizeof text));
	}
	putc('\n', stderr);
	fflush(stderr);
	if (status)
		exit(status);
}

static void report(int status, int errnum, const char *fmt, va_list ap)
{
	fflush(stdout);
	if (error_print_progname)
		error_print_progname();
	else
		fprintf(stderr, "%s: ", name_asked(__progname_full));
	finish(status, errnum, fmt, ap);
}

static void report_at(int status, int errnum, const char *file, unsigned line, const char *fmt,
					  va_list ap)
{
	if (error_one_per_line) {
		static const char *last_file;
		static unsigned last_line;
		if (last_line == line &&
			(file == last_file || (file && last_file && strcmp(file, last_file) == 0)))
			return;
		last_file = file;
		last_line = line;
	}
	fflush(stdout);
	if (error_print_progname)
		error_print_progname();
	else
		fprintf(stderr, "%s:", name_asked(__progname_full));
	if (file)
		fprintf(stderr, "%s:%u: ", file, line);
	else
		fprintf(stderr, " ");
	finish(status, errnum, fmt, ap);
}

void error(int status, int errnum, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	report(status, errnum, fmt, ap);
	va_end(ap);
}

void error_at_line(int status, int errnum, const char *file, unsigned line, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	report_at(status, errnum, file, line, fmt, ap);
	va_end(ap);
}
