/* uncompared.h: what a comparison of two versions leaves out, as lines for people.
 *
 * Some lines follow from the command line and the shape of the inputs, others from the programs. Those
 * of post-states come from runs (post_states.h). */
#ifndef DRIFT_BEHAVIOUR_UNCOMPARED_H
#define DRIFT_BEHAVIOUR_UNCOMPARED_H

#include "base/opt.h"
#include "engine/input/inputs.h"

typedef struct Uncompared {
	u32 observe; /* OBSERVE_*: what is compared */
	bool entry;  /* true if one function is compared */
	const Inputs *inputs;
	const StrList *ignore; /* regular expressions of ignored lines; NULL: none */
	bool accepts;          /* true if differences like accepted ones do not count */
} Uncompared;

/* Receives each line. */
typedef struct UncomparedLines {
	void *ctx;
	void (*add)(void *ctx, const char *line);
} UncomparedLines;

void uncompared_inputs(const Uncompared *of, const UncomparedLines *to);
/* Writes compiler options that only native code obeys, if they differ. Returns false if they do not. */
bool uncompared_options(const Program *old, const Program *newer, Buf *to);

#endif
