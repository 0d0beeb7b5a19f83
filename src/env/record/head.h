/* head.h: what a program is given before its first instruction, as pseudo-calls.
 *
 * Captured when recording, one pseudo-call per variable, limit and so on. In a rerun each can be
 * replayed, which here means: made true for the child before it executes the program.
 */
#ifndef DRIFT_ENV_HEAD_H
#define DRIFT_ENV_HEAD_H

#include "env/record/tracer.h"

/* Calls put(user, call) for each pseudo-call, for a task that was just started with argv and envp.
 */
void head_capture(const TracedTask *task, char *const argv[], char *const envp[],
				  void (*put)(void *user, const TraceCall *c), void *user);

/* Adds pseudo-calls to the trace for variables that are set here but were not there. */
void head_add_absent(Trace *t, char *const envp[]);

/* The environment with the variables of those head calls that replay[] names: a NULL-terminated
 * vector in the arena. */
char **head_environment(const Trace *t, const bool *replay, char *const envp[], Arena *arena);

/* In the child: limits, mask, directory, identity. What cannot be set is left as it is. */
void head_apply(const Trace *t, const bool *replay);
/* After the image is there: the entries of the auxiliary vector. */
void head_apply_auxv(const Trace *t, const bool *replay, pid_t tid);

/* Build id of an ELF file as hexadecimal text; "" if it has none. */
void image_build_id(const char *path, Buf *out);
/* The same from the first bytes of a file, as a mapping shows them. */
void image_build_id_of(const u8 *bytes, size_t n, Buf *out);

#endif
