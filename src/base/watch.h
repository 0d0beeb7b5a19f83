/* watch.h: a page that the engine shares with the process that supervises it.
 *
 * `drift` starts the engine and keeps running (cli/supervise). The engine checks its budget
 * wherever it works for long, and ends in time. If it does not, the supervisor ends it. The page
 * has what the supervisor needs for that: the deadline, and the location of the results.
 *
 * The page is an unnamed file; the engine finds its descriptor in the environment. An engine
 * without a supervisor has a private page that nobody reads.
 */
#ifndef DRIFT_WATCH_H
#define DRIFT_WATCH_H

#include "base/base.h"

#define WATCH_NAME "DRIFT_WATCH" /* environment variable with the number of the descriptor */

enum {
	WATCH_DIR = 4096,       /* bytes of a path */
	WATCH_RESULT = 1 << 18, /* bytes of a result without findings, with a long command line */
};

typedef struct Watch {
	double begin; /* start of the command, on the clock of now_seconds */
	double end;   /* its deadline; 0: no limit */
	/* The engine writes the fields below, flags last. */
	/* Directory of result.json, as the user named it; "": none is written. */
	char dir[WATCH_DIR];
	char result[WATCH_RESULT]; /* text for result.json if nothing has been found yet */
	u64 older[2];              /* stamp of a result.json that existed before */
	int status;                /* exit status if nothing was found */
	volatile int armed;        /* the fields above are valid: the command ends at its deadline */
	volatile int searching;    /* signals and the deadline end the command, with results */
} Watch;

/* Returns the page that this process was given, or a private one; it is never freed. */
Watch *watch_take(void);

/* An intentional defect of the engine of our own tests (mk/tests.mk): if DRIFT_STALL names this place,
 * it says so on standard error and never returns. In the engine that is installed it does nothing. */
void stall(const char *location);

#endif
