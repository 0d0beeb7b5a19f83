/* product.c: runs an input in every subject and joins their constraints into one condition. */
#include "versions/product/product.h"

#include "base/check.h"

enum {
	LEAST_LIMIT = 1 << 20, /* instructions that all but the first may always have */
	LIMIT_FACTOR = 64,     /* and so many times what the first needed */
	CUT_CONSTRAINTS = 200, /* of a run that a limit ended, the others are left out */
};

/* Number of functions and locations of the subjects before this one. */
static u32 function_base(const ProductRunner *p, u32 side)
{
	u32 base = 0;
	for (u32 i = 0; i < side; i++)
		base += (u32)p->version[i].program->functions.len;
	return base;
}

static u32 loc_base(const ProductRunner *p, u32 side)
{
	u32 base = 0;
	for (u32 i = 0; i < side; i++)
		base += (u32)p->version[i].program->locs.len;
	return base;
}

int product_side(const ProductRunner *p, u32 *function)
{
	u32 side = 0;
	for (; side + 1 < p->n && *function >= p->version[side].program->functions.len; side++)
		*function -= (u32)p->version[side].program->functions.len;
	return (int)side;
}

const Program *product_program(const ProductRunner *p, u32 *loc)
{
	u32 side = 0;
	for (; side + 1 < p->n && *loc >= p->version[side].program->locs.len; side++)
		*loc -= (u32)p->version[side].program->locs.len;
	return p->version[side].program;
}

void product_location(const ProductRunner *p, u32 loc, Buf *to)
{
	const Program *of = product_program(p, &loc);
	program_location(of, loc, to);
}

/* Constraints from begin on are of this version. */
static void number(ProductRunner *p, u32 side, size_t begin)
{
	for (size_t i = begin; i < p->all.len; i++) {
		p->all.at[i].function += function_base(p, side);
		if (p->all.at[i].loc)
			p->all.at[i].loc += loc_base(p, side);
	}
}

static void take_one(ProductRunner *p, u32 side, const Constraint *c)
{
	vec_push(&p->all, *c);
	number(p, side, p->all.len - 1);
}

/* The i-th decision of a subject's own code. */
static void take_decision(ProductRunner *p, u32 side, const Constraint *list, size_t i)
{
	take_one(p, side, &list[i]);
	if (side || !p->closed || p->observing)
		return;
	vec_last(&p->all).closed = p->closed(p->after_ctx, &list[i], i);
	vec_last(&p->all).number = (u32)i;
}

void product_decide(ProductRunner *p, int side, Expr cond, Expr value)
{
	u32 entry = p->version[side].entry;
	Constraint c = {.kind = value ? CON_VALUE : CON_BRANCH,
					.value = value,
					.cond = cond,
					.function = entry + function_base(p, (u32)side),
					.loc = p->version[side].program->functions.at[entry].loc};
	if (c.loc)
		c.loc += loc_base(p, (u32)side);
	vec_push(&p->tail, c);
}

/* The decisions at the end depend on all earlier ones; if those are cut, so are they. */
static void take_tail(ProductRunner *p, const ProductCut *c, const size_t all[])
{
	for (u32 side = 0; side < p->n; side++)
		if (c->keep[side] != all[side])
			return;
	vec_append(&p->all, p->tail.at, p->tail.len);
}

/* What follows the fronts, in turns. */
static void take_turns(ProductRunner *p, const Constraint *const list[], const ProductCut *c)
{
	bool more = true;
	for (size_t i = 0; more; i++) {
		more = false;
		for (u32 side = 0; side < p->n; side++) {
			if (c->front[side] + i >= c->keep[side])
				continue;
			take_decision(p, side, list[side], c->front[side] + i);
			more = true;
		}
	}
}

static void take_paths(ProductRunner *p)
{
	const Constraint *list[MOST_SUBJECTS];
	ProductCut c = {0};
	size_t all[MOST_SUBJECTS];
	for (u32 side = 0; side < p->n; side++) {
		list[side] = machine_constraints(p->version[side].m, &c.keep[side]);
		c.front[side] = all[side] = c.keep[side];
	}
	if (p->cut && !p->observing)
		p->cut(p->after_ctx, list, &c);
	if (p->skip_old && !p->observing)
		c.keep[0] = c.front[0] = 0;
	p->kept_side = c.side;
	for (u32 side = 0; side < p->n; side++) /* a cut leaves out and adds nothing */
		must(c.keep[side] <= all[side] && c.front[side] <= all[side]);
	for (size_t i = 0; i < p->fixed.len; i++)
		take_one(p, 0, &p->fixed.at[i]);
	for (u32 side = 0; side < p->n; side++) {
		p->kept[side] = c.keep[side];
		/* A loop without end decides the same thing over and over; the run is no proof anyway. */
		if (p->result[side].outcome == RAN_LIMIT && c.keep[side] > CUT_CONSTRAINTS)
			c.keep[side] = CUT_CONSTRAINTS;
		if (c.front[side] > c.keep[side])
			c.front[side] = c.keep[side];
		for (size_t i = 0; i < c.front[side]; i++)
			take_decision(p, side, list[side], i);
	}
	take_turns(p, list, &c);
	take_tail(p, &c, all);
}

static void take_condition(ProductRunner *p, bool executed)
{
	for (size_t i = 0; i < p->fixed.len; i++)
		take_one(p, 0, &p->fixed.at[i]);
	for (u32 side = 0; side < p->n; side++) {
		size_t begin = p->all.len;
		condition_begin(&p->condition[side], p->version[side].m);
		if (p->by == BY_CHANGE)
			condition_reach(&p->condition[side], p->version[side].m, &p->all);
		number(p, side, begin);
	}
	for (u32 side = 0; side < p->n && (p->by == BY_OUTPUT || executed); side++) {
		size_t begin = p->all.len;
		condition_outputs(&p->condition[side], p->version[side].m, p->value[side].tag, &p->all);
		number(p, side, begin);
	}
	/* What a walk decided about pointers in that state depends on all of these. */
	if (p->by == BY_OUTPUT || executed)
		vec_append(&p->all, p->tail.at, p->tail.len);
}

static void add_notes(ProductRunner *p, u32 side)
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

/* Instructions that the others may have: a version that needs so much more does not end. */
static u64 limit_after(const ProductRunner *p, const RunResult *first)
{
	u64 limit = first->instructions * LIMIT_FACTOR;
	if (first->outcome == RAN_LIMIT || !p->limit_insns || p->one_limit)
		return p->limit_insns;
	if (limit < LEAST_LIMIT)
		limit = LEAST_LIMIT;
	return limit < p->limit_insns ? limit : p->limit_insns;
}

/* Constraints that a runner put before the decisions of its machine. */
static void take_fixed(ProductRunner *p, const PathRun *one)
{
	size_t n;
	machine_constraints(p->version[0].m, &n);
	p->fixed.len = 0;
	for (size_t i = 0; i + n < one->n; i++)
		vec_push(&p->fixed, one->constraints[i]);
}

/* What the others would have said; their machines have nothing to say of this run. */
static void spare_others(ProductRunner *p, const RunResult *other)
{
	for (u32 side = 1; side < p->n; side++) {
		p->result[side] = *other;
		p->value[side] = p->value[0];
		machine_forget(p->version[side].m);
	}
}

/* Runs the input in each, or in the first alone. */
static void run_all(ProductRunner *p, u32 shape, const Assignment *a, PathRun *out)
{
	p->spared = false;
	for (u32 side = 0; side < p->n; side++) {
		PathRun one = {0};
		if (side)
			machine_set_limit(p->version[side].m, limit_after(p, &p->result[0]));
		if (!p->spared) {
			p->runner[side].run(p->runner[side].ctx, shape, a, &one);
			p->result[side] = one.result;
			p->value[side] = one.value;
			out->fresh += one.fresh;
		}
		if (!side) {
			take_fixed(p, &one);
			RunResult other = one.result;
			p->spared = p->spare && !p->observing && p->spare(p->after_ctx, one.fresh, &other);
			if (p->spared)
				spare_others(p, &other);
		}
		add_notes(p, side);
		out->result.instructions += p->result[side].instructions;
		out->result.cut |= p->result[side].cut;
	}
}

static void run(void *ctx, u32 shape, const Assignment *a, PathRun *out)
{
	ProductRunner *p = ctx;
	p->all.len = p->notes.len = p->tail.len = 0;
	p->runs++;
	p->shape = shape;
	p->input = a;
	*out = (PathRun){0};
	run_all(p, shape, a, out);
	p->instructions += out->result.instructions;
	/* What ended a run before its end is the explorer's to remark on. */
	for (u32 side = 0; side < p->n; side++) {
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
	bool returned = p->returned;
	for (u32 side = 0; side < p->n; side++) {
		returned = returned && p->value[side].returned;
		p->kept[side] = SIZE_MAX;
	}
	for (u32 side = 0; side < p->n; side++) {
		p->condition[side].settled = 0;
		if (returned && p->condition[side].left)
			condition_settle(&p->condition[side], p->version[side].m);
	}
	if (returned)
		p->returned(p->returned_ctx);
	bool executed = p->after && p->after(p->after_ctx);
	out->preferred = executed; /* other inputs that lead to a change are best found from this one */
	if (p->by == BY_PATH)
		take_paths(p);
	else
		take_condition(p, executed);
	out->constraints = p->all.at;
	out->n = p->all.len;
}

static bool covered(void *ctx, u32 function, u32 ins)
{
	ProductRunner *p = ctx;
	int side = product_side(p, &function);
	return p->runner[side].covered(p->runner[side].ctx, function, ins);
}

void product_observe(ProductRunner *p, u32 shape, const Assignment *a)
{
	PathRun out;
	p->observing = true;
	run(p, shape, a, &out);
	p->observing = false;
}

bool product_was_cut(const ProductRunner *p)
{
	for (u32 side = 0; side < p->n; side++)
		if (p->result[side].cut)
			return true;
	return false;
}

bool product_start(ProductRunner *p, Subject *const subject[], u32 n, Inputs *in,
				   const MachineOptions *options, Err *err)
{
	p->limit_insns = subject[0]->limit_insns;
	for (p->n = 0; p->n < n; p->n++) {
		MachineRunner *r = &p->version[p->n];
		if (!subject_start(subject[p->n], in, options, r, err))
			return false;
		r->keep_objects = true;
		machine_runner(r, &p->runner[p->n]);
	}
	return true;
}

static const WorldAsk *asks(void *ctx, u32 version, size_t *n)
{
	const ProductRunner *p = ctx;
	*n = 0;
	return version < p->n ? machine_asks(p->version[version].m, n) : NULL;
}

void product_runner(ProductRunner *p, Runner *out)
{
	*out = (Runner){.ctx = p, .run = run, .covered = covered, .asks = asks, .exact = true};
}

void product_runner_free(ProductRunner *p)
{
	for (u32 side = 0; side < p->n; side++) {
		subject_stop(&p->version[side]);
		condition_free(&p->condition[side]);
	}
	vec_free(&p->all);
	vec_free(&p->fixed);
	vec_free(&p->tail);
	vec_free(&p->notes);
}
