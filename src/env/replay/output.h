/* output.h: compares what a rerun printed with what the recorded run printed. */
#ifndef DRIFT_ENV_OUTPUT_H
#define DRIFT_ENV_OUTPUT_H

#include "env/replay/replay.h"

/* True if the trace has what the run printed to standard output, at least the beginning of each
 * write. */
bool output_known(const Script *s);
/* Adds what the recorded run printed; returns false if only a part of it is known. */
bool output_recorded(const Script *s, Buf *out);
/* True if the bytes are what the recorded run printed, as far as the trace has it. */
bool output_same(const Script *s, const Buf *here);

#endif
