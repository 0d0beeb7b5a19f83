/* own.h: what drift itself needs of the system that it works on.
 *
 * The environment that makes a program fail may get in drift's own way: no /proc, a limit of file
 * size that the trace reaches first. What can be had otherwise is; what cannot is said at the
 * start.
 */
#ifndef DRIFT_ENV_OWN_H
#define DRIFT_ENV_OWN_H

#include "base/base.h"

#include <signal.h>
#include <sys/resource.h>

/* Limits and signals that this process has set for itself; the programs it runs get the old ones.
 */
typedef struct OwnLimits {
	struct rlimit before[5]; /* in the order of own.c's table */
	struct sigaction large;  /* what SIGXFSZ did before */
} OwnLimits;

/* False with a message if drift env cannot work here. */
bool own_needs_met(Err *err);
/* Raises the limits of file size, descriptors, time and memory as far as allowed, for the trace, for
 * what reruns print, for the world they happen in and for the search. */
void own_limits_raise(OwnLimits *l);
/* Puts them back: in a child before it executes, and when all is done. */
void own_limits_restore(const OwnLimits *l);

#endif
