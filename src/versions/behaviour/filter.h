/* filter.h: removes ignored lines of output (--ignore), for all inputs of a path.
 *
 * Whether a line matches depends on its text, and the text may depend on the input. A line is
 * removed from the behaviour if it matches on every input of the path. That is so if its text is
 * constant, if a constant part of it matches whatever surrounds it, or if an automaton accepts all
 * its possible texts (pattern.h). All other lines stay. If the behaviours then differ, the patterns
 * are applied to the output of a witness. If that removes the whole difference, we exclude all
 * inputs like the witness (each line has the same text, or matches by a constant part) and ask for
 * another witness (versions/search/witness.c). */
#ifndef DRIFT_BEHAVIOUR_FILTER_H
#define DRIFT_BEHAVIOUR_FILTER_H

#include "base/lines.h"
#include "versions/behaviour/behaviour.h"
#include "versions/behaviour/pattern.h"

typedef struct Filter {
	LineFilter lines;
	VEC(Pattern *) automata; /* of these; NULL: unsupported syntax */
} Filter;

/* Keeps pointers to the texts. Call filter_free even if it fails. */
bool filter_init(Filter *f, const StrList *texts, Err *err);
void filter_free(Filter *f);
/* Removes lines from the items that match on every input of the path; text keeps them. */
void filter_behaviour(const Filter *f, ExprPool *pool, Behaviour *b);

/* Both behaviours of a run, and which parts are compared. */
typedef struct Behaviours {
	ExprPool *pool;
	ExprEval *eval; /* scratch */
	u32 observe;    /* OBSERVE_* */
	Filter filter;
	Behaviour now[2]; /* of the latest observed run */
} Behaviours;

/* True if they differ on an input of their paths after --ignore. */
bool behaviours_show(const Behaviours *b, const Assignment *a);
/* The inputs of their paths on which the filter treats each line as on the evaluated input. */
Expr behaviours_alike(const Behaviours *b);
/* The inputs on which some number in the outputs has more or fewer digits than on the evaluated
 * input. Patterns often depend on that, and it excludes more than one value at a time. */
Expr behaviours_other_length(const Behaviours *b);
/* True if the machine knows the end of one version only, or behaviours_open_both is true. */
bool behaviours_open(const Behaviours *b);
/* True if it knows neither end, one of them is RAN_UNSUPPORTED, and both are alike so far. */
bool behaviours_open_both(const Behaviours *b);
bool behaviour_is_open(const Behaviour *b);

#endif
