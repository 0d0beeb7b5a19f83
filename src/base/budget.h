/* budget.h: when everything is to end: a time, a size of the process, or the user's wish.
 *
 * A command has one Budget; whoever works for long looks at it now and then and gives up when it is
 * over. What was found until then stays valid. Looking is cheap: the clock each time, memory only
 * when some time has passed.
 */
#ifndef DRIFT_BUDGET_H
#define DRIFT_BUDGET_H

#include <signal.h>

#include "base/base.h"

typedef struct Budget {
	double end;                        /* of now_seconds; 0: none */
	const volatile sig_atomic_t *stop; /* not 0: now; or NULL */
	bool enough;                       /* who works for it has what was wanted: now */
	u64 memory;                        /* bytes the process may take; 0: no limit */
	double looked;                     /* when memory was last looked at */
	bool full;                         /* memory is reached; stays so */
} Budget;

bool budget_over(Budget *b);
/* For what explains a result once the work is over: so many seconds more, if time or a wish ended
 * it; or as many as there were and these. */
Budget budget_after(const Budget *b, double seconds);
/* What a process takes at most unless told: half of what the computer has, 4 GiB at most. */
u64 memory_default(void);

#endif
