/* draft.h: where a recording goes before it is complete.
 *
 * Usually that is the trace file itself, so that a killed recorder leaves what it has. If something
 * is to be held back, the whole recording is needed first: it stays in memory, and the file is
 * written at the end.
 */
#ifndef DRIFT_ENV_DRAFT_H
#define DRIFT_ENV_DRAFT_H

#include "env/env.h"
#include "env/trace/redact.h"

typedef struct TraceDraft {
	Redactor *rules; /* NULL: nothing is held back */
	int memory;      /* the recording, if there are rules; else -1 */
	int file;        /* the trace file, still empty; -1: a writer owns it */
	u32 held;        /* pieces that were held back */
} TraceDraft;

/* Opens the file, and returns the writer for the recorder; NULL on failure. */
TraceWriter *draft_begin(TraceDraft *d, const EnvRecord *options, Err *err);
/* Called when the recording is complete, except for its end record. Returns the writer of the trace
 * file, in place of w; NULL on failure. */
TraceWriter *draft_end(TraceDraft *d, TraceWriter *w, const char *path, Err *err);
void draft_free(TraceDraft *d);

#endif
