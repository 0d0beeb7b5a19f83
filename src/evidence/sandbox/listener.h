/* listener.h: the parent of a confined process answers the calls that the sandbox would refuse.
 *
 * The filter of calls.c has a listener, which the child sends to its parent. The parent answers
 * each call in one of three ways. It refuses the call and notes its name; or it makes the change
 * itself if it can see that this harms nothing (modes.c); or it lets the call continue because
 * Landlock will not refuse it.
 *
 * Landlock itself decides about names. The parent does not ask Landlock but predicts its decision,
 * and uses the prediction only for the note. So a process gains nothing by changing names
 * meanwhile.
 */
#ifndef DRIFT_SANDBOX_LISTENER_H
#define DRIFT_SANDBOX_LISTENER_H

#include <seccomp.h>

#include "base/base.h"

/* In the child: sends the listener to the parent. */
bool listener_hand_over(int socket, int listener);
/* In the parent: receives the listener; returns -1 on failure. */
int listener_take(int socket);
/* Answers one call. dir is absolute and contains no links. Adds the names of refused calls to
 * refused, in one line. */
void listener_answer(int listener, const char *dir, Buf *refused);

/* listener_path.c: reads the names in a call. */

/* Reads a path from the memory of a process. */
bool listener_read_path(pid_t pid, u64 address, char *to, size_t room);
/* Reads bytes from the memory of a process. */
bool listener_read(pid_t pid, u64 address, void *to, size_t n);
/* Opens what a path names for a process, with O_PATH and flags, so that it can only be inspected;
 * returns -errno on failure. */
int listener_open(pid_t pid, int base, const char *path, int flags);
/* Duplicates a descriptor of the process. */
int listener_fd(pid_t pid, int fd);
/* True if fd is dir or inside it. */
bool listener_lies_in(int fd, const char *dir);

/* instead.c: answers a call outside of the directory as the kernel would, if that harms nobody;
 * returns false if it cannot. */

bool instead_answer(int listener, const struct seccomp_notif *q, const char *dir,
					struct seccomp_notif_resp *r);

/* modes.c: changes modes, owners and times of files in the directory of the process. */

bool modes_has(int call);
/* Returns 0 or -errno; sets *outside if the file is not in the directory, or if the change is not
 * allowed. */
int modes_change(int listener, const struct seccomp_notif *q, const char *dir, bool *outside);

#endif
