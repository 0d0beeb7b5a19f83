/* interactions.h: what the files on interactions of changes share.
 *
 * While the search goes on, it is noted in which orders of changes each group shows. When it is
 * done, critical sets are found by experiment (interact.h) on the tests, or where there are no
 * sources by the graph: the changes that the run executed and that meet at one place
 * (critical.c, with critical_edits.c). Then definition 3 of the paper is asked over all inputs
 * explored (interactions.c): does an input that skips one of them show the same error? What is told
 * of it is made in interactions_fill.c.
 */
#ifndef DRIFT_TEST_INTERACTIONS_H
#define DRIFT_TEST_INTERACTIONS_H

#include "interact/interact.h"
#include "search/sequence.h"
#include "test/tester.h"

/* Inputs of a group that executed changes in one order. */
typedef struct Showing {
	u64 key;   /* of the group */
	u32 order; /* of sequence_seen */
	u64 shown; /* inputs that were run and show it */
	bool some; /* there is such an input */
	u32 tries; /* in vain */
} Showing;

struct Interactions {
	VEC(Showing) showings;
	IntMap showing_of; /* key and order -> position + 1 */
	Trials *trials;
	char *scratch; /* of trials */
	Err trouble;   /* why there are no experiments */
	bool graph;    /* no critical set is by experiment */
};

static inline bool has(const U32List *list, u32 x)
{
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i] == x)
			return true;
	return false;
}

/* Whether runs in this order left one of these changes out. */
bool order_skips(const SeenOrder *o, const U32List *critical);

/* ---- critical.c: changes that a difference needs together ---- */

/* False if it could not be found: no sources, no time, or no set that was shown to be smallest. */
bool critical_by_experiment(Tester *t, Interactions *x, Difference *d);
/* That of a difference of the same story. */
bool critical_by_likeness(const Tester *t, const Difference *d);
void critical_by_graph(const Tester *t, Judgement *j);

/* ---- critical_edits.c: edits of the sources and changes of the programs ---- */

/* Whether one path ends with the other. */
bool path_ends_with(const char *path, const char *tail);
/* Whether the edit has some of these lines. */
bool edit_has_lines(const Edits *e, u32 edit, Side s, const char *file, u32 first, u32 last);
/* The changes that lie in an edit, or use the macro that it defines. */
void edit_changes(const Tester *t, const Edits *e, u32 edit, U32List *to);
/* Adds the change that stands for the edit to the critical ones. */
void edit_add_change(const Tester *t, const Edits *e, u32 edit, Judgement *j);

#endif
