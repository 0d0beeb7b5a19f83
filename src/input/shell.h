/* shell.h: command lines as a POSIX shell reads them, as far as tests need it.
 *
 * Words with quotes and backslashes, `<FILE`, comments, NAME=value before the command, and what
 * drift itself writes into tests: "$PROG", and "$(printf '\001')" for bytes that are no text.
 */
#ifndef DRIFT_INPUT_SHELL_H
#define DRIFT_INPUT_SHELL_H

#include "base/base.h"

typedef struct ShellLine {
	VEC(Buf) words; /* arguments; without "$PROG" and what stands before it */
	VEC(Buf) env;   /* NAME=value before "$PROG" */
	char *input;    /* file of `<`, or NULL */
	bool program;   /* "$PROG" was there */
} ShellLine;

/* Errors name the column. */
bool shell_parse(const char *text, ShellLine *line, Err *err);
void shell_free(ShellLine *line);
/* Adds n bytes (no zero among them) as one word. */
void shell_quote(Buf *b, const void *bytes, size_t n);

/* argv[0] of a program in its tests, ./NAME: they run the binary under that name. To be freed. */
char *test_program_name(const char *program);

#endif
