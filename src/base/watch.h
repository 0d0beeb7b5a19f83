/* watch.h: what the engine tells the process that watches over it, on a page both have.
 *
 * `drift` starts the engine and stays (src/supervise.c). The engine looks at its budget wherever it
 * works for long, and ends by itself; when it does not, the one that watches ends it. What it needs
 * to know for that stands here: until when, and where the results are.
 *
 * The page is a file without a name, whose descriptor the engine finds in the environment. An engine
 * that nobody watches has a page of its own, which nobody reads.
 */
#ifndef DRIFT_WATCH_H
#define DRIFT_WATCH_H

#include "base/base.h"

#define WATCH_NAME "DRIFT_WATCH" /* variable of the environment: number of the descriptor */

enum {
	WATCH_DIR = 4096,     /* bytes of a path */
	WATCH_RESULT = 32768, /* bytes of a result without findings */
};

typedef struct Watch {
	double begin; /* of the command, as now_seconds has it */
	double end;   /* when its time is up; 0: no limit */
	/* From here on written by the engine, flags last. */
	char dir[WATCH_DIR];       /* of result.json, as the user named it; "": none is written */
	char result[WATCH_RESULT]; /* what stands in result.json when nothing was found so far */
	u64 older[2];              /* inode and time of a result.json that was there before */
	int status;                /* exit status when nothing was found */
	volatile int armed;        /* the above is said: the command ends by its budget */
	volatile int searching;    /* signals and the end of its time end it, with results */
} Watch;

/* The page that this process was given, or one of its own; lives until the end. */
Watch *watch_take(void);
/* What tells one result.json from another. */
void watch_stamp(const char *dir, u64 stamp[2]);

/* A defect on purpose, for our own tests: never returns if DRIFT_STALL names this place. */
void stall(const char *place);

#endif
