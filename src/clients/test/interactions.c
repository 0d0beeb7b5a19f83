/* interactions.c: the orders in which differences executed changes, and whether inputs that skip a
 * needed change show the same error. */
#include "clients/test/interactions.h"

static const double SECONDS = 60; /* for all experiments, where there is no limit of time */
static const double MARGIN =
	0.1; /* part of the time that is kept for the last step, and the result */
static const double SAYING = 1; /* seconds that the result may take then */

enum {
	MOST_SHOWINGS = 20000,
	TRACED = 1 << 18, /* steps of a run */
	TRIES = 3,        /* of paths of a group and an order that are asked for an input */
};

/* ---- while the search goes on ---- */

static Interactions *interactions_of(Tester *t)
{
	if (!t->config.interactions || !sequence_of(t->search))
		return NULL;
	if (!t->interactions)
		t->interactions = xcalloc(1, sizeof *t->interactions);
	return t->interactions;
}

static Showing *showing_of(Interactions *x, u64 key, u32 order)
{
	u64 both = key << 32 | order, at; /* keys are numbers from 1 */
	if (intmap_get(&x->showing_of, both, &at))
		return &x->showings.at[at - 1];
	if (x->showings.len >= MOST_SHOWINGS)
		return NULL;
	vec_push(&x->showings, ((Showing){.key = key, .order = order}));
	intmap_put(&x->showing_of, both, x->showings.len);
	return &vec_last(&x->showings);
}

void interactions_pair(Tester *t, u64 key, u32 shape, const Assignment *input, ExprList *conds,
					   bool same)
{
	Interactions *x = interactions_of(t);
	Showing *s = x ? showing_of(x, key, sequence_order(t->search)) : NULL;
	ExprList none = {0};
	if (!s)
		return;
	Finder *f = search_finder(t->search);
	Expr differs = same ? EXPR_TRUE : search_differs(t->search);
	if (!differs || differs == EXPR_FALSE)
		return;
	if (conditions_hold(f, &none, differs, input) && (same || behaviours_show(f->seen, input))) {
		s->some = true;
		s->shown++;
	} else if (!s->some && s->tries < TRIES) {
		s->some = find_witness(f, shape, input, conds, differs);
		s->tries++;
	}
}

void interactions_note(Tester *t, Difference *d, u32 shape, const Assignment *a)
{
	size_t n;
	if (!interactions_of(t))
		return;
	const SequenceGraph *g = sequence_of(t->search);
	const u32 *nodes = sequence_latest(t->search, &n);
	Judgement *j = xcalloc(1, sizeof *j);
	j->cie = RESULT_OPEN;
	j->input = inputs_keep(search_inputs(t->search), shape, a);
	for (size_t i = 0; i < n; i++) {
		const SequenceNode *node = sequence_node(g, nodes[i]);
		if (node->kind == SEQUENCE_CHANGE)
			vec_push(&j->sequence, node->change);
		else if (node->kind == SEQUENCE_MEETING)
			vec_push(&j->locations, nodes[i]);
	}
	d->judgement = j;
}

static void add_point(const IntMap *change_at, u32 function, u32 ins, U32List *order)
{
	u64 change;
	if (intmap_get(change_at, ((u64)function << 32 | ins) + 1, &change) && !has(order, (u32)change))
		vec_push(order, (u32)change);
}

/* A call is executed before what it calls, though its value comes later, if it has one. */
static void add_calls(const AlignedRun *run, u32 site, bool *seen, const IntMap *change_at,
					  U32List *order)
{
	U32List chain = {0};
	for (; site && !seen[site]; site = run->sites.at[site].parent) {
		seen[site] = true;
		vec_push(&chain, site);
	}
	while (chain.len) {
		const AlignedSite *s = &run->sites.at[vec_pop(&chain)];
		add_point(change_at, s->function, s->ins, order);
	}
	vec_free(&chain);
}

/* Blocks tell the order only as far as no call stands between two changes. */
static void take_order(const Tester *t, Difference *d, const AlignedRun *run)
{
	const SequenceGraph *g = sequence_of(t->search);
	IntMap at = {0};
	U32List order = {0};
	bool *seen = xcalloc(run->sites.len + 1, sizeof *seen);
	for (u32 i = 0; i < sequence_count(g); i++) {
		const SequenceNode *n = sequence_node(g, i);
		for (u32 k = 0; n->kind == SEQUENCE_CHANGE && k < n->n_points; k++)
			intmap_put(&at, ((u64)n->points[k].function << 32 | n->points[k].ins) + 1, n->change);
	}
	for (size_t i = 0; i < run->steps.len; i++) {
		const AlignedStep *s = &run->steps.at[i];
		add_calls(run, s->site, seen, &at, &order);
		add_point(&at, s->function, s->ins, &order);
	}
	free(seen);
	/* Changes without a step stay in order at the end. */
	for (size_t i = 0; i < d->judgement->sequence.len; i++)
		if (!has(&order, d->judgement->sequence.at[i]))
			vec_push(&order, d->judgement->sequence.at[i]);
	vec_free(&d->judgement->sequence);
	d->judgement->sequence = order;
	intmap_free(&at);
}

/* A run whose end the machine does not know shows a difference once native runs have said so. */
static void note_open(Tester *t, const Difference *d)
{
	size_t n;
	const ObservedOrder *orders = sequence_observed(t->search, &n);
	const U32List *was = &d->judgement->sequence;
	for (u32 i = 0; i < n; i++) {
		if (orders[i].n != was->len ||
			(was->len && memcmp(orders[i].changes, was->at, was->len * sizeof *was->at)))
			continue;
		Showing *s = showing_of(interactions_of(t), d->key, i);
		if (s) {
			s->some = true;
			s->shown++;
		}
		return;
	}
}

void interactions_trace(Tester *t, Difference *d, u32 shape, const Assignment *a)
{
	Alignment w = {0};
	Err ignored = {0};
	if (!d->judgement)
		return;
	if (search_inconclusive(t->search))
		note_open(t, d);
	if (search_align(t->search, shape, a, TRACED, &w, &ignored) && !w.run[NEW].cut)
		take_order(t, d, &w.run[NEW]);
	alignment_free(&w);
}

/* ---- definition 3 ---- */

bool order_skips(const ObservedOrder *o, const U32List *critical)
{
	for (size_t i = 0; i < critical->len; i++) {
		bool there = false;
		for (u32 k = 0; k < o->n; k++)
			there |= o->changes[k] == critical->at[i];
		if (!there)
			return true;
	}
	return false;
}

static bool run_skips(const U32List *sequence, const U32List *critical)
{
	for (size_t i = 0; i < critical->len; i++)
		if (!has(sequence, critical->at[i]))
			return true;
	return false;
}

/* Groups that a golden version has split share their behaviours. */
static u64 behaviours_key(const Tester *t, const Difference *d)
{
	for (size_t i = 0; i < t->groups.len; i++)
		if (t->groups.at[i].key == d->key && t->groups.at[i].behaviours)
			return t->groups.at[i].behaviours;
	return d->key;
}

/* The same error: the same two behaviours, or the same way to the output and the same ends. */
static void ask_definition(const Tester *t, const Interactions *x, Difference *d)
{
	Judgement *j = d->judgement;
	size_t n;
	const ObservedOrder *orders = sequence_observed(t->search, &n);
	bool several = j->edits.len ? j->edits.len > 1 : j->critical.len > 1;
	if (!j->judged)
		return;
	j->cie = several && !run_skips(&j->sequence, &j->critical) ? RESULT_TRUE : RESULT_FALSE;
	if (j->by_graph && j->cie == RESULT_TRUE) /* what is needed is a guess */
		j->cie = RESULT_OPEN;
	u64 key = behaviours_key(t, d);
	for (size_t i = 0; i < x->showings.len; i++) {
		const Showing *s = &x->showings.at[i];
		if (s->key == key && s->some && order_skips(&orders[s->order], &j->critical))
			j->cie = RESULT_FALSE;
	}
	for (size_t i = 0; i < t->differences.len; i++) {
		const Difference *other = &t->differences.at[i];
		if (d->way && other->way == d->way && other->judgement &&
			run_skips(&other->judgement->sequence, &j->critical))
			j->cie = RESULT_FALSE;
	}
}

/* One of each way to the output first: others of the same way need the same, which is cheap then. */
static void judge_some(Tester *t, Interactions *x, bool first)
{
	for (size_t i = 0; i < t->differences.len; i++) {
		Difference *d = &t->differences.at[i];
		bool stop = search_config(t->search)->stop && *search_config(t->search)->stop;
		if (!d->judgement || stop || first == (d->like != 0))
			continue;
		if (budget_over(comparison_explaining(t->comparison)) || !critical_by_experiment(t, x, d)) {
			x->graph = true;
			if (!critical_by_likeness(t, d))
				critical_by_graph(t, d->judgement);
		}
	}
}

void interactions_judge(Tester *t)
{
	Interactions *x = interactions_of(t);
	double begin = now_seconds(), until = t->config.until;
	if (!x)
		return;
	/* Machines have this budget as well. */
	comparison_explain_until(t->comparison,
							 (Budget){.stop = search_config(t->search)->stop,
									  .end = until > 0 ? until - MARGIN * (until - begin)
													   : begin + budget_default(SECONDS)});
	judge_some(t, x, true);
	judge_some(t, x, false);
	for (size_t i = 0; i < t->differences.len; i++)
		if (t->differences.at[i].judgement)
			ask_definition(t, x, &t->differences.at[i]);
	comparison_explain_until(t->comparison, (Budget){.end = now_seconds() + SAYING});
	comparison_took(t->comparison, now_seconds() - begin);
}

/* ---- end ---- */

void judgement_free(Judgement *j)
{
	if (!j)
		return;
	for (size_t i = 0; i < j->edits.len; i++)
		free(j->edits.at[i]);
	vec_free(&j->edits);
	vec_free(&j->sequence);
	vec_free(&j->locations);
	vec_free(&j->critical);
	kept_input_free(&j->input);
	free(j);
}

void interactions_free(Tester *t)
{
	Interactions *x = t->interactions;
	if (!x)
		return;
	trials_free(x->trials);
	free(x->scratch);
	vec_free(&x->showings);
	intmap_free(&x->showing_of);
	free(x);
	t->interactions = NULL;
}
