/* why.c: runs an input with traces, aligns both runs and looks for the end of every difference. */
#include "test/why.h"

enum {
	KEPT_RUNS = 6,        /* runs of each change that are looked at */
	STEP_LIMIT = 1 << 21, /* steps of a run that are recorded */
	INSNS_A_STEP = 16,    /* instructions that a recorded step may stand for, the C library's too */
	MOST_PLACES = 200,    /* places that an explanation keeps */
};

/* ---- choosing runs ---- */

static bool same_text(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

static bool looks_same(const Tester *t)
{
	const Behaviour *old = &t->now[OLD], *newer = &t->now[NEW];
	return old->outcome == newer->outcome && old->status == newer->status &&
		   same_text(&old->text[0], &newer->text[0]) && same_text(&old->text[1], &newer->text[1]);
}

void why_consider(Tester *t, u32 shape, const Assignment *input)
{
	if (!t->config.why || !t->executed.len || !looks_same(t))
		return;
	bool wanted = false;
	for (size_t i = 0; i < t->executed.len; i++)
		wanted |= t->changes.at[t->executed.at[i]].silent_runs < KEPT_RUNS;
	if (!wanted)
		return;
	SilentRun r = {.shape = shape, .packed = xmalloc(t->config.inputs->packed_size + 1)};
	inputs_pack(t->config.inputs, input, r.packed);
	for (size_t i = 0; i < t->executed.len; i++) {
		t->changes.at[t->executed.at[i]].silent_runs++;
		vec_push(&r.changes, t->executed.at[i]);
	}
	vec_push(&t->silent, r);
}

/* ---- alignment ---- */

/* Addresses of globals and functions can be compared; others depend on the layout. */
static bool same_pointer(const Tester *t, u64 old, u64 newer)
{
	if (!old != !newer)
		return false;
	const Program *o = t->config.program[OLD], *n = t->config.program[NEW];
	bool known = old < o->globals_end || newer < n->globals_end;
	return !known || change_map_same_address(t->map, old, newer);
}

static void judge(const Tester *t, WhyStep *old, WhyStep *newer)
{
	if (old->given || newer->given || old->type == TYPE_VOID)
		return;
	bool same = old->lo == newer->lo && old->hi == newer->hi;
	if (!same && (old->type == TYPE_PTR || newer->type == TYPE_PTR))
		same = same_pointer(t, old->lo, newer->lo);
	old->infected = newer->infected = !same;
	old->maybe = newer->maybe = same && old->expr != newer->expr && old->type != TYPE_PTR;
}

static void align(const Tester *t, Why *w)
{
	IntMap of = {0};
	WhyRun *old = &w->run[OLD], *newer = &w->run[NEW];
	for (size_t i = 0; i < newer->steps.len; i++)
		if (newer->steps.at[i].key)
			intmap_put(&of, hash_mix(newer->steps.at[i].key, newer->steps.at[i].given) | 1, i);
	for (size_t i = 0; i < old->steps.len; i++) {
		WhyStep *s = &old->steps.at[i];
		u64 at;
		if (!s->key || !intmap_get(&of, hash_mix(s->key, s->given) | 1, &at))
			continue;
		s->other = (u32)at;
		newer->steps.at[at].other = (u32)i;
		judge(t, s, &newer->steps.at[at]);
	}
	intmap_free(&of);
}

static u64 operand_key(u32 step, u32 slot)
{
	return ((u64)step << 8 | (slot & 0xff)) + 1;
}

/* Whether the value that a step gave another one is not what the other version has there. */
static bool use_differs(const Tester *t, const Why *w, int side, const WhyUse *u)
{
	const WhyStep *from = &w->run[side].steps.at[u->from], *to = &w->run[side].steps.at[u->to];
	u64 other;
	if (from->infected)
		return true;
	if (from->other != NO_STEP || from->branch || from->given || to->other == NO_STEP ||
		from->type == TYPE_VOID || from->type == TYPE_PTR)
		return false;
	/* A step of this version alone: what stands in its place? */
	if (!intmap_get(&w->run[!side].operands, operand_key(to->other, u->slot), &other))
		return true;
	WhyStep a = *from, b = w->run[!side].steps.at[other - 1];
	judge(t, &a, &b);
	return a.infected;
}

static void find_sources(const Tester *t, Why *w)
{
	for (int side = OLD; side <= NEW; side++) {
		WhyRun *run = &w->run[side];
		for (size_t i = 0; i < run->steps.len; i++)
			vec_push(&run->source, NO_STEP);
		for (size_t i = 0; i < run->uses.len; i++)
			intmap_put(&run->operands, operand_key(run->uses.at[i].to, run->uses.at[i].slot),
					   run->uses.at[i].from + 1);
	}
	for (int side = OLD; side <= NEW; side++)
		for (size_t i = 0; i < w->run[side].uses.len; i++) {
			const WhyUse *u = &w->run[side].uses.at[i];
			if (w->run[side].source.at[u->to] == NO_STEP && use_differs(t, w, side, u))
				w->run[side].source.at[u->to] = u->from;
		}
}

/* ---- what came of it ---- */

typedef VEC(WhyValue) ValueList;

static void add_value(ValueList *list, IntMap *known, const WhyRun *run, int side, u32 step)
{
	const WhyStep *s = &run->steps.at[step];
	u64 key = hash_mix((u64)s->function << 32 | s->ins, (u64)side + 1) | 1, at;
	if (intmap_get(known, key, &at)) {
		list->at[at].count++;
		return;
	}
	if (list->len == MOST_PLACES)
		return;
	intmap_put(known, key, list->len);
	vec_push(list, ((WhyValue){side, step, run->source.at[step], 1}));
}

static void collect(const Tester *t, Why *w)
{
	IntMap infected = {0}, alone = {0};
	ValueList values = {0}, single = {0};
	static const int order[] = {NEW, OLD};
	for (int o = 0; o < 2; o++) {
		int side = order[o];
		const WhyRun *run = &w->run[side];
		for (u32 i = 0; i < run->steps.len; i++) {
			const WhyStep *s = &run->steps.at[i];
			const Ins *in = &t->config.program[side]->functions.at[s->function].ins[s->ins];
			if (s->infected && side == NEW)
				add_value(&values, &infected, run, side, i);
			else if (s->other == NO_STEP && in->loc && !run->cut)
				add_value(&single, &alone, run, side, i);
			w->maybe += side == NEW && s->maybe;
		}
	}
	memcpy(&w->infected, &values, sizeof w->infected);
	memcpy(&w->alone, &single, sizeof w->alone);
	intmap_free(&infected);
	intmap_free(&alone);
}

static void add_end(Why *w, IntMap *known, EndKind kind, int side, u32 step, u32 at)
{
	const WhyRun *run = &w->run[side];
	const WhyStep *s = &run->steps.at[step];
	u64 key = hash_mix((u64)s->function << 32 | s->ins, (u64)kind * 2 + (u64)side), known_at;
	if (at != NO_STEP)
		key = hash_mix(key, (u64)run->steps.at[at].function << 32 | run->steps.at[at].ins);
	key |= 1;
	if (intmap_get(known, key, &known_at)) {
		w->ends.at[known_at].count++;
		return;
	}
	if (w->ends.len == MOST_PLACES)
		return;
	intmap_put(known, key, w->ends.len);
	vec_push(&w->ends, ((WhyEnd){kind, side, step, at, 1}));
}

/* What the difference still does in a step: it is infected itself, or only this version has it. */
static bool goes_on(const WhyStep *s)
{
	return s->infected || (s->other == NO_STEP && !s->given);
}

static EndKind kind_of_end(const Tester *t, int side, const WhyStep *at)
{
	const Ins *in = &t->config.program[side]->functions.at[at->function].ins[at->ins];
	return at->branch                     ? END_BRANCH
		   : at->given && in->op == I_RET ? END_RETURNED
		   : at->given                    ? END_GIVEN
										  : END_MASKED;
}

static int by_from(const void *a, const void *b)
{
	const WhyUse *x = a, *y = b;
	return x->from != y->from ? (x->from < y->from ? -1 : 1) : (x->to > y->to) - (x->to < y->to);
}

/* Addresses are computed from values but are not compared: no end. */
static bool is_address(const Tester *t, int side, const WhyStep *s)
{
	const Ins *in = &t->config.program[side]->functions.at[s->function].ins[s->ins];
	return in->op == I_GEP || s->type == TYPE_PTR;
}

/* An end that both versions have is told once. */
static bool told_by_new(int side, const WhyStep *s, const WhyStep *to)
{
	return side == OLD && s->other != NO_STEP && to->other != NO_STEP;
}

static void find_ends(const Tester *t, Why *w, int side, IntMap *known)
{
	WhyRun *run = &w->run[side];
	qsort(run->uses.at, run->uses.len, sizeof *run->uses.at, by_from);
	size_t at = 0;
	for (u32 i = 0; i < run->steps.len; i++) {
		const WhyStep *s = &run->steps.at[i];
		bool used = false;
		for (; at < run->uses.len && run->uses.at[at].from == i; at++) {
			const WhyStep *to = &run->steps.at[run->uses.at[at].to];
			used = true;
			if (!s->branch && !goes_on(to) && !is_address(t, side, to) &&
				!told_by_new(side, s, to) && use_differs(t, w, side, &run->uses.at[at]))
				add_end(w, known, kind_of_end(t, side, to), side, i, run->uses.at[at].to);
		}
		if (!s->infected || s->branch || used || told_by_new(side, s, s))
			continue;
		if (s->size && s->overwritten != NO_STEP)
			add_end(w, known, END_OVERWRITTEN, side, i, s->overwritten);
		else
			add_end(w, known, s->size ? END_UNREAD : END_UNUSED, side, i, NO_STEP);
	}
}

/* ---- life ---- */

static void run_free(WhyRun *r)
{
	vec_free(&r->steps);
	vec_free(&r->uses);
	vec_free(&r->source);
	vec_free(&r->decided);
	intmap_free(&r->operands);
}

void why_free(Why *w)
{
	free(w->input);
	vec_free(&w->changes);
	run_free(&w->run[OLD]);
	run_free(&w->run[NEW]);
	vec_free(&w->infected);
	vec_free(&w->ends);
	vec_free(&w->alone);
}

/* The machine that traces a version; one with as many steps is used again. */
static Machine *tracer(Tester *t, int side, u64 steps, Err *err)
{
	/* Behind the last recorded step there is nothing to be seen. */
	u64 limit =
		steps * INSNS_A_STEP < t->pair.limit_insns ? steps * INSNS_A_STEP : t->pair.limit_insns;
	StaticOptions cheap = {.no_points_to = true};
	MachineConfig config = {
		.os = {.in = OS_STREAM_CAPTURE, .out = OS_STREAM_CAPTURE, .err = OS_STREAM_CAPTURE},
		.limit_insns = limit,
		.limit_mem = t->config.limit_mem ? t->config.limit_mem : 1u << 30,
		.native = t->config.native};
	if (!t->statics[side])
		t->statics[side] = static_new(t->config.program[side], &cheap);
	if (t->tracer[side] && t->tracer_steps[side] == steps)
		return t->tracer[side];
	machine_free(t->tracer[side]);
	Machine *m = t->tracer[side] = machine_new(t->config.program[side], &config, err);
	if (!m)
		return NULL;
	t->tracer_steps[side] = steps;
	machine_set_trace(m, steps);
	machine_set_pool(m, t->pool);
	return m;
}

bool why_compare(Tester *t, u32 shape, const Assignment *a, u64 steps, Why *w, Err *err)
{
	inputs_load(t->config.inputs, shape, a);
	for (int side = OLD; side <= NEW; side++) {
		Machine *m = tracer(t, side, steps, err);
		if (!m)
			return false;
		MachineRunner mr = {.m = m,
							.in = t->config.inputs,
							.program = t->config.program[side],
							.name = t->name,
							.entry = t->config.function[side]};
		Runner runner;
		PathRun out = {0};
		machine_runner(&mr, &runner);
		runner.run(runner.ctx, shape, a, &out);
		why_walk(t, side, m, &w->run[side]);
		size_t n;
		const Constraint *decided = machine_constraints(m, &n);
		for (size_t i = 0; i < n; i++)
			vec_push(&w->run[side].decided, decided[i]);
		machine_runner_free(&mr);
	}
	align(t, w);
	find_sources(t, w);
	return true;
}

static bool explain(Tester *t, const SilentRun *r, Why *w, Err *err)
{
	Assignment a = {0};
	Buf text = {0};
	IntMap known = {0};
	assignment_init(&a, t->pool);
	inputs_unpack(t->config.inputs, r->packed, &a);
	buf_adds(&text, t->name);
	test_arguments(t->config.inputs, &t->config.inputs->shapes.at[r->shape], &a, &text);
	w->input = text.at;
	for (size_t i = 0; i < r->changes.len; i++)
		vec_push(&w->changes, r->changes.at[i]);
	bool good = why_compare(t, r->shape, &a, STEP_LIMIT, w, err);
	if (good) {
		collect(t, w);
		find_ends(t, w, NEW, &known);
		find_ends(t, w, OLD, &known);
	}
	intmap_free(&known);
	assignment_free(&a);
	return good;
}

/* Explains the kept run that says most of a change. */
static bool explain_change(Tester *t, u32 change, Why *best, Err *err)
{
	bool have = false;
	for (size_t i = 0; i < t->silent.len; i++) {
		const SilentRun *r = &t->silent.at[i];
		bool of_change = false;
		for (size_t k = 0; k < r->changes.len; k++)
			of_change |= r->changes.at[k] == change;
		if (!of_change)
			continue;
		Why w = {0};
		if (!explain(t, r, &w, err)) {
			why_free(&w);
			return false;
		}
		bool better = !have || (!best->infected.len && w.infected.len) ||
					  (!best->infected.len && !best->alone.len && w.alone.len);
		if (better) {
			if (have)
				why_free(best);
			*best = w;
			have = true;
		} else {
			why_free(&w);
		}
		if (best->infected.len)
			break;
	}
	return have;
}

bool why_each(Tester *t, void *ctx, void (*fn)(void *ctx, Tester *t, u32 change, const Why *w),
			  Err *err)
{
	for (u32 i = 0; i < t->changes.len; i++) {
		Why w = {0};
		Err why = {0};
		if (explain_change(t, i, &w, &why)) {
			fn(ctx, t, i, &w);
			why_free(&w);
		} else if (why.text[0]) {
			return err_set(err, "%s", why.text);
		} else if (t->changes.at[i].reached) {
			fn(ctx, t, i, NULL);
		}
	}
	return true;
}

void why_forget(Tester *t)
{
	for (size_t i = 0; i < t->silent.len; i++) {
		free(t->silent.at[i].packed);
		vec_free(&t->silent.at[i].changes);
	}
	vec_free(&t->silent);
	for (int side = OLD; side <= NEW; side++)
		machine_free(t->tracer[side]);
}
