/* pair.c: runs an input in both versions. */
#include "test/pair.h"
#include "test/test.h"

enum {
	LEAST_LIMIT = 1 << 20, /* instructions that NEW may always have */
	LIMIT_FACTOR = 64,     /* and so many times what OLD needed */
	CUT_CONSTRAINTS = 200, /* of a run that a limit ended, the others are left out */
};

/* Numbers of OLD's functions and places come first. */
static u32 function_base(const PairRunner *p, int side)
{
	return side == NEW ? (u32)p->version[OLD].program->functions.len : 0;
}

static u32 loc_base(const PairRunner *p, int side)
{
	return side == NEW ? (u32)p->version[OLD].program->locs.len : 0;
}

int pair_side(const PairRunner *p, u32 *function)
{
	u32 base = function_base(p, NEW);
	if (*function < base)
		return OLD;
	*function -= base;
	return NEW;
}

const Program *pair_program(const PairRunner *p, u32 *loc)
{
	u32 base = loc_base(p, NEW);
	if (*loc < base)
		return p->version[OLD].program;
	*loc -= base;
	return p->version[NEW].program;
}

void pair_place(const PairRunner *p, u32 loc, Buf *to)
{
	const Program *of = pair_program(p, &loc);
	program_place(of, loc, to);
}

/* Constraints from begin on are of this version. */
static void number(PairRunner *p, int side, size_t begin)
{
	for (size_t i = begin; i < p->all.len; i++) {
		p->all.at[i].function += function_base(p, side);
		if (p->all.at[i].loc)
			p->all.at[i].loc += loc_base(p, side);
	}
}

static void take_one(PairRunner *p, int side, const Constraint *c)
{
	vec_push(&p->all, *c);
	number(p, side, p->all.len - 1);
}

void pair_decide(PairRunner *p, int side, Expr cond, Expr value)
{
	u32 entry = p->version[side].entry;
	Constraint c = {.kind = value ? CON_VALUE : CON_BRANCH,
					.value = value,
					.cond = cond,
					.function = entry + function_base(p, side),
					.loc = p->version[side].program->functions.at[entry].loc};
	if (c.loc)
		c.loc += loc_base(p, side);
	vec_push(&p->tail, c);
}

/* What is decided at the end hangs on all that was decided before; where that is cut, so is it. */
static void take_tail(PairRunner *p, const PairCut *c, const size_t all[2])
{
	if (c->keep[OLD] == all[OLD] && c->keep[NEW] == all[NEW])
		for (size_t i = 0; i < p->tail.len; i++)
			vec_push(&p->all, p->tail.at[i]);
}

static void take_paths(PairRunner *p)
{
	const Constraint *list[2];
	PairCut c;
	size_t all[2];
	for (int side = OLD; side <= NEW; side++) {
		list[side] = machine_constraints(p->version[side].m, &c.keep[side]);
		c.front[side] = all[side] = c.keep[side];
	}
	if (p->cut && !p->observing)
		p->cut(p->after_ctx, list, &c);
	p->kept[OLD] = c.keep[OLD];
	p->kept[NEW] = c.keep[NEW];
	for (size_t i = 0; i < p->fixed.len; i++)
		take_one(p, OLD, &p->fixed.at[i]);
	for (int side = OLD; side <= NEW; side++) {
		/* A loop without end decides the same thing over and over; the run is no proof anyway. */
		if (p->result[side].outcome == RAN_LIMIT && c.keep[side] > CUT_CONSTRAINTS)
			c.keep[side] = CUT_CONSTRAINTS;
		if (c.front[side] > c.keep[side])
			c.front[side] = c.keep[side];
		for (size_t i = 0; i < c.front[side]; i++)
			take_one(p, side, &list[side][i]);
	}
	for (size_t i = 0; c.front[OLD] + i < c.keep[OLD] || c.front[NEW] + i < c.keep[NEW]; i++)
		for (int side = OLD; side <= NEW; side++)
			if (c.front[side] + i < c.keep[side])
				take_one(p, side, &list[side][c.front[side] + i]);
	take_tail(p, &c, all);
}

static void take_condition(PairRunner *p, bool executed)
{
	for (size_t i = 0; i < p->fixed.len; i++)
		take_one(p, OLD, &p->fixed.at[i]);
	for (int side = OLD; side <= NEW; side++) {
		size_t begin = p->all.len;
		condition_begin(&p->condition[side], p->version[side].m);
		if (p->by == BY_CHANGE)
			condition_reach(&p->condition[side], p->version[side].m, &p->all);
		number(p, side, begin);
	}
	for (int side = OLD; side <= NEW && (p->by == BY_OUTPUT || executed); side++) {
		size_t begin = p->all.len;
		condition_outputs(&p->condition[side], p->version[side].m, p->value[side].tag, &p->all);
		number(p, side, begin);
	}
}

static void add_notes(PairRunner *p, int side)
{
	for (size_t i = 0; i < p->result[side].n_notes; i++) {
		Note note = p->result[side].notes[i];
		if (!strcmp(note.kind, "overflow")) /* by chance; overflow.c asks */
			continue;
		if (note.loc)
			note.loc += loc_base(p, side);
		vec_push(&p->notes, note);
	}
}

/* Instructions that NEW may have: a version that needs so much more does not end. */
static u64 limit_after(const PairRunner *p, const RunResult *old)
{
	u64 limit = old->instructions * LIMIT_FACTOR;
	if (old->outcome == RAN_LIMIT || !p->limit_insns)
		return p->limit_insns;
	if (limit < LEAST_LIMIT)
		limit = LEAST_LIMIT;
	return limit < p->limit_insns ? limit : p->limit_insns;
}

/* What a runner put in front of what its machine decided. */
static void take_fixed(PairRunner *p, const PathRun *one)
{
	size_t n;
	machine_constraints(p->version[OLD].m, &n);
	p->fixed.len = 0;
	for (size_t i = 0; i + n < one->n; i++)
		vec_push(&p->fixed, one->constraints[i]);
}

static void run(void *ctx, u32 shape, const Assignment *a, PathRun *out)
{
	PairRunner *p = ctx;
	p->all.len = p->notes.len = p->tail.len = 0;
	p->runs++;
	p->shape = shape;
	p->input = a;
	*out = (PathRun){0};
	for (int side = OLD; side <= NEW; side++) {
		PathRun one = {0};
		if (side == NEW)
			machine_set_limit(p->version[NEW].m, limit_after(p, &p->result[OLD]));
		p->runner[side].run(p->runner[side].ctx, shape, a, &one);
		p->result[side] = one.result;
		p->value[side] = one.value;
		if (side == OLD)
			take_fixed(p, &one);
		add_notes(p, side);
		out->fresh += one.fresh;
		out->result.instructions += one.result.instructions;
		out->result.cut |= one.result.cut;
	}
	/* What ended a run before its end is the explorer's to remark on. */
	for (int side = OLD; side <= NEW; side++) {
		const RunResult *r = &p->result[side];
		if (r->outcome != RAN_LIMIT && r->outcome != RAN_UNSUPPORTED)
			continue;
		out->result.outcome = r->outcome;
		out->result.report = r->report;
		out->result.loc = r->loc ? r->loc + loc_base(p, side) : 0;
	}
	out->result.notes = p->notes.at;
	out->result.n_notes = p->notes.len;
	if (out->result.cut)
		return;
	if (p->returned && p->value[OLD].returned && p->value[NEW].returned)
		p->returned(p->after_ctx);
	bool executed = p->after(p->after_ctx);
	p->kept[OLD] = p->kept[NEW] = SIZE_MAX;
	out->liked = executed; /* other inputs that lead to a change are best found from this one */
	if (p->by == BY_PATH)
		take_paths(p);
	else
		take_condition(p, executed);
	out->constraints = p->all.at;
	out->n = p->all.len;
}

static bool covered(void *ctx, u32 function, u32 ins)
{
	PairRunner *p = ctx;
	int side = pair_side(p, &function);
	return p->runner[side].covered(p->runner[side].ctx, function, ins);
}

void pair_runner(PairRunner *p, Runner *out)
{
	for (int side = OLD; side <= NEW; side++)
		machine_runner(&p->version[side], &p->runner[side]);
	*out = (Runner){.ctx = p, .run = run, .covered = covered};
}

void pair_runner_free(PairRunner *p)
{
	for (int side = OLD; side <= NEW; side++) {
		machine_runner_free(&p->version[side]);
		condition_free(&p->condition[side]);
	}
	vec_free(&p->all);
	vec_free(&p->fixed);
	vec_free(&p->tail);
	vec_free(&p->notes);
}
