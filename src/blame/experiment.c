/* experiment.c: delta debugging over units of edits. */
#include "blame/experiment.h"

typedef VEC(u32) EditUnitList;

/* ---- units ---- */

void edit_units_alone(EditUnits *u, u32 n_edits)
{
	*u = (EditUnits){n_edits, n_edits, xcalloc(n_edits ? n_edits : 1, sizeof *u->of)};
	for (u32 i = 0; i < n_edits; i++)
		u->of[i] = i;
}

bool edit_units_join(EditUnits *u, u32 a, u32 b)
{
	u32 keep = u->of[a] < u->of[b] ? u->of[a] : u->of[b];
	u32 gone = u->of[a] < u->of[b] ? u->of[b] : u->of[a];
	if (keep == gone)
		return false;
	for (u32 i = 0; i < u->n_edits; i++) {
		if (u->of[i] == gone)
			u->of[i] = keep;
		else if (u->of[i] > gone)
			u->of[i]--;
	}
	u->n--;
	return true;
}

void edit_units_free(EditUnits *u)
{
	free(u->of);
	*u = (EditUnits){0};
}

/* ---- trials ---- */

/* The outcome of OLD with these units. */
static TrialOutcome trial(Experiment *e, const EditUnits *u, const EditUnitList *set)
{
	u8 *in = xcalloc(u->n + 1, 1);
	bool *take = xcalloc(u->n_edits + 1, sizeof *take);
	u64 known, key;
	for (size_t i = 0; i < set->len; i++)
		in[set->at[i]] = 1;
	key = hash_bytes(in, u->n) | 1;
	TrialOutcome o = TRIAL_SKIPPED;
	if (intmap_get(&e->known, key, &known)) {
		o = (TrialOutcome)known;
	} else if (e->builds < e->most) {
		for (u32 i = 0; i < u->n_edits; i++)
			take[i] = in[u->of[i]];
		e->builds++;
		o = e->run(e->arg, take);
		intmap_put(&e->known, key, o);
	}
	if (o == TRIAL_SKIPPED)
		e->ran_out = true;
	free(in);
	free(take);
	return o;
}

/* The units of set from `from` to `to`, or those outside of it. */
static void part_of(const EditUnitList *set, size_t from, size_t to, bool outside,
					EditUnitList *part)
{
	part->len = 0;
	for (size_t i = 0; i < set->len; i++)
		if ((i >= from && i < to) != outside)
			vec_push(part, set->at[i]);
}

/* Tries pieces of the set, or the set without each; the first that fails as NEW replaces it. */
static bool shrink(Experiment *e, const EditUnits *u, EditUnitList *set, size_t pieces,
				   bool outside)
{
	EditUnitList part = {0};
	bool shrunk = false;
	for (size_t k = 0; k < pieces && !shrunk; k++) {
		part_of(set, set->len * k / pieces, set->len * (k + 1) / pieces, outside, &part);
		shrunk = part.len < set->len && part.len && trial(e, u, &part) == TRIAL_NEW;
	}
	if (shrunk) {
		EditUnitList was = *set;
		*set = part;
		part = was;
	}
	vec_free(&part);
	return shrunk;
}

/* A set that fails as NEW, made as small as can be. */
static void minimise(Experiment *e, const EditUnits *u, EditUnitList *set)
{
	size_t pieces = 2;
	while (set->len > 1 && pieces <= set->len) {
		if (shrink(e, u, set, pieces, false))
			pieces = 2;
		else if (pieces > 2 && shrink(e, u, set, pieces, true))
			pieces = pieces - 1 < set->len ? pieces - 1 : set->len;
		else if (pieces == set->len)
			return;
		else
			pieces = pieces * 2 < set->len ? pieces * 2 : set->len;
	}
}

/* ---- the search ---- */

static bool is_known(const Experiment *e, const EditUnitList *set)
{
	for (size_t i = 0; i < e->sets.len; i++) {
		const BlameSet *b = &e->sets.at[i];
		if (b->units.len == set->len && !memcmp(b->units.at, set->at, set->len * sizeof *set->at))
			return true;
	}
	return false;
}

/* Looks for the smallest set within those units, and keeps it if it is another one. */
static void search_within(Experiment *e, const EditUnits *u, EditUnitList *set)
{
	bool before = e->ran_out;
	e->ran_out = false;
	minimise(e, u, set);
	bool smallest = !e->ran_out;
	e->ran_out |= before;
	if (is_known(e, set))
		return;
	BlameSet b = {.smallest = smallest};
	for (size_t i = 0; i < set->len; i++)
		vec_push(&b.units, set->at[i]);
	vec_push(&e->sets, b);
}

static void all_but(const EditUnits *u, u32 without, EditUnitList *set)
{
	set->len = 0;
	for (u32 i = 0; i < u->n; i++)
		if (i != without)
			vec_push(set, i);
}

/* NEW without each of a set's units: does that repair it, and if it fails still, by what? */
static void revert_each(Experiment *e, const EditUnits *u, size_t which)
{
	for (size_t i = 0; i < e->sets.at[which].units.len; i++) {
		EditUnitList rest = {0};
		all_but(u, e->sets.at[which].units.at[i], &rest);
		TrialOutcome o = trial(e, u, &rest);
		vec_push(&e->sets.at[which].reverted, (u8)o);
		if (o == TRIAL_NEW)
			search_within(e, u, &rest);
		vec_free(&rest);
	}
}

void experiment_run(Experiment *e, const EditUnits *u)
{
	EditUnitList all = {0};
	all_but(u, u->n, &all);
	e->whole = trial(e, u, &all) == TRIAL_NEW;
	if (e->whole)
		search_within(e, u, &all);
	for (size_t i = 0; i < e->sets.len && !e->first; i++)
		revert_each(e, u, i);
	vec_free(&all);
}

void experiment_free(Experiment *e)
{
	for (size_t i = 0; i < e->sets.len; i++) {
		vec_free(&e->sets.at[i].units);
		vec_free(&e->sets.at[i].reverted);
	}
	vec_free(&e->sets);
	intmap_free(&e->known);
}
