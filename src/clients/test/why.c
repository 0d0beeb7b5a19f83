/* why.c: where the effect of a change ended in a run whose output does not show it. */
#include "clients/test/tester.h"

enum {
	KEPT_RUNS = 6,        /* runs of each change that are looked at */
	STEP_LIMIT = 1 << 21, /* steps of a run that are recorded */
	MOST_LOCATIONS = 200, /* locations that an explanation keeps */
};

/* ---- choosing runs ---- */

static bool looks_same(const Tester *t)
{
	const Behaviour *old = &search_behaviours(t->search)[OLD],
					*newer = &search_behaviours(t->search)[NEW];
	return old->outcome == newer->outcome && old->status == newer->status &&
		   buf_same(&old->text[0], &newer->text[0]) && buf_same(&old->text[1], &newer->text[1]);
}

/* How many of the kept runs executed the change. */
static u32 runs_kept(const Tester *t, u32 change)
{
	u32 n = 0;
	for (size_t i = 0; i < t->silent.len; i++)
		for (size_t k = 0; k < t->silent.at[i].changes.len; k++)
			n += t->silent.at[i].changes.at[k] == change;
	return n;
}

void why_consider(Tester *t, u32 shape, const Assignment *input)
{
	if (!t->config.why || !search_executed(t->search)->len || !looks_same(t))
		return;
	bool wanted = false;
	const U32List *executed = search_executed(t->search);
	for (size_t i = 0; i < executed->len; i++)
		wanted |= runs_kept(t, executed->at[i]) < KEPT_RUNS;
	if (!wanted)
		return;
	SilentRun r = {.input = inputs_keep(search_inputs(t->search), shape, input)};
	vec_append(&r.changes, executed->at, executed->len);
	vec_push(&t->silent, r);
}

/* ---- what came of it ---- */

typedef VEC(AlignedValue) ValueList;

static void add_value(ValueList *list, KeyMap *known, const AlignedRun *run, int side, u32 step)
{
	const AlignedStep *s = &run->steps.at[step];
	Key key = KEY((u64)side, s->function, s->ins);
	u64 at;
	if (keymap_get(known, key, &at)) {
		list->at[at].count++;
		return;
	}
	if (list->len == MOST_LOCATIONS)
		return;
	keymap_put(known, key, list->len);
	vec_push(list, ((AlignedValue){side, step, run->source.at[step], 1}));
}

static void collect(const Tester *t, Alignment *w)
{
	KeyMap infected = {0}, alone = {0};
	ValueList values = {0}, single = {0};
	static const int order[] = {NEW, OLD};
	for (int o = 0; o < 2; o++) {
		int side = order[o];
		const AlignedRun *run = &w->run[side];
		for (u32 i = 0; i < run->steps.len; i++) {
			const AlignedStep *s = &run->steps.at[i];
			const Ins *in = &search_program(t->search, side)->functions.at[s->function].ins[s->ins];
			if (s->infected && side == NEW)
				add_value(&values, &infected, run, side, i);
			else if (s->other == NO_STEP && in->loc && !run->cut)
				add_value(&single, &alone, run, side, i);
			w->maybe += side == NEW && s->maybe;
		}
	}
	memcpy(&w->infected, &values, sizeof w->infected);
	memcpy(&w->alone, &single, sizeof w->alone);
	keymap_free(&infected);
	keymap_free(&alone);
}

static void add_end(Alignment *w, KeyMap *known, EndKind kind, int side, u32 step, u32 at)
{
	const AlignedRun *run = &w->run[side];
	const AlignedStep *s = &run->steps.at[step];
	const AlignedStep *end = at == NO_STEP ? NULL : &run->steps.at[at];
	Key key = KEY(kind, (u64)side, s->function, s->ins, end ? end->function : NO_OPERAND,
				  end ? end->ins : NO_OPERAND);
	u64 known_at;
	if (keymap_get(known, key, &known_at)) {
		w->ends.at[known_at].count++;
		return;
	}
	if (w->ends.len == MOST_LOCATIONS)
		return;
	keymap_put(known, key, w->ends.len);
	vec_push(&w->ends, ((AlignedEnd){kind, side, step, at, 1}));
}

/* What the difference still does in a step: it is infected itself, or only this version has it. */
static bool goes_on(const AlignedStep *s)
{
	return s->infected || (s->other == NO_STEP && !s->given);
}

static EndKind kind_of_end(const Tester *t, int side, const AlignedStep *at)
{
	const Ins *in = &search_program(t->search, side)->functions.at[at->function].ins[at->ins];
	if (at->branch)
		return END_BRANCH;
	if (at->given && in->op == I_RET)
		return END_RETURNED;
	return at->given ? END_GIVEN : END_MASKED;
}

static int by_from(const void *a, const void *b)
{
	const AlignedUse *x = a, *y = b;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

/* Addresses are computed from values but are not compared: no end. */
static bool is_address(const Tester *t, int side, const AlignedStep *s)
{
	const Ins *in = &search_program(t->search, side)->functions.at[s->function].ins[s->ins];
	return in->op == I_GEP || s->type == TYPE_PTR;
}

/* An end that both versions have is reported once. */
static bool in_list_of_new(int side, const AlignedStep *s, const AlignedStep *to)
{
	return side == OLD && s->other != NO_STEP && to->other != NO_STEP;
}

static void find_ends(const Tester *t, Alignment *w, int side, KeyMap *known)
{
	AlignedRun *run = &w->run[side];
	qsort(run->uses.at, run->uses.len, sizeof *run->uses.at, by_from);
	size_t at = 0;
	for (u32 i = 0; i < run->steps.len; i++) {
		const AlignedStep *s = &run->steps.at[i];
		bool used = false;
		for (; at < run->uses.len && run->uses.at[at].from == i; at++) {
			const AlignedStep *to = &run->steps.at[run->uses.at[at].to];
			used = true;
			if (!s->branch && !goes_on(to) && !is_address(t, side, to) &&
				!in_list_of_new(side, s, to) &&
				align_use_differs(search_aligner(t->search), w, side, &run->uses.at[at]))
				add_end(w, known, kind_of_end(t, side, to), side, i, run->uses.at[at].to);
		}
		if (!s->infected || s->branch || used || in_list_of_new(side, s, s))
			continue;
		if (s->size && s->overwritten != NO_STEP)
			add_end(w, known, END_OVERWRITTEN, side, i, s->overwritten);
		else
			add_end(w, known, s->size ? END_UNREAD : END_UNUSED, side, i, NO_STEP);
	}
}

/* ---- the whole ---- */

static bool explain(Tester *t, const SilentRun *r, Alignment *w, Err *err)
{
	Assignment a = {0};
	Buf text = {0};
	KeyMap known = {0};
	assignment_init(&a, search_pool(t->search));
	inputs_recall(search_inputs(t->search), &r->input, &a);
	InputText how = {.inputs = search_inputs(t->search),
					 .name = search_subject(t->search, NEW)->name,
					 .entry = search_config(t->search)->entry};
	input_text(&how, r->input.shape, &a, &text);
	w->input = text.at;
	vec_append(&w->changes, r->changes.at, r->changes.len);
	bool good = search_align(t->search, r->input.shape, &a, STEP_LIMIT, w, err);
	if (good) {
		collect(t, w);
		find_ends(t, w, NEW, &known);
		find_ends(t, w, OLD, &known);
	}
	keymap_free(&known);
	assignment_free(&a);
	return good;
}

/* Explains the kept run that says most of a change. */
static bool explain_change(Tester *t, u32 change, Alignment *best, Err *err)
{
	bool have = false;
	for (size_t i = 0; i < t->silent.len; i++) {
		const SilentRun *r = &t->silent.at[i];
		bool of_change = false;
		for (size_t k = 0; k < r->changes.len; k++)
			of_change |= r->changes.at[k] == change;
		if (!of_change)
			continue;
		Alignment w = {0};
		if (!explain(t, r, &w, err)) {
			alignment_free(&w);
			return false;
		}
		bool better = !have || (!best->infected.len && w.infected.len) ||
					  (!best->infected.len && !best->alone.len && w.alone.len);
		if (better) {
			if (have)
				alignment_free(best);
			*best = w;
			have = true;
		} else {
			alignment_free(&w);
		}
		if (best->infected.len)
			break;
	}
	return have;
}

bool why_each(Tester *t, void *ctx,
			  void (*fn)(void *ctx, Tester *t, u32 change, const Alignment *w), Err *err)
{
	for (u32 i = 0; i < search_n_changes(t->search); i++) {
		Alignment w = {0};
		Err why = {0};
		if (explain_change(t, i, &w, &why)) {
			fn(ctx, t, i, &w);
			alignment_free(&w);
		} else if (why.text[0]) {
			return err_set(err, "%s", why.text);
		} else if (search_change(t->search, i)->reached) {
			fn(ctx, t, i, NULL);
		}
	}
	return true;
}

void why_forget(Tester *t)
{
	for (size_t i = 0; i < t->silent.len; i++) {
		kept_input_free(&t->silent.at[i].input);
		vec_free(&t->silent.at[i].changes);
	}
	vec_free(&t->silent);
}
