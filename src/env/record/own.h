/* own.h: what drift itself needs from the system.
 *
 * The environment that makes a program fail may also hinder drift: /proc is missing, or a limit on
 * file size is smaller than the trace. drift works around this where it can, and otherwise reports
 * it at the start.
 */
#ifndef DRIFT_ENV_OWN_H
#define DRIFT_ENV_OWN_H

#include "base/base.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>

enum { OWN_TIMERS = 3 };

/* Limits, signals and timers that this process changed for itself. The programs it runs get the old
 * ones. */
typedef struct OwnLimits {
	struct rlimit before[5];             /* in the order of own.c's table */
	struct sigaction large;              /* what SIGXFSZ did before */
	u64 blocked, ignored;                /* signals before, bit 0 is signal 1 */
	struct itimerval timers[OWN_TIMERS]; /* that ran, by ITIMER_* */
} OwnLimits;

/* At the start: opens /dev/null for standard descriptors that are closed, so that no file of drift
 * gets such a number. The programs that drift runs find them closed. */
void own_descriptors_fill(void);
/* True if the descriptor was closed before that. */
bool own_descriptor_was_closed(int fd);

/* Returns false with a message if drift env cannot work here. */
bool own_needs_met(Err *err);
/* Stops timers, and raises the limits on file size, descriptors, time and memory as far as allowed. The trace, the
 * output of reruns, the cell and the search need this. */
void own_limits_raise(OwnLimits *l);
/* Restores them: in a child before it executes, and at the end. */
void own_limits_restore(const OwnLimits *l);
/* The limit before that; NULL: drift does not change it. */
const struct rlimit *own_limit_before(const OwnLimits *l, int resource);
/* Starts these timers. */
void own_timers_set(const struct itimerval timers[OWN_TIMERS]);
/* Returns false with a message if there are too few descriptors for a rerun. */
bool own_files_suffice(Err *err);
/* In a child: blocks and ignores these signals, and no others. */
void own_signals_set(u64 blocked, u64 ignored);

#endif
