/* run.c: instructions of a function that a predicate calls. */
#include "clients/check/predicate/run.h"

/* A function that has been entered. */
typedef struct PredicateFrame {
	const Function *f;
	Expr *regs; /* 0: not set, or undefined */
	u32 block, from;
} PredicateFrame;

Expr run_fail(PredicateRun *r, const char *fmt, ...)
{
	char what[200];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	Buf at = {0};
	program_location(r->program, r->loc, &at);
	eval_fail(r->v, r->call,
			  "'%s' cannot be called here: %s (%s); a predicate may call only functions without "
			  "effects that return: state the condition itself, or guard the call with &&",
			  r->call->text, what, buf_str(&at));
	r->v->wrong_call = true;
	buf_free(&at);
	return 0;
}

u64 run_fix(PredicateRun *r, Expr e)
{
	ExprPool *p = r->v->p;
	u64 now = (u64)expr_eval(p, e, r->v->input);
	if (!expr_is_const(p, e))
		eval_assume(r->v, expr_width(p, e) == 1
							  ? (now ? e : expr_not(p, e))
							  : expr_eq(p, e, expr_const(p, expr_width(p, e), now)));
	return now;
}

/* ---- values ---- */

static Expr operand(PredicateRun *r, const PredicateFrame *a, Operand o)
{
	if (!operand_is_const(o))
		return a->regs[o] ? a->regs[o] : run_fail(r, "it uses a value that was never set");
	const Const *c = &r->program->consts.at[o & ~OPERAND_CONST];
	if (c->undef || type_bits(c->type) > 64 || type_is_float(c->type))
		return run_fail(r, "%s",
						c->undef ? "it uses a value that was never set"
								 : "it computes with floating point or 128 bits");
	return expr_const(r->v->p, type_bits(c->type), c->lo);
}

static Expr shift(ExprPool *p, u8 op, Expr a, Expr b, u32 bits)
{
	u32 w = bits <= 32 ? 32 : 64; /* as the machine does it */
	Expr x = op == I_ASHR ? expr_sext(p, a, w) : expr_zext(p, a, w);
	Expr n = expr_and(p, expr_zext(p, b, w), expr_const(p, w, w - 1));
	Expr e = op == I_SHL    ? expr_shl(p, x, n)
			 : op == I_LSHR ? expr_lshr(p, x, n)
							: expr_ashr(p, x, n);
	return expr_extract(p, e, 0, bits);
}

static Expr compare(ExprPool *p, u8 pred, Expr a, Expr b)
{
	switch (pred) {
	case P_EQ: return expr_eq(p, a, b);
	case P_NE: return expr_ne(p, a, b);
	case P_UGT: return expr_ult(p, b, a);
	case P_UGE: return expr_ule(p, b, a);
	case P_ULT: return expr_ult(p, a, b);
	case P_ULE: return expr_ule(p, a, b);
	case P_SGT: return expr_slt(p, b, a);
	case P_SGE: return expr_sle(p, b, a);
	case P_SLT: return expr_slt(p, a, b);
	default: return expr_sle(p, a, b);
	}
}

/* a / b: the divisor is not zero, and the quotient fits. */
static Expr divide(PredicateRun *r, const Ins *in, Expr a, Expr b)
{
	ExprPool *p = r->v->p;
	u32 w = type_bits(in->type);
	bool is_signed = in->op == I_SDIV || in->op == I_SREM;
	Expr zero = expr_eq(p, b, expr_const(p, w, 0));
	if (run_fix(r, zero))
		return run_fail(r, "it divides by zero");
	Expr least = expr_eq(p, a, expr_const(p, w, 1ull << (w - 1)));
	if (is_signed &&
		run_fix(r, expr_and(p, least, expr_eq(p, b, expr_not(p, expr_const(p, w, 0))))))
		return run_fail(r, "a quotient does not fit");
	switch (in->op) {
	case I_UDIV: return expr_udiv(p, a, b);
	case I_SDIV: return expr_sdiv(p, a, b);
	case I_UREM: return expr_urem(p, a, b);
	default: return expr_srem(p, a, b);
	}
}

/* The least or greatest of two. */
static Expr extreme(ExprPool *p, u8 op, Expr a, Expr b)
{
	Expr less = op == I_SMIN || op == I_SMAX ? expr_slt(p, a, b) : expr_ult(p, a, b);
	return op == I_SMIN || op == I_UMIN ? expr_ite(p, less, a, b) : expr_ite(p, less, b, a);
}

/* Instructions that compute a value from values; 0: it is none, or it failed. */
static Expr compute(PredicateRun *r, const PredicateFrame *act, const Ins *in)
{
	ExprPool *p = r->v->p;
	if (type_is_float(in->type) || type_is_float(in->type2) || type_bits(in->type) > 64 ||
		type_bits(in->type2) > 64)
		return run_fail(r, "it computes with floating point or 128 bits");
	bool two = in->b != NO_OPERAND && ins_table[in->op].b;
	Expr a = operand(r, act, in->a), b = a && two ? operand(r, act, in->b) : a;
	u32 bits = type_bits(in->type), to = type_bits(in->type2);
	if (r->v->failed)
		return 0;
	switch (in->op) {
	case I_ADD: return expr_add(p, a, b);
	case I_SUB: return expr_sub(p, a, b);
	case I_MUL: return expr_mul(p, a, b);
	case I_UDIV:
	case I_SDIV:
	case I_UREM:
	case I_SREM: return divide(r, in, a, b);
	case I_SHL:
	case I_LSHR:
	case I_ASHR: return shift(p, in->op, a, b, bits);
	case I_AND: return expr_and(p, a, b);
	case I_OR: return expr_or(p, a, b);
	case I_XOR: return expr_xor(p, a, b);
	case I_ICMP: return compare(p, in->sub, a, b);
	case I_TRUNC: return expr_extract(p, a, 0, to);
	case I_ZEXT: return expr_zext(p, a, to);
	case I_SEXT: return expr_sext(p, a, to);
	case I_MOV:
	case I_BITCAST: return a;
	case I_SMIN:
	case I_SMAX:
	case I_UMIN:
	case I_UMAX: return extreme(p, in->op, a, b);
	case I_ABS: return expr_ite(p, expr_slt(p, a, expr_const(p, bits, 0)), expr_neg(p, a), a);
	default:
		return run_fail(r, "it does something that predicates do not support (%s)",
						ins_table[in->op].name);
	}
}

static Expr select_value(PredicateRun *r, const PredicateFrame *a, const Ins *in)
{
	Expr which = operand(r, a, in->a);
	if (r->v->failed || type_is_float(in->type) || type_bits(in->type) > 64)
		return r->v->failed ? 0 : run_fail(r, "it computes with floating point or 128 bits");
	/* The other one need not be set. */
	return operand(r, a, run_fix(r, which) ? in->b : in->c);
}

static Expr address(PredicateRun *r, const PredicateFrame *a, const Ins *in)
{
	ExprPool *p = r->v->p;
	Expr e = operand(r, a, in->a), index = e && in->b != NO_OPERAND ? operand(r, a, in->b) : 0;
	if (r->v->failed)
		return 0;
	e = expr_add(p, e, expr_const(p, 64, (u64)in->imm));
	return index ? expr_add(p, e, expr_mul(p, index, expr_const(p, 64, (u64)in->scale))) : e;
}

/* ---- memory ---- */

static Expr load(PredicateRun *r, const PredicateFrame *a, const Ins *in)
{
	Expr at = operand(r, a, in->a);
	if (!at)
		return 0;
	if (type_is_float(in->type) || type_bits(in->type) > 64)
		return run_fail(r, "it computes with floating point or 128 bits");
	if (in->flags & INS_VOLATILE)
		return run_fail(r, "it reads something volatile");
	Expr e = run_load(r, at, type_store_size(in->type));
	return e ? expr_extract(r->v->p, e, 0, type_bits(in->type)) : 0;
}

static void store(PredicateRun *r, const PredicateFrame *a, const Ins *in)
{
	Expr at = operand(r, a, in->a), value = at ? operand(r, a, in->b) : 0;
	u32 n = type_store_size(in->type);
	if (value && !r->v->failed)
		run_store(r, at, expr_zext(r->v->p, value, 8 * n), n);
}

static void move(PredicateRun *r, const PredicateFrame *a, const Ins *in)
{
	Expr to = operand(r, a, in->a), from = to ? operand(r, a, in->b) : 0;
	Expr n = from ? operand(r, a, in->c) : 0;
	if (r->v->failed)
		return;
	u64 many = run_fix(r, n);
	if (many > RUN_BYTES)
		run_fail(r, "it copies more than %d bytes", RUN_BYTES);
	else if (in->op == I_MEMSET)
		run_fill(r, to, from, many);
	else
		run_copy(r, to, from, many);
}

static Expr make_local(PredicateRun *r, const PredicateFrame *a, const Ins *in)
{
	u64 size;
	if (in->op == I_SLOT) {
		size = a->f->slots[in->imm].size;
	} else {
		Expr n = operand(r, a, in->b);
		size = n ? run_fix(r, n) * (u64)in->imm : 0;
	}
	return expr_const(r->v->p, 64, run_make_object(r, size));
}

/* ---- control ---- */

static void enter_block(PredicateRun *r, PredicateFrame *a, u32 to)
{
	const Block *b = &a->f->blocks[to];
	u32 n = 0;
	for (u32 i = b->first; i < b->end && a->f->ins[i].op == I_PHI; i++)
		n++;
	Expr *values = xcalloc(n + 1, sizeof *values);
	for (u32 i = 0; i < n; i++) {
		const Ins *in = &a->f->ins[b->first + i];
		const u32 *pair = a->f->extra + in->extra;
		for (u32 k = 0; k < in->n_extra; k++)
			if (pair[2 * k] == a->block) {
				Operand o = pair[2 * k + 1];
				bool unset = operand_is_const(o) ? r->program->consts.at[o & ~OPERAND_CONST].undef
												 : !a->regs[o];
				values[i] = unset ? 0 : operand(r, a, o);
			}
	}
	for (u32 i = 0; i < n; i++)
		a->regs[a->f->ins[b->first + i].dst] = values[i];
	free(values);
	a->from = a->block;
	a->block = to;
}

static u32 choose_case(PredicateRun *r, const PredicateFrame *a, const Ins *in)
{
	Expr e = operand(r, a, in->a);
	if (!e)
		return 0;
	u64 now = (u64)expr_eval(r->v->p, e, r->v->input);
	for (u32 k = 0; k < in->n_extra; k++) {
		const Case *one = &a->f->cases[in->extra + k];
		Expr is = expr_eq(r->v->p, e, expr_const(r->v->p, type_bits(in->type), one->lo));
		run_fix(r, is);
		if (now == one->lo)
			return one->block;
	}
	return (u32)in->imm;
}

static Expr call(PredicateRun *r, const PredicateFrame *a, const Ins *in)
{
	const Call *c = &a->f->calls[in->extra];
	u32 callee = c->callee;
	if (callee == NO_OPERAND) {
		Expr target = operand(r, a, c->target);
		u64 at = target ? run_fix(r, target) : 0;
		for (size_t i = 0; target && i < r->program->functions.len; i++)
			if (r->program->functions.at[i].address == at)
				callee = (u32)i;
	}
	if (r->v->failed || callee == NO_OPERAND)
		return r->v->failed ? 0 : run_fail(r, "it calls through a pointer to no function");
	const Function *f = &r->program->functions.at[callee];
	if (c->variadic || c->n_results > 1 || f->n_params != c->n_args)
		return run_fail(r, "it calls '%s' with variable arguments or a struct", f->source_name);
	Expr *args = xcalloc(c->n_args + 1, sizeof *args);
	for (u32 i = 0; i < c->n_args && !r->v->failed; i++)
		args[i] = c->args[i].byval_size ? run_fail(r, "it calls '%s' with a struct", f->source_name)
										: operand(r, a, c->args[i].value);
	Expr e = r->v->failed ? 0 : run_function(r, callee, args, c->n_args);
	free(args);
	return e;
}

/* One instruction; true: the function goes on. *result: what it returns. */
static bool step(PredicateRun *r, PredicateFrame *a, const Ins *in, bool *jumped, Expr *result)
{
	Expr e = 0;
	switch (in->op) {
	case I_PHI: return true; /* set on entry */
	case I_OBSERVE:
	case I_STACKRESTORE: return true;
	case I_STACKSAVE: e = expr_const(r->v->p, 64, 0); break;
	case I_BR: enter_block(r, a, (u32)in->imm), *jumped = true; return true;
	case I_CBR: {
		Expr which = operand(r, a, in->a);
		if (which)
			enter_block(r, a, (u32)(run_fix(r, which) ? in->imm : in->scale));
		*jumped = true;
		return !r->v->failed;
	}
	case I_SWITCH: {
		u32 to = choose_case(r, a, in);
		if (!r->v->failed)
			enter_block(r, a, to);
		*jumped = true;
		return !r->v->failed;
	}
	case I_RET:
		*result = in->n_extra == 1 ? operand(r, a, a->f->extra[in->extra]) : 0;
		return false;
	case I_UNREACHABLE:
	case I_TRAP: run_fail(r, "it fails"); return false;
	case I_SELECT: e = select_value(r, a, in); break;
	case I_LOAD: e = load(r, a, in); break;
	case I_STORE: store(r, a, in); break;
	case I_GEP: e = address(r, a, in); break;
	case I_MEMCPY:
	case I_MEMMOVE:
	case I_MEMSET: move(r, a, in); break;
	case I_CALL: e = call(r, a, in); break;
	default: e = in->op == I_ALLOCA ? make_local(r, a, in) : compute(r, a, in); break;
	}
	if (in->dst != NO_REG)
		a->regs[in->dst] = e;
	return !r->v->failed;
}

/* Locals have one address each time the function is entered. */
static void make_slots(PredicateRun *r, const PredicateFrame *a, Expr *slots)
{
	for (u32 i = 0; i < a->f->n_slots && !r->v->failed; i++) {
		Ins as = {.op = I_SLOT, .imm = i};
		slots[i] = make_local(r, a, &as);
	}
}

static Expr run_body(PredicateRun *r, PredicateFrame *a, const Expr *slots)
{
	Expr result = 0;
	for (bool on = true; on && !r->v->failed;) {
		const Block *b = &a->f->blocks[a->block];
		bool jumped = false;
		for (u32 i = b->first; on && !jumped && i < b->end && !r->v->failed; i++) {
			const Ins *in = &a->f->ins[i];
			if (a->f->kind == FN_SUBJECT)
				r->loc = in->loc;
			if (!r->steps--) {
				run_fail(r, "it does not end within %d steps", RUN_STEPS);
				return 0;
			}
			if (in->op == I_SLOT)
				a->regs[in->dst] = slots[in->imm];
			else
				on = step(r, a, in, &jumped, &result);
		}
	}
	return result;
}

Expr run_function(PredicateRun *r, u32 function, const Expr *args, u32 n)
{
	const Function *f = &r->program->functions.at[function];
	u32 caller = r->loc;
	if (!caller)
		r->loc = f->loc;
	if (!f->n_blocks)
		return run_fail(r, "it calls '%s', whose code drift does not have", f->source_name);
	if (f->variadic || f->n_params != n || f->n_results > 1)
		return run_fail(r, "'%s' has variable arguments, or takes or returns a struct",
						f->source_name);
	if (r->depth >= RUN_DEPTH)
		return run_fail(r, "it calls itself more than %d times", RUN_DEPTH);
	PredicateFrame a = {.f = f, .regs = xcalloc(f->n_regs + 1, sizeof(Expr))};
	Expr *slots = xcalloc(f->n_slots + 1, sizeof *slots);
	size_t objects = r->objects.len, bytes = r->bytes.len;
	memcpy(a.regs, args, n * sizeof *args);
	r->depth++;
	make_slots(r, &a, slots);
	Expr e = r->v->failed ? 0 : run_body(r, &a, slots);
	r->depth--;
	r->objects.len = objects;
	r->bytes.len = bytes;
	r->loc = caller;
	free(slots);
	free(a.regs);
	return e;
}
