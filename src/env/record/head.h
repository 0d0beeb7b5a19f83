/* head.h: the environment of a program before its first instruction, as pseudo-calls.
 *
 * The recorder captures one pseudo-call per variable, limit and so on. A rerun can replay each of
 * them: it sets the recorded value for the child before the child executes the program.
 */
#ifndef DRIFT_ENV_HEAD_H
#define DRIFT_ENV_HEAD_H

#include "env/record/own.h"
#include "env/record/tracer.h"

/* Calls put(user, call) for each pseudo-call of a task that was just started with argv and envp. own:
 * the timers that it was given; NULL: not known. */
void head_capture(const TracedTask *task, char *const argv[], char *const envp[],
				  const OwnLimits *own, void (*put)(void *user, const TraceCall *c), void *user);

/* The same for a process that runs already, as far as /proc shows it: variables as at its start, the
 * rest as it is now. */
void head_capture_running(const TracedTask *task, void (*put)(void *user, const TraceCall *c),
						  void *user);

/* Adds pseudo-calls to the trace for variables that are set here but were not there. */
void head_add_absent(Trace *t, char *const envp[]);

/* Returns the environment with the variables of the head calls that replay[] selects: a
 * NULL-terminated vector in the arena. */
char **head_environment(const Trace *t, const bool *replay, char *const envp[], Arena *arena);

/* In the child: sets limits, mask, directory and identity. Values that cannot be set stay
 * unchanged. */
void head_apply(const Trace *t, const bool *replay);
/* After execve: sets the entries of the auxiliary vector. */
void head_apply_auxv(const Trace *t, const bool *replay, pid_t tid);

/* Writes the build id of an ELF file as hexadecimal text to out; "" if it has none. */
void image_build_id(const char *path, Buf *out);
/* The same from the first bytes of a file, as a mapping contains them. */
void image_build_id_of(const u8 *bytes, size_t n, Buf *out);

#endif
