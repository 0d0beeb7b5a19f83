/* interactions_fill.c: fills a result with changes that are needed together. */
#include "clients/test/interactions.h"

enum { MOST_POSSIBLE = 10000 }; /* orders that are counted */

void interactions_fill_one(const Difference *d, ResultDifference *to)
{
	const Judgement *j = d->judgement;
	if (!j)
		return;
	for (size_t i = 0; i < j->sequence.len; i++)
		vec_push(&to->judged.sequence, j->sequence.at[i] + 1);
	for (size_t i = 0; i < j->critical.len; i++)
		vec_push(&to->judged.critical, j->critical.at[i] + 1);
	for (size_t i = 0; i < j->edits.len; i++)
		vec_push(&to->judged.edits, j->edits.at[i]);
	to->judged.has_critical = j->judged;
	to->judged.by = j->judged ? j->by_graph ? "graph" : "experiment" : NULL;
	to->judged.cie = j->cie;
}

static bool same_list(const U32List *a, const U32List *b)
{
	return a->len == b->len && (!a->len || !memcmp(a->at, b->at, a->len * sizeof *a->at));
}

static void fill_location(const SequenceGraph *g, u32 node, Result *r, ResultInteraction *to)
{
	Buf text = {0};
	sequence_meeting_text(g, node, &text);
	vec_push(&to->locations, result_take(r, &text));
	buf_free(&text);
}

/* If there is no such location: the code of one of the changes, if it depends on all others. */
static void fill_own_locations(const SequenceGraph *g, const Judgement *j, Result *r,
							   ResultInteraction *to)
{
	for (u32 i = 0; i < sequence_count(g); i++) {
		const SequenceNode *n = sequence_node(g, i);
		size_t others = 0;
		for (u32 k = 0; k < n->n_meet; k++)
			others += has(&j->critical, n->meet[k]);
		if (n->kind == SEQUENCE_CHANGE && has(&j->critical, n->change) &&
			others + 1 == j->critical.len)
			fill_location(g, i, r, to);
	}
}

/* Returns how many of the critical changes meet at the location. */
static size_t in_common(const Judgement *j, const SequenceNode *n)
{
	size_t common = 0;
	for (u32 k = 0; k < n->n_meet; k++)
		common += has(&j->critical, n->meet[k]);
	return common;
}

/* Places that the run executed and where all, or else two, of the changes meet; those first where
 * few others do. */
static void fill_locations(const Tester *t, const Judgement *j, Result *r, ResultInteraction *to)
{
	const SequenceGraph *g = sequence_of(t->search);
	for (int all = 1; all >= 0 && !to->locations.len; all--)
		for (u32 size = 2; size <= sequence_changes(g); size++)
			for (size_t i = 0; i < j->locations.len; i++) {
				const SequenceNode *n = sequence_node(g, j->locations.at[i]);
				if (n->n_meet == size && in_common(j, n) >= (all ? j->critical.len : 2))
					fill_location(g, j->locations.at[i], r, to);
			}
	if (!to->locations.len)
		fill_own_locations(g, j, r, to);
}

static void fill_interactions(const Tester *t, Result *r)
{
	for (size_t i = 0; i < t->differences.len; i++) {
		const Difference *d = &t->differences.at[i];
		const Judgement *j = d->judgement;
		size_t first = 0;
		if (!j || !j->judged || j->critical.len < 2 || (!j->by_graph && j->edits.len < 2))
			continue;
		while (first < i &&
			   !(t->differences.at[first].judgement &&
				 t->differences.at[first].judgement->by_graph == j->by_graph &&
				 same_list(&t->differences.at[first].judgement->critical, &j->critical)))
			first++;
		ResultInteraction *one = NULL;
		for (size_t k = 0; k < r->versions.interactions.len && first < i; k++)
			if (r->versions.interactions.at[k].differences.at[0] == t->differences.at[first].group)
				one = &r->versions.interactions.at[k];
		if (!one) {
			ResultInteraction x = {.cie = j->cie, .by = j->by_graph ? "graph" : "experiment"};
			for (size_t k = 0; k < j->critical.len; k++)
				vec_push(&x.changes, j->critical.at[k] + 1);
			fill_locations(t, j, r, &x);
			vec_push(&r->versions.interactions, x);
			one = &vec_last(&r->versions.interactions);
		}
		vec_push(&one->differences, d->group);
		one->cie = j->cie == RESULT_TRUE ? RESULT_TRUE : one->cie;
	}
}

static bool is_guess(const ResultInteraction *x)
{
	return !strcmp(x->by, "graph");
}

/* True if the order has all changes of some interaction. Guesses count if there is nothing else. */
static bool is_critical(const Result *r, const ObservedOrder *o)
{
	bool known = false;
	for (size_t i = 0; i < r->versions.interactions.len; i++)
		known |= !is_guess(&r->versions.interactions.at[i]);
	for (size_t i = 0; i < r->versions.interactions.len; i++) {
		const ResultInteraction *x = &r->versions.interactions.at[i];
		U32List changes = {0};
		if (known && is_guess(x))
			continue;
		for (size_t k = 0; k < x->changes.len; k++)
			vec_push(&changes, x->changes.at[k] - 1);
		bool skips = order_skips(o, &changes);
		vec_free(&changes);
		if (!skips)
			return true;
	}
	return false;
}

/* True if differences of the group are errors. */
static bool is_error(const Tester *t, u64 key)
{
	for (size_t i = 0; i < t->groups.len; i++) {
		const Group *g = &t->groups.at[i];
		if ((g->key == key || g->behaviours == key) && g->difference != NO_OPERAND)
			return !golden_is_progress(t, g->key);
	}
	return false;
}

static void fill_rates(const Tester *t, Result *r)
{
	ResultSequences *s = &r->versions.sequences;
	size_t n;
	const ObservedOrder *orders = sequence_observed(t->search, &n);
	bool *critical = xcalloc(n + 1, sizeof *critical);
	for (size_t i = 0; i < n; i++) {
		critical[i] = is_critical(r, &orders[i]);
		s->tests[critical[i]] += orders[i].tests;
	}
	for (size_t i = 0; t->interactions && i < t->interactions->showings.len; i++) {
		const Showing *x = &t->interactions->showings.at[i];
		if (x->order < n && is_error(t, x->key))
			s->errors[critical[x->order]] += x->shown;
	}
	s->seen = n;
	free(critical);
}

void interactions_fill(const Tester *t, Result *r)
{
	const SequenceGraph *g = sequence_of(t->search);
	ResultSequences *s = &r->versions.sequences;
	const char *const *notes;
	Buf text = {0};
	if (!t->config.interactions || !g)
		return;
	r->parts |= RESULT_INTERACTIONS;
	fill_interactions(t, r);
	fill_rates(t, r);
	s->possible = comparison_ended(t->comparison) ? sequence_orders(g, MOST_POSSIBLE) : 0;
	s->more = s->possible >= MOST_POSSIBLE;
	for (u32 i = 0; i < sequence_changes(g); i++) {
		sequence_change_text(g, i, &text);
		vec_push(&s->changes, result_take(r, &text));
	}
	u32 n = sequence_notes(g, &notes);
	vec_append(&s->notes, notes, n);
	const Interactions *x = t->interactions;
	s->builds = x && x->trials ? trials_builds(x->trials) : 0;
	s->why = x && x->graph ? (*x->trouble.text ? x->trouble.text
											   : "the time for experiments is over (--time)")
						   : NULL;
	buf_free(&text);
}
