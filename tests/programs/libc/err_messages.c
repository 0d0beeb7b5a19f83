/* err_messages.c: warn and warnx, error and error_at_line; err ends the program. */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void own_name(void)
{
	fprintf(stderr, "own: ");
}

static void through(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	vwarn(fmt, ap);
	va_end(ap);
	va_start(ap, fmt);
	vwarnx(fmt, ap);
	va_end(ap);
}

static void goodbye(void)
{
	fprintf(stderr, "%u messages\n", error_message_count);
}

int main(void)
{
	atexit(goodbye);
	printf("on stdout ");
	errno = ENOENT;
	warn("file %s", "x.c");
	errno = EACCES;
	warn(NULL);
	warnx("just %d", 5);
	warnx(NULL);
	errno = EPERM;
	through("through %s %d", "va_list", 3);
	error(0, 0, "plain %d", 1);
	error(0, ENOMEM, "with number");
	error_at_line(0, 0, "file.c", 12, "at %s", "line");
	error_at_line(0, EINVAL, NULL, 0, "no file");
	error_one_per_line = 1;
	error_at_line(0, 0, "file.c", 13, "shown");
	error_at_line(0, 0, "file.c", 13, "not shown");
	error_at_line(0, 0, "file.c", 14, "shown");
	error_print_progname = own_name;
	error(0, 0, "own name");
	error_at_line(0, 0, "a.c", 1, "own name");
	printf("%u\n", error_message_count);
	errno = ERANGE;
	err(3, "the end of %s", "it");
}
