/* critical.c: finds the changes that a difference needs together, by experiment or by the graph. */
#include "clients/test/interactions.h"

#include "engine/input/world.h"

static int by_number(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

static bool make_trials(Tester *t, Interactions *x)
{
	const SearchConfig *c = search_config(t->search);
	if (x->trials || x->trouble.text[0])
		return x->trials;
	if (t->config.unconfirmed)
		return err_set(&x->trouble, "experiments need native runs, which --no-confirm disables");
	x->scratch = xasprintf("%s/trials", t->config.dir);
	TrialsConfig config = {.version = {c->subject[OLD]->version, c->subject[NEW]->version},
						   .cflags = {c->subject[OLD]->cflags, c->subject[NEW]->cflags},
						   .given = c->subject[OLD]->given,
						   .from = t->config.trees,
						   .name = c->subject[NEW]->name,
						   .scratch = x->scratch,
						   .builds = t->config.builds,
						   .budget = comparison_explaining(t->comparison),
						   .unsafe = t->config.unsafe,
						   .observe = c->observe,
						   .filter = &search_observed(t->search)->filter.lines};
	const TestBetween *between = t->config.between;
	for (int side = OLD; between && side <= NEW; side++) {
		config.version[side] = between->version[side];
		config.cflags[side] = between->cflags[side];
	}
	if (between) {
		config.given = between->given;
		config.target = between->target;
	}
	x->trials = trials_new(&config, &x->trouble);
	return x->trials;
}

static bool is_on_way(const Tester *t, const Edits *e, u32 edit, const Difference *d)
{
	for (size_t k = 0; k < d->effect.len; k++) {
		const EffectLine *l = &d->effect.at[k];
		const Program *p = search_program(t->search, l->side);
		if (l->line &&
			edit_has_lines(e, edit, (Side)l->side, p->files.at[l->file], l->line, l->line))
			return true;
	}
	return false;
}

/* True if the program may be built from the file of the edit: C of other programs is not. */
static bool is_of_program(const Tester *t, const Edits *e, u32 edit)
{
	const EditFile *f = &e->files.at[e->at.at[edit].file];
	size_t n = strlen(f->name);
	if (n < 2 || strcmp(f->name + n - 2, ".c"))
		return true;
	for (Side s = OLD; s < N_SIDES; s++) {
		const Program *p = search_program(t->search, s);
		const char *name = s == NEW && f->other ? f->other : f->name;
		for (u32 k = 1; k < p->files.len; k++)
			if (path_ends_with(p->files.at[k], name) || path_ends_with(name, p->files.at[k]))
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
		edit_changes(t, e, i, &changes[i]);
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

bool critical_by_experiment(Tester *t, Interactions *x, Difference *d)
{
	Judgement *j = d->judgement;
	CriticalSet set = {0};
	NativeGiven g;
	Assignment *a = &search_finder(t->search)->witness;
	const Shape *shape = search_shape(t->search, j->input.shape);
	if (!make_trials(t, x) || d->seen.unconfirmed)
		return false;
	if (shape_has_world(shape)) {
		if (!x->trouble.text[0])
			err_set(&x->trouble, "experiments do not support the values of --vary and --faults");
		return false;
	}
	inputs_recall(search_inputs(t->search), &j->input, a);
	search_observe(t->search, j->input.shape, a);
	witness_given(t->evidence, j->input.shape, a, d->seen.test, &g);
	Err err = {0};
	U32List likely[LIKELY] = {0};
	const Edits *e = trials_edits(x->trials);
	likely_edits(t, e, d, likely);
	bool good = trials_critical(x->trials, &g.in, likely, LIKELY, &set, &err);
	witness_given_free(&g);
	for (int k = 0; k < LIKELY; k++)
		vec_free(&likely[k]);
	if (!good && !x->trouble.text[0] && !budget_over(comparison_explaining(t->comparison)))
		x->trouble = err;
	for (size_t i = 0; good && i < set.edits.len; i++) {
		Buf location = {0};
		edit_location(e, set.edits.at[i], &location);
		vec_push(&j->edits, location.at);
		edit_add_change(t, e, set.edits.at[i], j);
	}
	if (j->critical.len)
		qsort(j->critical.at, j->critical.len, sizeof *j->critical.at, by_number);
	critical_set_free(&set);
	j->judged = good;
	return good;
}

/* Selects, of the changes that the run executed, those that meet at the location where most do. */
void critical_by_graph(const Tester *t, Judgement *j)
{
	const SequenceGraph *g = sequence_of(t->search);
	U32List best = {0};
	for (size_t i = 0; i < j->locations.len; i++) {
		const SequenceNode *n = sequence_node(g, j->locations.at[i]);
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
		vec_append(&best, j->sequence.at, j->sequence.len);
	if (best.len)
		qsort(best.at, best.len, sizeof *best.at, by_number);
	vec_free(&j->critical);
	j->critical = best;
}

/* As the first with the same way to the output, if that was tried. A guess as well. */
bool critical_by_likeness(const Tester *t, const Difference *d)
{
	for (size_t i = 0; d->like && i < t->differences.len; i++) {
		const Difference *other = &t->differences.at[i];
		const Judgement *j = other->judgement;
		if (other->group != d->like || !j || !j->judged || j->by_graph)
			continue;
		vec_append(&d->judgement->critical, j->critical.at, j->critical.len);
		d->judgement->by_graph = d->judgement->judged = true;
		return true;
	}
	return false;
}
