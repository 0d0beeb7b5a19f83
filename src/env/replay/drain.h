/* drain.h: pipes for the output of a rerun.
 *
 * Programs look at what they write to: cat copies to a file in another way than to a pipe. So the
 * output of a rerun is a pipe if it was one (or a terminal) where the run was recorded, and a thread
 * copies what comes out to the file in which drift looks for it.
 */
#ifndef DRIFT_ENV_DRAIN_H
#define DRIFT_ENV_DRAIN_H

#include "base/base.h"

#include <pthread.h>

typedef struct Drain {
	pthread_t thread;
	int from, to;         /* the pipe; the file */
	volatile bool finish; /* the run is over: nothing comes any more once the pipe is empty */
	bool runs;
} Drain;

/* Returns the end to write to, and takes ownership of the file; returns -1 on failure. */
int drain_begin(Drain *d, int file);
/* After the run, when the caller has closed its end: waits until everything is copied. */
void drain_end(Drain *d);

#endif
