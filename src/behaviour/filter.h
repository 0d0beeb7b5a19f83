/* filter.h: lines of output that do not count (--ignore), for all inputs of a path.
 *
 * Whether a line matches hangs on its text, and that may hang on the input. A line goes from the
 * behaviour when it matches on every input of the path: its text is fixed, or a fixed piece of it
 * matches whatever stands around it, or an automaton accepts all texts that it may have
 * (pattern.h). All other lines stay, and where the behaviours then differ, a witness of that is
 * held against the patterns. If they leave nothing of the difference, all inputs that are like the
 * witness can be excluded (each line has the same text, or matches by a fixed piece), and another
 * is asked for (search/witness.c).
 */
#ifndef DRIFT_BEHAVIOUR_FILTER_H
#define DRIFT_BEHAVIOUR_FILTER_H

#include "base/lines.h"
#include "behaviour/behaviour.h"
#include "behaviour/pattern.h"

typedef struct Filter {
	LineFilter lines;
	VEC(Pattern *) automata; /* of these; NULL: not understood */
} Filter;

/* The texts are kept; filter_free in any case. */
bool filter_init(Filter *f, const StrList *texts, Err *err);
void filter_free(Filter *f);
/* Takes lines out of the items that match on every input of the path; text keeps them. */
void filter_behaviour(const Filter *f, ExprPool *pool, Behaviour *b);

/* Both behaviours of a run, and what counts of them. */
typedef struct Behaviours {
	ExprPool *pool;
	ExprEval *eval; /* scratch */
	u32 see;        /* SEE_* */
	Filter filter;
	Behaviour now[2]; /* of the run that was looked at last */
} Behaviours;

/* Whether they differ on an input of their paths in what --ignore leaves of them. */
bool behaviours_show(const Behaviours *b, const Assignment *a);
/* Inputs of their paths on which lines are treated as on the one of the evaluation. */
Expr behaviours_alike(const Behaviours *b);
/* A number of the outputs whose text is longer or shorter than on the one of the evaluation:
 * patterns often hang on that, and it leads away faster than one value after the other. */
Expr behaviours_other_length(const Behaviours *b);
/* The machine does not know both ends. */
bool behaviours_open(const Behaviours *b);
/* It knows neither, and they are alike so far. */
bool behaviours_open_both(const Behaviours *b);
bool behaviour_is_open(const Behaviour *b);

#endif
