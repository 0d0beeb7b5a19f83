/* experiment.c: delta debugging over units of edits. */
#include "clients/blame/experiment.h"

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

/* By unit: whether it is in the set. */
static u8 *mask_of(const EditUnits *u, const EditUnitList *set)
{
	u8 *in = xcalloc(u->n + 1, 1);
	for (size_t i = 0; i < set->len; i++)
		in[set->at[i]] = 1;
	return in;
}

static Key key_of(const EditUnits *u, const u8 *in)
{
	return (Key){in, u->n};
}

static bool *edits_of(const EditUnits *u, const u8 *in)
{
	bool *take = xcalloc(u->n_edits + 1, sizeof *take);
	for (u32 i = 0; i < u->n_edits; i++)
		take[i] = in[u->of[i]];
	return take;
}

/* The outcome of OLD with these units. */
static TrialOutcome trial(Experiment *e, const EditUnits *u, const EditUnitList *set)
{
	u8 *in = mask_of(u, set);
	u64 known;
	Key key = key_of(u, in);
	TrialOutcome o = TRIAL_SKIPPED;
	if (keymap_get(&e->known, key, &known)) {
		o = (TrialOutcome)known;
	} else if (e->builds < e->most) {
		bool *take = edits_of(u, in);
		e->builds++;
		o = e->run(e->arg, take);
		keymap_put(&e->known, key, o);
		free(take);
	}
	if (o == TRIAL_SKIPPED)
		e->ran_out = true;
	free(in);
	return o;
}

/* Sets that will be asked for one after the other, as far as there are builds for them. */
static void go_ahead(Experiment *e, const EditUnits *u, const EditUnitList *sets, u32 n)
{
	bool **takes = xcalloc(n + 1, sizeof *takes);
	u32 k = 0;
	for (u32 i = 0; i < n && e->builds + k < e->most; i++) {
		u8 *in = mask_of(u, &sets[i]);
		u64 known;
		if (sets[i].len && !keymap_get(&e->known, key_of(u, in), &known))
			takes[k++] = edits_of(u, in);
		free(in);
	}
	if (k > 1)
		e->ahead(e->arg, (const bool *const *)takes, k);
	for (u32 i = 0; i < k; i++)
		free(takes[i]);
	free(takes);
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

/* Piece k of so many, or the set without it; empty: it is no smaller, or nothing. */
static EditUnitList piece_of(const EditUnitList *set, size_t k, size_t pieces, bool outside)
{
	EditUnitList part = {0};
	part_of(set, set->len * k / pieces, set->len * (k + 1) / pieces, outside, &part);
	if (part.len == set->len)
		part.len = 0;
	return part;
}

/* Tries pieces of the set, or the set without each; the first that fails as NEW replaces it. */
static bool shrink(Experiment *e, const EditUnits *u, EditUnitList *set, size_t pieces,
				   bool outside)
{
	EditUnitList *list = xcalloc(pieces, sizeof *list);
	bool shrunk = false;
	for (size_t k = 0; k < pieces; k++)
		list[k] = piece_of(set, k, pieces, outside);
	for (size_t k = 0; k < pieces && !shrunk; k++) {
		if (e->ahead && k % e->at_once == 0)
			go_ahead(e, u, list + k, (u32)(pieces - k < e->at_once ? pieces - k : e->at_once));
		shrunk = list[k].len && trial(e, u, &list[k]) == TRIAL_NEW;
		if (shrunk) {
			EditUnitList was = *set;
			*set = list[k];
			list[k] = was;
		}
	}
	for (size_t k = 0; k < pieces; k++)
		vec_free(&list[k]);
	free(list);
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
	bool smallest = !e->ran_out || set->len == 1;
	e->ran_out |= before;
	if (is_known(e, set))
		return;
	BlameSet b = {.smallest = smallest};
	vec_append(&b.units, set->at, set->len);
	vec_push(&e->sets, b);
}

static void all_but(const EditUnits *u, u32 without, EditUnitList *set)
{
	set->len = 0;
	for (u32 i = 0; i < u->n; i++)
		if (i != without)
			vec_push(set, i);
}

/* Versions of NEW without one of a set's units. */
static void revert_ahead(Experiment *e, const EditUnits *u, const BlameSet *of)
{
	EditUnitList *rest = xcalloc(of->units.len + 1, sizeof *rest);
	for (size_t i = 0; i < of->units.len; i++)
		all_but(u, of->units.at[i], &rest[i]);
	go_ahead(e, u, rest, (u32)of->units.len);
	for (size_t i = 0; i < of->units.len; i++)
		vec_free(&rest[i]);
	free(rest);
}

/* NEW without each of a set's units: does that repair it, and if it fails still, by what? */
static void revert_each(Experiment *e, const EditUnits *u, size_t which)
{
	if (e->ahead)
		revert_ahead(e, u, &e->sets.at[which]);
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
	keymap_free(&e->known);
}
