/* interactions.c: which changes a difference executed, and which it needs together.
 *
 * While the search goes on, it is noted in which orders of changes each group shows. When it is
 * done, critical sets are found by experiment (interact.h) on the tests, or where there are no
 * sources by the graph: the changes that the run executed and that meet at one place. Then
 * definition 3 of the paper is asked over all inputs explored: does an input that skips one of them
 * show the same error?
 */
#include "interact/interact.h"
#include "search/sequence.h"
#include "test/tester.h"

static const double SECONDS = 60; /* for all experiments, where there is no limit of time */
static const double MARGIN =
	0.1; /* part of the time that is kept for the last step, and the result */
static const double SAYING = 1; /* seconds that the result may take then */

enum {
	MOST_POSSIBLE = 10000, /* orders that are counted */
	MOST_SHOWINGS = 20000,
	TRACED = 1 << 18, /* steps of a run */
	TRIES = 3,        /* of paths of a group and an order that are asked for an input */
};

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

/* ---- while the search goes on ---- */

static bool has(const U32List *list, u32 x)
{
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i] == x)
			return true;
	return false;
}

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
	u64 hash = hash_mix(key, order + 1ull) | 1, at;
	if (intmap_get(&x->showing_of, hash, &at))
		return &x->showings.at[at - 1];
	if (x->showings.len >= MOST_SHOWINGS)
		return NULL;
	vec_push(&x->showings, ((Showing){.key = key, .order = order}));
	intmap_put(&x->showing_of, hash, x->showings.len);
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
	Finder *f = &t->search->find;
	Expr differs = same ? EXPR_TRUE
						: behaviour_differs(t->search->pool, &t->search->seen.now[OLD],
											&t->search->seen.now[NEW], t->search->config.see);
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
	j->input = inputs_keep(t->search->config.inputs, shape, a);
	for (size_t i = 0; i < n; i++) {
		const SequenceNode *node = sequence_node(g, nodes[i]);
		if (node->kind == SEQUENCE_CHANGE)
			vec_push(&j->sequence, node->change);
		else if (node->kind == SEQUENCE_PLACE)
			vec_push(&j->places, nodes[i]);
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
static void add_calls(const WhyRun *run, u32 site, bool *seen, const IntMap *change_at,
					  U32List *order)
{
	U32List chain = {0};
	for (; site && !seen[site]; site = run->sites.at[site].parent) {
		seen[site] = true;
		vec_push(&chain, site);
	}
	while (chain.len) {
		const WhySite *s = &run->sites.at[vec_pop(&chain)];
		add_point(change_at, s->function, s->ins, order);
	}
	vec_free(&chain);
}

/* Blocks tell the order only as far as no call stands between two changes. */
static void take_order(const Tester *t, Difference *d, const WhyRun *run)
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
		const WhyStep *s = &run->steps.at[i];
		add_calls(run, s->site, seen, &at, &order);
		add_point(&at, s->function, s->ins, &order);
	}
	free(seen);
	/* What has no step of its own keeps its place at the end. */
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
	const SeenOrder *orders = sequence_seen(t->search, &n);
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
	Why w = {0};
	Err ignored = {0};
	if (!d->judgement)
		return;
	if (behaviours_open(&t->search->seen))
		note_open(t, d);
	if (search_align(t->search, shape, a, TRACED, &w, &ignored) && !w.run[NEW].cut)
		take_order(t, d, &w.run[NEW]);
	why_free(&w);
}

/* ---- edits and changes ---- */

static bool ends_with(const char *path, const char *tail)
{
	size_t n = strlen(path), k = strlen(tail);
	return n >= k && !strcmp(path + n - k, tail) && (n == k || path[n - k - 1] == '/');
}

static bool lines_meet(const Edits *e, u32 edit, Side s, const char *file, u32 first, u32 last)
{
	const Edit *d = &e->at.at[edit];
	const EditFile *f = &e->files.at[d->file];
	const char *name = s == SIDE_NEW && f->other ? f->other : f->name;
	return d->from[s] < d->to[s] && first < d->to[s] && last >= d->from[s] &&
		   (ends_with(file, name) || ends_with(name, file));
}

/* Whether the edit is at the declaration that the change comes from: "a.h:12". */
static bool is_declared(const Edits *e, u32 edit, Side s, const char *place)
{
	const char *colon = place ? strrchr(place, ':') : NULL;
	if (!colon)
		return false;
	char *file = xstrndup(place, (size_t)(colon - place));
	u32 line = (u32)atoi(colon + 1);
	bool found = line && lines_meet(e, edit, s, file, line, line);
	free(file);
	return found;
}

/* Whether the change is where the edit is. */
static bool edit_is(const Tester *t, const Edits *e, u32 edit, u32 change)
{
	const SequenceGraph *g = sequence_of(t->search);
	const SequenceText *text = sequence_lines_of(g, change);
	const Program *p = t->search->config.subject[NEW]->program;
	if (text && lines_meet(e, edit, SIDE_NEW, p->files.at[text->file], text->first, text->last))
		return true;
	if (sequence_is_text(g, change))
		return false;
	for (Side s = SIDE_OLD; s < N_SIDES; s++) {
		const Change *c = change_map_at(t->search->changes.map, change);
		const ChangePart *part = &c->part[s];
		const Program *of = t->search->config.subject[s]->program;
		if (is_declared(e, edit, s, c->edited[s]))
			return true;
		for (u32 k = 0; k < part->n_lines; k++)
			if (lines_meet(e, edit, s, of->files.at[part->lines[k].file], part->lines[k].first,
						   part->lines[k].last))
				return true;
	}
	return false;
}

/* The macro that the edit defines, to be freed; NULL: none. */
static char *defined_name(const Edits *e, u32 edit)
{
	const Edit *d = &e->at.at[edit];
	const EditFile *f = &e->files.at[d->file];
	if (d->from[SIDE_NEW] >= d->to[SIDE_NEW])
		return NULL;
	const char *at = f->text[SIDE_NEW].at + f->line[SIDE_NEW].at[d->from[SIDE_NEW] - 1];
	at += strspn(at, " \t#");
	if (strncmp(at, "define", 6))
		return NULL;
	at += 6 + strspn(at + 6, " \t");
	return xstrndup(at, strcspn(at, " \t(\n"));
}

/* Changes at lines of NEW that use a macro. */
static bool uses_macro(const Tester *t, const Edits *e, const char *name, u32 change)
{
	if (sequence_is_text(sequence_of(t->search), change))
		return false;
	const ChangePart *part = &change_map_at(t->search->changes.map, change)->part[SIDE_NEW];
	const Program *p = t->search->config.subject[NEW]->program;
	for (u32 k = 0; k < part->n_lines; k++)
		for (size_t i = 0; i < e->files.len; i++) {
			const EditFile *f = &e->files.at[i];
			u32 last = part->lines[k].last;
			if (!f->there[SIDE_NEW] || last >= f->line[SIDE_NEW].len ||
				!ends_with(p->files.at[part->lines[k].file], f->other ? f->other : f->name))
				continue;
			u32 begin = f->line[SIDE_NEW].at[part->lines[k].first - 1];
			char *text = xstrndup(f->text[SIDE_NEW].at + begin, f->line[SIDE_NEW].at[last] - begin);
			bool found = strstr(text, name) != NULL;
			free(text);
			if (found)
				return true;
		}
	return false;
}

static void changes_of(const Tester *t, const Edits *e, u32 edit, U32List *to)
{
	u32 n = sequence_changes(sequence_of(t->search));
	size_t before = to->len;
	for (u32 c = 0; c < n; c++)
		if (!has(to, c) && edit_is(t, e, edit, c))
			vec_push(to, c);
	char *macro = to->len == before ? defined_name(e, edit) : NULL;
	for (u32 c = 0; macro && c < n; c++)
		if (!has(to, c) && uses_macro(t, e, macro, c))
			vec_push(to, c);
	free(macro);
}

static bool is_deletion(const Tester *t, u32 change)
{
	return !sequence_is_text(sequence_of(t->search), change) &&
		   change_map_at(t->search->changes.map, change)->kind == CHANGE_DELETION;
}

/* One change stands for the edit: of those that lie in it, the first that the run executed; one with
 * code in NEW before what is gone, such as a function that the edit does not call any more. */
static void add_change_of(const Tester *t, const Edits *e, u32 edit, Judgement *j)
{
	U32List list = {0};
	changes_of(t, e, edit, &list);
	u32 best = NO_OPERAND;
	for (int gone = 0; gone < 2 && best == NO_OPERAND; gone++)
		for (size_t i = j->sequence.len; i-- > 0;)
			if (has(&list, j->sequence.at[i]) && is_deletion(t, j->sequence.at[i]) == gone)
				best = j->sequence.at[i];
	if (best == NO_OPERAND && list.len)
		best = list.at[0];
	if (best != NO_OPERAND && !has(&j->critical, best))
		vec_push(&j->critical, best);
	vec_free(&list);
}

static int by_number(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

/* ---- critical sets ---- */

static bool make_trials(Tester *t, Interactions *x)
{
	const SearchConfig *c = &t->search->config;
	if (x->trials || x->trouble.text[0])
		return x->trials;
	if (t->config.unconfirmed)
		return err_set(&x->trouble, "nothing is run natively (--no-confirm)");
	if (c->entry)
		return err_set(&x->trouble, "a function is compared, not a program");
	x->scratch = xasprintf("%s/trials", t->config.dir);
	TrialsConfig config = {.version = {c->subject[OLD]->version, c->subject[NEW]->version},
						   .cflags = {c->subject[OLD]->cflags, c->subject[NEW]->cflags},
						   .given = c->subject[OLD]->given,
						   .from = t->config.trees,
						   .name = c->subject[NEW]->name,
						   .scratch = x->scratch,
						   .builds = t->config.builds,
						   .budget = &t->claim->after,
						   .unsafe = t->config.unsafe,
						   .see = c->see,
						   .filter = &t->search->seen.filter.lines};
	x->trials = trials_new(&config, &x->trouble);
	return x->trials;
}

static bool is_on_way(const Tester *t, const Edits *e, u32 edit, const Difference *d)
{
	for (size_t k = 0; k < d->effect.len; k++) {
		const EffectLine *l = &d->effect.at[k];
		const Program *p = t->search->config.subject[l->side]->program;
		if (l->line && lines_meet(e, edit, (Side)l->side, p->files.at[l->file], l->line, l->line))
			return true;
	}
	return false;
}

/* Whether the program may have been made of the edit's file: C of others is none of it. */
static bool is_of_program(const Tester *t, const Edits *e, u32 edit)
{
	const EditFile *f = &e->files.at[e->at.at[edit].file];
	size_t n = strlen(f->name);
	if (n < 2 || strcmp(f->name + n - 2, ".c"))
		return true;
	for (Side s = SIDE_OLD; s < N_SIDES; s++) {
		const Program *p = t->search->config.subject[s]->program;
		const char *name = s == SIDE_NEW && f->other ? f->other : f->name;
		for (u32 k = 1; k < p->files.len; k++)
			if (ends_with(p->files.at[k], name) || ends_with(name, p->files.at[k]))
				return true;
	}
	return false;
}

static void add_edit(U32List *to, u32 edit)
{
	if (!has(to, edit))
		vec_push(to, edit);
}

enum { ON_WAY, EXECUTED, BESIDES, LIKELY };

/* Edits on lines of the effect's way; those of changes that the run executed, in their order; with
 * these, what is no change: declarations, macros. */
static void likely_edits(const Tester *t, const Edits *e, const Difference *d, U32List to[LIKELY])
{
	const U32List *order = &d->judgement->sequence;
	u32 n = (u32)e->at.len;
	U32List *changes = xcalloc(n + 1, sizeof *changes);
	for (u32 i = 0; i < n; i++)
		changes_of(t, e, i, &changes[i]);
	for (size_t k = 0; k < order->len; k++)
		for (u32 i = 0; i < n; i++) {
			if (!has(&changes[i], order->at[k]))
				continue;
			/* What was executed first may be the cause of all that follows. */
			if (!k || is_on_way(t, e, i, d))
				add_edit(&to[ON_WAY], i);
			add_edit(&to[EXECUTED], i);
		}
	for (u32 i = 0; i < n; i++)
		if (is_on_way(t, e, i, d))
			add_edit(&to[ON_WAY], i);
	for (u32 i = 0; i < n; i++) {
		bool known = has(&to[ON_WAY], i) || has(&to[EXECUTED], i);
		if (known || (!changes[i].len && is_of_program(t, e, i)))
			add_edit(&to[BESIDES], i);
		vec_free(&changes[i]);
	}
	free(changes);
}

static bool by_experiment(Tester *t, Interactions *x, Difference *d)
{
	Judgement *j = d->judgement;
	CriticalSet set = {0};
	NativeGiven g;
	Assignment *a = &t->search->find.witness;
	const Shape *shape = &t->search->config.inputs->shapes.at[j->input.shape];
	if (!make_trials(t, x) || world_is_input(shape) || d->unconfirmed)
		return false;
	inputs_recall(t->search->config.inputs, &j->input, a);
	search_observe(t->search, j->input.shape, a);
	native_given(t, j->input.shape, a, d->test, &g);
	Err err = {0};
	U32List likely[LIKELY] = {0};
	const Edits *e = trials_edits(x->trials);
	likely_edits(t, e, d, likely);
	bool good = trials_critical(x->trials, &g.in, likely, LIKELY, &set, &err);
	native_given_free(&g);
	for (int k = 0; k < LIKELY; k++)
		vec_free(&likely[k]);
	if (!good && !x->trouble.text[0] && !budget_over(&t->claim->after))
		x->trouble = err;
	for (size_t i = 0; good && i < set.edits.len; i++) {
		Buf place = {0};
		edit_place(e, set.edits.at[i], &place);
		vec_push(&j->edits, place.at);
		add_change_of(t, e, set.edits.at[i], j);
	}
	if (j->critical.len)
		qsort(j->critical.at, j->critical.len, sizeof *j->critical.at, by_number);
	critical_set_free(&set);
	j->judged = good;
	return good;
}

/* Of the changes that the run executed, those that meet at the place where most do. */
static void by_graph(const Tester *t, Judgement *j)
{
	const SequenceGraph *g = sequence_of(t->search);
	U32List best = {0};
	for (size_t i = 0; i < j->places.len; i++) {
		const SequenceNode *n = sequence_node(g, j->places.at[i]);
		U32List here = {0};
		for (u32 k = 0; k < n->n_meet; k++)
			if (has(&j->sequence, n->meet[k]))
				vec_push(&here, n->meet[k]);
		U32List was = best;
		bool more = here.len > best.len;
		best = more ? here : best;
		here = more ? was : here;
		vec_free(&here);
	}
	j->by_graph = j->judged = true;
	if (!best.len)
		for (size_t i = 0; i < j->sequence.len; i++)
			vec_push(&best, j->sequence.at[i]);
	if (best.len)
		qsort(best.at, best.len, sizeof *best.at, by_number);
	vec_free(&j->critical);
	j->critical = best;
}

/* As the first with the same way to the output, if that was tried. A guess as well. */
static bool by_likeness(const Tester *t, const Difference *d)
{
	for (size_t i = 0; d->like && i < t->differences.len; i++) {
		const Difference *other = &t->differences.at[i];
		const Judgement *j = other->judgement;
		if (other->group != d->like || !j || !j->judged || j->by_graph)
			continue;
		for (size_t k = 0; k < j->critical.len; k++)
			vec_push(&d->judgement->critical, j->critical.at[k]);
		d->judgement->by_graph = d->judgement->judged = true;
		return true;
	}
	return false;
}

/* ---- definition 3 ---- */

static bool order_skips(const SeenOrder *o, const U32List *critical)
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
	const SeenOrder *orders = sequence_seen(t->search, &n);
	bool several = j->edits.len ? j->edits.len > 1 : j->critical.len > 1;
	if (!j->judged)
		return;
	j->cie = several && !run_skips(&j->sequence, &j->critical) ? RESULT_TRUE : RESULT_FALSE;
	if (j->by_graph && j->cie == RESULT_TRUE) /* what is needed is a guess */
		j->cie = RESULT_OPEN;
	for (size_t i = 0; i < x->showings.len; i++) {
		const Showing *s = &x->showings.at[i];
		if (s->key == behaviours_key(t, d) && s->some &&
			order_skips(&orders[s->order], &j->critical))
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
		bool stop = t->search->config.stop && *t->search->config.stop;
		if (!d->judgement || stop || first == (d->like != 0))
			continue;
		if (budget_over(&t->claim->after) || !by_experiment(t, x, d)) {
			x->graph = true;
			if (!by_likeness(t, d))
				by_graph(t, d->judgement);
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
	t->claim->after =
		(Budget){.stop = t->search->config.stop,
				 .end = until > 0 ? until - MARGIN * (until - begin) : begin + SECONDS};
	judge_some(t, x, true);
	judge_some(t, x, false);
	for (size_t i = 0; i < t->differences.len; i++)
		if (t->differences.at[i].judgement)
			ask_definition(t, x, &t->differences.at[i]);
	t->claim->after = (Budget){.end = now_seconds() + SAYING};
	t->claim->native += now_seconds() - begin;
	t->claim->seconds += now_seconds() - begin;
}

/* ---- as a result ---- */

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

static void fill_place(const SequenceGraph *g, u32 node, Result *r, ResultInteraction *to)
{
	Buf text = {0};
	sequence_place_text(g, node, &text);
	vec_push(&to->places, result_take(r, &text));
	buf_free(&text);
}

/* Where there is no such place: the code of one of the changes, if it depends on all others. */
static void fill_own_places(const SequenceGraph *g, const Judgement *j, Result *r,
							ResultInteraction *to)
{
	for (u32 i = 0; i < sequence_count(g); i++) {
		const SequenceNode *n = sequence_node(g, i);
		size_t others = 0;
		for (u32 k = 0; k < n->n_meet; k++)
			others += has(&j->critical, n->meet[k]);
		if (n->kind == SEQUENCE_CHANGE && has(&j->critical, n->change) &&
			others + 1 == j->critical.len)
			fill_place(g, i, r, to);
	}
}

/* How many of the critical changes meet at the place. */
static size_t in_common(const Judgement *j, const SequenceNode *n)
{
	size_t common = 0;
	for (u32 k = 0; k < n->n_meet; k++)
		common += has(&j->critical, n->meet[k]);
	return common;
}

/* Places that the run executed and where all, or else two, of the changes meet; those first where
 * few others do. */
static void fill_places(const Tester *t, const Judgement *j, Result *r, ResultInteraction *to)
{
	const SequenceGraph *g = sequence_of(t->search);
	for (int all = 1; all >= 0 && !to->places.len; all--)
		for (u32 size = 2; size <= sequence_changes(g); size++)
			for (size_t i = 0; i < j->places.len; i++) {
				const SequenceNode *n = sequence_node(g, j->places.at[i]);
				if (n->n_meet == size && in_common(j, n) >= (all ? j->critical.len : 2))
					fill_place(g, j->places.at[i], r, to);
			}
	if (!to->places.len)
		fill_own_places(g, j, r, to);
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
			fill_places(t, j, r, &x);
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

/* Whether the order has all changes of some interaction. Guesses count where there is nothing else. */
static bool is_critical(const Result *r, const SeenOrder *o)
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

/* Whether differences of the group are errors. */
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
	const SeenOrder *orders = sequence_seen(t->search, &n);
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
	s->possible = t->claim->ended ? sequence_orders(g, MOST_POSSIBLE) : 0;
	s->more = s->possible >= MOST_POSSIBLE;
	for (u32 i = 0; i < sequence_changes(g); i++) {
		sequence_change_text(g, i, &text);
		vec_push(&s->changes, result_take(r, &text));
	}
	u32 n = sequence_notes(g, &notes);
	for (u32 i = 0; i < n; i++)
		vec_push(&s->notes, notes[i]);
	const Interactions *x = t->interactions;
	s->builds = x && x->trials ? trials_builds(x->trials) : 0;
	s->why = x && x->graph ? (*x->trouble.text ? x->trouble.text : "the time for experiments is up")
						   : NULL;
	buf_free(&text);
}

void judgement_free(Judgement *j)
{
	if (!j)
		return;
	for (size_t i = 0; i < j->edits.len; i++)
		free(j->edits.at[i]);
	vec_free(&j->edits);
	vec_free(&j->sequence);
	vec_free(&j->places);
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
