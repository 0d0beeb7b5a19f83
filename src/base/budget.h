/* budget.h: limits of a command: a deadline, a process size, and the user's request to stop.
 *
 * A command has one Budget. Code that works for long checks it now and then and gives up when it is
 * used up. Results found until then remain valid. A check is cheap: it reads the clock each time,
 * and the memory only at intervals.
 */
#ifndef DRIFT_BUDGET_H
#define DRIFT_BUDGET_H

#include <signal.h>

#include "base/base.h"

typedef struct Budget {
	double end;                        /* deadline on the clock of now_seconds; 0: none */
	const volatile sig_atomic_t *stop; /* if not 0, stop now; may be NULL */
	bool enough;                       /* true if the work has found enough: stop now */
	u64 memory;                        /* maximum size of the process in bytes; 0: no limit */
	double looked;                     /* time of the last memory check */
	bool full;                         /* true once the memory limit was exceeded */
} Budget;

bool budget_over(Budget *b);
/* Returns a budget for explaining a result after the work has ended. If the deadline has passed or
 * the user stopped the work, it lasts `seconds` from now. Otherwise it ends `seconds` after the
 * deadline. */
Budget budget_after(const Budget *b, double seconds);
/* A limit of time that drift sets where the user sets none: these seconds, DRIFT_PATIENCE times as many
 * if that is a number. So neither a slow nor a busy computer changes a result. */
double budget_default(double seconds);
/* The default memory limit of a process: half of the computer's memory, at most 4 GiB. */
u64 memory_default(void);

#endif
