/* lines.h: command lines that let the input of a program vary.
 *
 * drift suggest prints all of them. A command that was given one input, in which nothing varies, prints
 * the best one. */
#ifndef DRIFT_CLI_LINES_H
#define DRIFT_CLI_LINES_H

#include "versions/suggest/suggest.h"

/* A loaded program, as the user named it. */
typedef struct SuggestFor {
	const char *version;
	const char *cflags; /* as the session has them, or NULL */
	Program *program;
	const ChangeMap *map;    /* NULL: one program */
	const StrList *examples; /* files that may be inputs; or NULL */
} SuggestFor;

/* Adds lines for a program with main, and runs their start values. */
bool suggest_lines(const SuggestFor *p, Suggestions *to, Err *err);

/* Edits and runs these lines until OLD and NEW differ, and adds the best (versions/suggest/climb.h). */
void suggest_near(const SuggestFor version[N_SIDES], double end, Suggestions *list);

/* Appends the options and arguments of the best line, each behind a space. words: the arguments of a
 * command that was given some; they stay, and vary. stdin_given: true if the command sets standard
 * input. Returns false if the program seems to take no input. */
bool suggest_best(const SuggestFor *p, const StrList *words, bool stdin_given, Buf *to);

#endif
