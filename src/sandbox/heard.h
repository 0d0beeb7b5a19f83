/* heard.h: the parent of a confined process hears of the calls that the sandbox would refuse.
 *
 * The filter of calls.c has a listener, which the child hands to its parent. The parent
 * answers each call: it refuses it and notes its name; or does it itself, where it can see that it
 * harms nothing (modes.c); or lets it go on, having seen that Landlock will not refuse it.
 *
 * Landlock decides about names by itself. That is not asked here but foretold, and only for the
 * note: nothing that a process does meanwhile can gain it anything.
 */
#ifndef DRIFT_SANDBOX_HEARD_H
#define DRIFT_SANDBOX_HEARD_H

#include <seccomp.h>

#include "base/base.h"

/* In the child: hands the listener over. */
bool heard_hand_over(int socket, int listener);
/* In the parent: the listener, or -1. */
int heard_take(int socket);
/* Answers one call. dir is absolute, without links in it. What is refused is noted, one line of
 * names. */
void heard_answer(int listener, const char *dir, Buf *refused);

/* heard_path.c: what a call names. */

/* A path in the memory of a process. */
bool heard_read_path(pid_t pid, u64 address, char *to, size_t room);
/* Bytes of its memory. */
bool heard_read(pid_t pid, u64 address, void *to, size_t n);
/* What a path names for a process, or its directory alone; only good to look at. -errno. */
int heard_open(pid_t pid, int base, const char *path, int flags);
/* Its descriptor itself. */
int heard_fd(pid_t pid, int fd);
/* dir or something in it. */
bool heard_lies_in(int fd, const char *dir);

/* instead.c: what is refused, answered as the kernel would where nobody is harmed; false: it cannot
 * be. */

bool instead_answer(int listener, const struct seccomp_notif *q, const char *dir,
					struct seccomp_notif_resp *r);

/* modes.c: modes, owners and times of files in its own directory. */

bool modes_has(int call);
/* 0 or -errno; *outside: the file is not in the directory, or this cannot be done to it. */
int modes_change(int listener, const struct seccomp_notif *q, const char *dir, bool *outside);

#endif
