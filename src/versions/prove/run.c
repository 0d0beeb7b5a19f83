/* run.c: walks one side to its next stop.
 *
 * A way that divides is walked once for each side of the decision, with the condition of that side.
 * What may fail is noted and assumed to be fine: meet.c compares the notes, in order. */
#include "versions/prove/impl.h"

void prove_fail(PairProof *x, const char *why)
{
	if (!x->why)
		x->why = why;
}

static const Function *function_at_top(const PairProof *x, Side s, const Course *t)
{
	return &x->p[s]->functions.at[t->frames[t->depth - 1].function];
}

Course *path_copy(PairProof *x, const Course *t)
{
	Course *to = arena_new(&x->work, Course);
	*to = *t;
	for (u32 i = 0; i < t->depth; i++) {
		u32 n = x->p[t->side]->functions.at[t->frames[i].function].n_regs;
		to->frames[i].regs = arena_array(&x->work, Shaded, n + 1);
		memcpy(to->frames[i].regs, t->frames[i].regs, n * sizeof(Shaded));
	}
	to->writes = arena_array(&x->work, Write, MOST_WRITES);
	memcpy(to->writes, t->writes, t->n_writes * sizeof(Write));
	to->checks = arena_array(&x->work, Risk, MOST_CHECKS);
	memcpy(to->checks, t->checks, t->n_checks * sizeof(Risk));
	return to;
}

/* The same check with nothing in between that could change its answer is one check. */
static void note_check(PairProof *x, Course *t, Risk c)
{
	for (u32 i = 0; i < t->n_checks; i++) {
		const Risk *k = &t->checks[i];
		if (k->kind == c.kind && k->size == c.size && k->a == c.a && k->b == c.b)
			return;
	}
	c.used = t->used;
	if (t->n_checks == MOST_CHECKS)
		prove_fail(x, "too many accesses between two points");
	else
		t->checks[t->n_checks++] = c;
}

static void note_access(PairProof *x, Course *t, Shaded at, u32 size, bool write)
{
	t->used = expr_or(x->pool, t->used, at.s);
	if (!memory_is_safe(x, at.v, size, write))
		note_check(x, t, (Risk){write ? CHECK_WRITE : CHECK_READ, size, at.v, 0, 0});
}

/* A divisor that is a constant other than 0 and -1 cannot fail. */
static void note_division(PairProof *x, Course *t, const Ins *in, Shaded a, Shaded b)
{
	bool sign = in->op == I_SDIV || in->op == I_SREM;
	unsigned bits = type_bits(in->type);
	t->used = expr_or(x->pool, t->used, b.s);
	if (expr_is_const(x->pool, b.v) && expr_value(x->pool, b.v) &&
		!(sign && expr_value(x->pool, b.v) == (((u128)1 << bits) - 1)))
		return;
	note_check(x, t, (Risk){sign ? CHECK_SIGNED : CHECK_UNSIGNED, bits, sign ? a.v : b.v, b.v, 0});
	if (sign) /* whether the quotient fits depends on the dividend as well */
		t->used = expr_or(x->pool, t->used, a.s);
}

static void set(PairProof *x, Course *t, u32 reg, Shaded v)
{
	if (!v.v)
		prove_fail(x, "an operation that the proofs do not know");
	else if (reg != NO_REG)
		t->frames[t->depth - 1].regs[reg] = v;
}

static void load(PairProof *x, Side s, Course *t, const Ins *in)
{
	Shaded at = value_operand(x, s, t, in->a);
	u32 size = type_store_size(in->type);
	if (!at.v) {
		prove_fail(x, "a value that is not known");
		return;
	}
	note_access(x, t, at, size, false);
	Shaded v = memory_read(x, t, at.v, size);
	v.v = expr_extract(x->pool, v.v, 0, type_bits(in->type));
	set(x, t, in->dst, v);
}

static void put(PairProof *x, Course *t, Expr at, u32 size, Shaded v)
{
	if (t->n_writes >= MOST_WRITES)
		prove_fail(x, "too many stores between two points");
	else
		memory_write(x, t, at, size, v);
}

static void store(PairProof *x, Side s, Course *t, const Ins *in)
{
	Shaded at = value_operand(x, s, t, in->a), v = value_operand(x, s, t, in->b);
	u32 size = type_store_size(in->type);
	if (!at.v || !v.v) {
		prove_fail(x, "a value that is not known");
		return;
	}
	note_access(x, t, at, size, true);
	v.v = expr_zext(x->pool, v.v, size * 8);
	put(x, t, at.v, size, v);
}

/* A short copy or fill, byte by byte. All bytes are read before the first one is written. */
static void copy(PairProof *x, Side s, Course *t, const Ins *in)
{
	Shaded to = value_operand(x, s, t, in->a), from = value_operand(x, s, t, in->b);
	Shaded length = value_operand(x, s, t, in->c), byte[MOST_BYTES];
	u32 n = (u32)expr_value(x->pool, length.v);
	if (!to.v || !from.v || n > MOST_BYTES) {
		prove_fail(x, "a value that is not known");
		return;
	}
	if (!n)
		return;
	bool fill = in->op == I_MEMSET;
	if (!fill)
		note_access(x, t, from, n, false);
	note_access(x, t, to, n, true);
	if (in->op == I_MEMCPY) /* which must not overlap */
		note_check(x, t, (Risk){CHECK_COPY, n, to.v, from.v, 0});
	for (u32 k = 0; k < n; k++)
		byte[k] = fill
					  ? from
					  : memory_read(x, t, expr_add(x->pool, from.v, expr_const(x->pool, 64, k)), 1);
	for (u32 k = 0; k < n; k++)
		put(x, t, expr_add(x->pool, to.v, expr_const(x->pool, 64, k)), 1, byte[k]);
}

/* Goes on at a block: its phis take their values at once. Returns true if it is a stop. */
static bool enter(PairProof *x, Side s, Course *t, u32 from, u32 to)
{
	WalkFrame *top = &t->frames[t->depth - 1];
	Routine *c = code_of(x, s, top->function);
	const Function *f = c->f;
	u32 i = f->blocks[to].first, end = f->blocks[to].end;
	Shaded *now = arena_array(&x->work, Shaded, end - i + 1);
	for (u32 k = i; k < end && f->ins[k].op == I_PHI; k++)
		for (u32 w = 0; w < f->ins[k].n_extra; w++)
			if (f->extra[f->ins[k].extra + 2 * w] == from)
				now[k - i] = value_operand(x, s, t, f->extra[f->ins[k].extra + 2 * w + 1]);
	u32 k = i;
	for (; k < end && f->ins[k].op == I_PHI; k++)
		top->regs[f->ins[k].dst] = now[k - i];
	top->ins = k;
	if (!c->head[to])
		return false;
	bool inside = flow_dominates(c->flow, to, from);
	if (++t->passes > MOST_PASSES) {
		prove_fail(x, "loops that are not in step");
		return true;
	}
	if (t->onward || (!inside && x->how.free[s]))
		return false;
	if (!t->left)
		return true;
	t->left--;
	return false;
}

/* Goes on along one edge, if the condition does not exclude it. */
static void take(PairProof *x, Side s, const Course *t, u32 from, u32 to, Expr cond)
{
	if (x->why || cond == EXPR_FALSE)
		return;
	size_t n = x->now.conds.len;
	bool good = true;
	for (size_t i = 0; i < n; i++)
		good &= x->now.conds.at[i] != expr_not(x->pool, cond);
	if (good && cond != EXPR_TRUE) {
		vec_push(&x->now.conds, cond);
		good = x->now.collecting || ask_possible(x, &x->now.conds);
	}
	if (good) {
		ArenaMark mark = arena_mark(&x->work);
		Course *way = path_copy(x, t);
		if (enter(x, s, way, from, to))
			meet_side(x, s, way, STOP_HEAD);
		else
			run_side(x, s, way);
		arena_release(&x->work, mark);
	}
	x->now.conds.len = n;
}

static void decide(PairProof *x, Side s, Course *t, const Function *f, const Ins *in, u32 from)
{
	Shaded v = value_operand(x, s, t, in->a);
	if (!v.v) {
		prove_fail(x, "a value that is not known");
		return;
	}
	t->used = expr_or(x->pool, t->used, v.s);
	if (x->now.collecting && x->now.node && x->now.node->decisions.len < MOST_TERMS &&
		in->op == I_CBR)
		vec_push(&x->now.node->decisions, v.v);
	if (in->op == I_CBR) {
		take(x, s, t, from, (u32)in->imm, v.v);
		take(x, s, t, from, (u32)in->scale, expr_not(x->pool, v.v));
		return;
	}
	Expr rest = EXPR_TRUE;
	for (u32 k = 0; k < in->n_extra; k++) {
		const Case *c = &f->cases[in->extra + k];
		Expr is = expr_eq(x->pool, v.v, expr_const(x->pool, type_bits(in->type), c->lo));
		take(x, s, t, from, c->block, expr_and(x->pool, is, rest));
		rest = expr_and(x->pool, rest, expr_not(x->pool, is));
	}
	take(x, s, t, from, (u32)in->imm, rest);
}

/* Enters a helper in place. */
static void walk_in(PairProof *x, Side s, Course *t, const Function *f, const Ins *in)
{
	const Call *c = &f->calls[in->extra];
	Routine *callee = code_of(x, s, c->callee);
	if (callee->why || t->depth == MOST_DEPTH || callee->f->n_slots ||
		callee->f->n_params != c->n_args || callee->f->large_locals) {
		prove_fail(x, callee->why ? callee->why : "a helper that cannot be walked in place");
		return;
	}
	WalkFrame *frame = &t->frames[t->depth];
	*frame = (WalkFrame){c->callee, 0, arena_array(&x->work, Shaded, callee->f->n_regs + 1)};
	for (u32 i = 0; i < c->n_args; i++) {
		frame->regs[i] = value_operand(x, s, t, c->args[i].value);
		if (c->args[i].byval_size || c->args[i].type != callee->f->params[i] || !frame->regs[i].v)
			prove_fail(x, "a helper that cannot be walked in place");
	}
	t->depth++;
}

/* Returns from a helper, or from the function: then it is a stop. */
static bool leave(PairProof *x, Side s, Course *t, const Ins *in)
{
	if (t->depth == 1)
		return true;
	const Function *f = function_at_top(x, s, t);
	Shaded v[4];
	for (u32 k = 0; k < in->n_extra && k < 4; k++)
		v[k] = value_operand(x, s, t, f->extra[in->extra + k]);
	t->depth--;
	WalkFrame *top = &t->frames[t->depth - 1];
	const Function *caller = function_at_top(x, s, t);
	const Ins *call = &caller->ins[top->ins++];
	const Call *c = &caller->calls[call->extra];
	if (in->n_extra > 4 || c->n_results > in->n_extra)
		prove_fail(x, "a helper that cannot be walked in place");
	else
		for (u32 k = 0; k < c->n_results; k++)
			set(x, t, call->dst == NO_REG ? NO_REG : call->dst + k, v[k]);
	return false;
}

static void keep_term(PairProof *x, Side s, const Course *t, const Ins *in)
{
	Shaded v = t->frames[t->depth - 1].regs[in->dst];
	if (x->now.node->terms[s].len >= MOST_TERMS || !v.v || expr_is_const(x->pool, v.v) ||
		expr_op(x->pool, v.v) == EXPR_VAR)
		return;
	for (size_t i = 0; i < x->now.node->terms[s].len; i++)
		if (x->now.node->terms[s].at[i].v == v.v)
			return;
	vec_push(&x->now.node->terms[s], v);
}

static void plain(PairProof *x, Side s, Course *t, const Ins *in)
{
	Shaded a = value_operand(x, s, t, in->a), b = value_operand(x, s, t, in->b);
	if (ins_table[in->op].fails == FAILS_DIVISOR && a.v && b.v)
		note_division(x, t, in, a, b);
	if (in->op == I_SLOT)
		set(x, t, in->dst,
			t->depth == 1 && (u64)in->imm < x->slots.len
				? (Shaded){expr_var(x->pool, x->slot_var[in->imm]), EXPR_FALSE}
				: (Shaded){0});
	else
		set(x, t, in->dst, value_of(x, s, t, in));
	if (x->now.collecting && x->now.node && in->dst != NO_REG)
		keep_term(x, s, t, in);
}

/* Executes one instruction. Returns false if the walk ends here: at a stop, or after a decision. */
static bool step(PairProof *x, Side s, Course *t)
{
	WalkFrame *top = &t->frames[t->depth - 1];
	const Function *f = function_at_top(x, s, t);
	const Ins *in = &f->ins[top->ins];
	u32 block = function_block(f, top->ins);
	switch (in->op) {
	case I_BR: take(x, s, t, block, (u32)in->imm, EXPR_TRUE); return false;
	case I_CBR:
	case I_SWITCH: decide(x, s, t, f, in, block); return false;
	case I_RET:
		if (!leave(x, s, t, in))
			return true;
		meet_side(x, s, t, STOP_RETURN);
		return false;
	case I_UNREACHABLE:
	case I_TRAP: meet_side(x, s, t, STOP_END); return false;
	case I_CALL:
		if (f->calls[in->extra].callee == NO_OPERAND || !x->walked[s][f->calls[in->extra].callee]) {
			meet_side(x, s, t, STOP_CALL);
			return false;
		}
		walk_in(x, s, t, f, in);
		return true;
	case I_LOAD: load(x, s, t, in); break;
	case I_STORE: store(x, s, t, in); break;
	case I_MEMCPY:
	case I_MEMMOVE:
	case I_MEMSET: copy(x, s, t, in); break;
	default: plain(x, s, t, in); break;
	}
	top->ins++;
	return true;
}

void run_side(PairProof *x, Side s, Course *t)
{
	do {
		if (++x->steps > x->most_steps)
			prove_fail(x, "too many paths between two points");
	} while (!x->why && step(x, s, t));
}
