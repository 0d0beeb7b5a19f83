/* predicates.c: predicates on values, treated as decisions that the programs do not make.
 *
 * A mistake that only changes a computed value changes no decision, and then conditions do not
 * distinguish the programs. So we also ask for predicates on the values that the difference depends
 * on: the sign of what a statement computes or a function returns, whether a pointer is null, and
 * whether it equals another live value of the same type. Sources are not modified: the values are
 * those of the run's trace. */
#include "clients/explain/impl.h"

enum {
	STEPS = 1 << 18,  /* of a run that are recorded */
	INSTANCES = 4,    /* of one instruction that are asked about, the latest */
	LIVE = 4,         /* other values that one is compared with, the latest */
	PREDICATES = 400, /* of a run */
};

/* The values of a run that are asked about. */
typedef struct ValueSet {
	const Program *p;
	const AlignedRun *run;
	bool *matters;   /* by step: true if its data goes into the output */
	bool *leaves;    /* another statement or the C library uses it */
	u32 *last;       /* the last step that uses it */
	VEC(u32) chosen; /* steps, ascending */
} ValueSet;

static u32 line_of(const ValueSet *v, u32 step)
{
	const AlignedStep *s = &v->run->steps.at[step];
	return v->p->locs.at[v->p->functions.at[s->function].ins[s->ins].loc].line;
}

static bool can_ask(const AlignedStep *s)
{
	bool number = s->type > 1 && s->type <= 64;
	return s->expr && !s->branch && !s->given && (number || s->type == TYPE_PTR);
}

/* Uses stand in the order of the steps that use, so that one walk from the end suffices. */
static void mark(ValueSet *v, const Explanation *x, int side)
{
	const AlignedRun *run = v->run;
	bool fails = explain_fails(&x->seen.now[side]);
	for (u32 i = 0; i < run->steps.len; i++)
		v->matters[i] = fails || align_is_output(&x->align, side, &run->steps.at[i]);
	for (size_t i = run->uses.len; i-- > 0;) {
		const AlignedUse *u = &run->uses.at[i];
		if (u->to >= run->steps.len)
			continue;
		v->matters[u->from] |= v->matters[u->to];
		v->last[u->from] = u->to > v->last[u->from] ? u->to : v->last[u->from];
		v->leaves[u->from] |=
			run->steps.at[u->to].given || line_of(v, u->from) != line_of(v, u->to);
	}
}

static void choose(ValueSet *v)
{
	IntMap seen = {0};
	for (u32 i = (u32)v->run->steps.len; i-- > 0 && v->chosen.len < PREDICATES / 2;) {
		const AlignedStep *s = &v->run->steps.at[i];
		u64 key = ((u64)s->function << 32 | s->ins) + 1, n = 0;
		if (!v->matters[i] || !v->leaves[i] || !can_ask(s) || !line_of(v, i))
			continue;
		intmap_get(&seen, key, &n);
		if (n < INSTANCES)
			vec_push(&v->chosen, i);
		intmap_put(&seen, key, n + 1);
	}
	for (size_t i = 0; i < v->chosen.len / 2; i++) {
		u32 step = v->chosen.at[i];
		v->chosen.at[i] = v->chosen.at[v->chosen.len - 1 - i];
		v->chosen.at[v->chosen.len - 1 - i] = step;
	}
	intmap_free(&seen);
}

typedef VEC(Decision) DecisionList;

/* Adds a predicate as a decision of the step; one that is the same on all inputs is not added. */
static void add(const Explanation *x, const ValueSet *v, u32 step, Expr holds, DecisionList *to)
{
	const AlignedStep *s = &v->run->steps.at[step];
	Expr cond = expr_eval(x->pool, holds, &x->start) ? holds : expr_not(x->pool, holds);
	if (expr_is_const(x->pool, cond) || to->len >= PREDICATES)
		return;
	u32 loc = v->p->functions.at[s->function].ins[s->ins].loc;
	Decision d = {.predicate = true, .nth = s->constraints};
	d.c = (Constraint){.cond = cond, .function = s->function, .ins = s->ins, .loc = loc};
	vec_push(to, d);
}

static Expr value_of(const Explanation *x, const AlignedStep *s, u32 bits)
{
	return s->expr ? s->expr : expr_const(x->pool, bits, s->lo);
}

static void add_of_step(const Explanation *x, const ValueSet *v, u32 nth, DecisionList *to)
{
	u32 step = v->chosen.at[nth], compared = 0;
	const AlignedStep *s = &v->run->steps.at[step];
	u32 bits = expr_width(x->pool, s->expr);
	Expr zero = expr_const(x->pool, bits, 0);
	add(x, v, step, expr_eq(x->pool, s->expr, zero), to);
	if (s->type != TYPE_PTR)
		add(x, v, step, expr_slt(x->pool, s->expr, zero), to);
	for (u32 k = nth; k-- > 0 && compared < LIVE;) {
		const AlignedStep *o = &v->run->steps.at[v->chosen.at[k]];
		if (o->function != s->function || o->type != s->type || o->ins == s->ins ||
			v->last[v->chosen.at[k]] <= step)
			continue;
		add(x, v, step, expr_eq(x->pool, s->expr, value_of(x, o, bits)), to);
		compared++;
	}
}

/* Each goes behind the last decision that was made before it. */
static void insert(InputCondition *c, const DecisionList *fresh)
{
	DecisionList all = {0};
	size_t next = 0;
	u32 errors = (u32)c->list.len - c->checked;
	for (u32 i = 0; i <= c->list.len; i++) {
		for (; next < fresh->len; next++) {
			bool later = false;
			for (u32 k = i; k < c->list.len && !later; k++)
				later = c->list.at[k].nth < fresh->at[next].nth;
			if (later)
				break;
			vec_push(&all, fresh->at[next]);
		}
		if (i < c->list.len)
			vec_push(&all, c->list.at[i]);
	}
	c->list.len = 0;
	intmap_free(&c->has);
	c->has = (IntMap){0};
	for (u32 i = 0; i < all.len; i++) {
		intmap_put(&c->has, all.at[i].c.cond, i);
		vec_push(&c->list, all.at[i]);
	}
	c->checked = (u32)c->list.len - errors;
	vec_free(&all);
}

static void add_side(Explanation *x, int side)
{
	AlignedRun run = {0};
	Err err;
	AlignedInput input = {x->config.shape, &x->start};
	DecisionList fresh = {0};
	if (align_trace(&x->align, side, input, STEPS, &run, &err) && run.steps.len) {
		size_t n = run.steps.len + 1;
		ValueSet v = {.p = x->config.subject[side]->program,
					  .run = &run,
					  .matters = xcalloc(n, sizeof *v.matters),
					  .leaves = xcalloc(n, sizeof *v.leaves),
					  .last = xcalloc(n, sizeof *v.last)};
		mark(&v, x, side);
		choose(&v);
		for (u32 i = 0; i < v.chosen.len; i++)
			add_of_step(x, &v, i, &fresh);
		free(v.matters);
		free(v.leaves);
		free(v.last);
		vec_free(&v.chosen);
	}
	x->stats.predicates += fresh.len;
	insert(&x->condition[side], &fresh);
	vec_free(&fresh);
	aligned_run_free(&run);
}

void explain_predicates(Explanation *x)
{
	add_side(x, NEW);
	add_side(x, OLD);
}
