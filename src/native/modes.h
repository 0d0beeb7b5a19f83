/* modes.h: lets a confined process change modes of files in its own directory.
 *
 * No sandbox of the kernel's tells chmod here from chmod there. So these calls are handed to the
 * parent (a seccomp filter with a listener), which looks the file up itself, makes sure that it
 * lies in the directory, and changes it by the descriptor it looked at.
 */
#ifndef DRIFT_NATIVE_MODES_H
#define DRIFT_NATIVE_MODES_H

#include "base/base.h"

/* In the child, with no_new_privs, before any other filter: hands the listener over through a
 * socket. False: the kernel cannot; the calls must be refused. */
bool modes_hand_over(int socket);
/* In the parent: the listener, or -1. */
int modes_take(int socket);
/* Answers one call. dir is absolute, without links in it. */
void modes_answer(int listener, const char *dir);

#endif
