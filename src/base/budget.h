/* budget.h: limits of a command: a deadline, a process size, and the user's request to stop.
 *
 * A command has one Budget. Code that works for long checks it now and then and gives up when it is
 * used up. Results found until then remain valid. A check is cheap: it reads the clock each time,
 * and the memory only at intervals.
 */
#ifndef DRIFT_BUDGET_H
#define DRIFT_BUDGET_H

#include <signal.h>
#include <stdatomic.h>

#include "base/base.h"

/* Processes that have one memory limit together. Each writes its size, less what it had in common with
 * its parent when it began. */
typedef struct BudgetShare {
	atomic_ullong *bytes; /* of each process; NULL: there is only this one */
	u32 n;                /* processes */
	u32 own;              /* this one */
	u64 common;           /* bytes that are the parent's */
} BudgetShare;

typedef struct Budget {
	double end;                        /* deadline on the clock of now_seconds; 0: none */
	const volatile sig_atomic_t *stop; /* if not 0, stop now; may be NULL */
	bool enough;                       /* true if the work has found enough: stop now */
	u64 memory;                        /* maximum size in bytes; 0: no limit */
	BudgetShare share;                 /* who else counts for it */
	double looked;                     /* time of the last memory check */
	bool full;                         /* true once the memory limit was exceeded */
} Budget;

bool budget_over(Budget *b);
/* Makes the memory limit one for n processes, of which this is number own; 0 is the parent. */
void budget_share(Budget *b, atomic_ullong *bytes, u32 n, u32 own);
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
