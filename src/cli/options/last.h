/* last.h: the directory of the last result, so that `drift show 1` needs no path. */
#ifndef DRIFT_CMD_LAST_H
#define DRIFT_CMD_LAST_H

#include "base/base.h"

/* Remembers the directory of a result for commands that are started in this directory later. It is a convenience:
 * a failure is ignored. */
void last_note(const char *dir);
/* Returns the directory of the last result of a command that was started in this directory, or drift-out if it has
 * one; to be freed. NULL with an error if there is none. */
char *last_dir(Err *err);
/* Returns true if a word is the number of a difference. */
bool last_number(const char *word, u32 *n);
/* Returns the directory of the test of that difference, in the last result; to be freed. NULL with an error if there
 * is none. */
char *last_test(u32 number, Err *err);

#endif
