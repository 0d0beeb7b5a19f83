/* shell.h: parses the part of POSIX shell syntax that tests need.
 *
 * Words with quotes and backslashes, `<FILE`, `cat FILE |` at the beginning, comments, NAME=value before the command, and the
 * forms that drift writes into tests: "$PROG", and "$(printf '\001')" for bytes that are not
 * text.
 */
#ifndef DRIFT_INPUT_SHELL_H
#define DRIFT_INPUT_SHELL_H

#include "base/base.h"

typedef struct ShellLine {
	VEC(Buf) words; /* arguments; without "$PROG" and everything before it */
	VEC(Buf) env;   /* NAME=value before "$PROG" */
	char *input;    /* file of `<` or `cat`, or NULL */
	bool piped;     /* true if it is a file of `cat` */
	bool program;   /* true if "$PROG" occurred */
} ShellLine;

/* Errors report the column. */
bool shell_parse(const char *text, ShellLine *line, Err *err);
void shell_free(ShellLine *line);
/* Appends n bytes (without zeros) as one word. */
void shell_quote(Buf *b, const void *bytes, size_t n);

/* Returns argv[0] of a program in its tests, ./NAME: they run the binary under that name. The
 * caller frees it. */
char *test_program_name(const char *program);

#endif
