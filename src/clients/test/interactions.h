/* interactions.h: shared by the files on interactions of changes.
 *
 * During the search, we record in which orders of changes each group shows. After the search, we
 * find critical sets by experiment (interact.h) on the tests or, if there are no sources, by the
 * graph: the changes that the run executed and that meet at one location (critical.c, with
 * critical_edits.c). Then we evaluate definition 3 of the paper over all explored inputs
 * (interactions.c): does an input that skips one of them show the same error? interactions_fill.c
 * fills the result. */
#ifndef DRIFT_TEST_INTERACTIONS_H
#define DRIFT_TEST_INTERACTIONS_H

#include "clients/interactions/interact.h"
#include "versions/search/sequence.h"
#include "clients/test/tester.h"

/* Inputs of a group that executed changes in one order. */
typedef struct Showing {
	u64 key;   /* of the group */
	u32 order; /* index in sequence_observed */
	u64 shown; /* inputs that were run and show it */
	bool some; /* true if there is such an input */
	u32 tries; /* failed attempts */
} Showing;

struct Interactions {
	VEC(Showing) showings;
	IntMap showing_of; /* key and order -> position + 1 */
	Trials *trials;
	char *scratch; /* of trials */
	Err trouble;   /* why there are no experiments */
	bool graph;    /* true if no critical set is by experiment */
};

static inline bool has(const U32List *list, u32 x)
{
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i] == x)
			return true;
	return false;
}

/* True if runs in this order skipped one of these changes. */
bool order_skips(const ObservedOrder *o, const U32List *critical);

/* ---- critical.c: changes that a difference needs together ---- */

/* Returns false if it could not be found: no sources, no time, or no set that was proved
 * minimal. */
bool critical_by_experiment(Tester *t, Interactions *x, Difference *d);
/* Copies the set of a difference of the same cluster. */
bool critical_by_likeness(const Tester *t, const Difference *d);
void critical_by_graph(const Tester *t, Judgement *j);

/* ---- critical_edits.c: edits of the sources and changes of the programs ---- */

/* True if one path ends with the other. */
bool path_ends_with(const char *path, const char *tail);
/* True if the edit has some of these lines. */
bool edit_has_lines(const Edits *e, u32 edit, Side s, const char *file, u32 first, u32 last);
/* Finds the changes that are in an edit, or use the macro that it defines. */
void edit_changes(const Tester *t, const Edits *e, u32 edit, U32List *to);
/* Adds the change that represents the edit to the critical ones. */
void edit_add_change(const Tester *t, const Edits *e, u32 edit, Judgement *j);

#endif
