/* exec.c: the generic path: any instruction, any type, tags kept. */
#include "base/check.h"
#include "engine/machine/snap.h"
#include "engine/machine/sym.h"

enum { IN_REGISTERS = 16 }; /* bytes that compilers copy so, where they know that it is no more */

static Frame *top(Machine *m)
{
	return thread_frame(&m->thread);
}

/* Both halves of a wide value carry its expression. Their dependences become different if they
 * leave a region separately; the expression must survive that. */
static Tag wide_tag(Machine *m, Tag low, Tag high)
{
	if (low == high)
		return low;
	Tag both = tag_join(m, low, high);
	return TAG_EXPR(low) == TAG_EXPR(high) ? (both & TAG_DEPS) | TAG_EXPR(low) : both;
}

/* Of a frame with these registers. */
static inline Value operand(Machine *m, const Reg *regs, Operand o, Type t)
{
	if (o == NO_OPERAND)
		return (Value){0};
	if (operand_is_const(o)) {
		const Const *c = &m->p->consts.at[o & ~OPERAND_CONST];
		return (Value){c->lo, c->hi, c->undef ? TAG_UNDEFINED : 0};
	}
	const Reg *r = &regs[o];
	Value v = {r->bits, 0, r->tag};
	if (unlikely(r->tag == TAG_NEVER || (type_regs(t) == 2 && r[1].tag == TAG_NEVER)))
		check_failed("a register that nothing was put into", o);
	if (type_regs(t) == 2) {
		v.hi = r[1].bits;
		v.tag = wide_tag(m, v.tag, r[1].tag);
	}
	return v;
}

Value get_operand(Machine *m, Operand o, Type t)
{
	return operand(m, top(m)->regs, o, t);
}

void set_result(Machine *m, u32 dst, Type t, Value v)
{
	Reg *r = &top(m)->regs[dst];
	must_that(!m->pool || !TAG_EXPR(v.tag) || expr_width(m->pool, TAG_EXPR(v.tag)) == type_bits(t),
			  "an expression of %u bits for a value of %u", expr_width(m->pool, TAG_EXPR(v.tag)),
			  type_bits(t));
	r[0] = (Reg){v.lo, v.tag};
	if (type_regs(t) == 2)
		r[1] = (Reg){v.hi, v.tag};
}

Tag tag_join(Machine *m, Tag a, Tag b)
{
	if (a == b)
		return tag_whole(m, a) & TAG_DEPS;
	/* Expressions are made elsewhere: what is joined has none. */
	if (m->track)
		return dep_tag(dep_join(&m->track->graph, tag_dep(m, a), tag_dep(m, b)));
	if (unlikely(tag_is_partial(a) || tag_is_partial(b)))
		return TAG_UNDEFINED;
	return (a | b) & TAG_DEPS;
}

/* A value that must be known to go on: where or how much is written. */
static void note_undefined(Machine *m, Tag tag, const char *what)
{
	if (tag & TAG_UNDEFINED)
		add_note(m, NOTE_UNINITIALISED, subject_loc(m, NULL), "%s depends on uninitialised memory",
				 what);
}

static bool exec_alloca(Machine *m, const Ins *in)
{
	Value n = get_operand(m, in->b, 64);
	note_undefined(m, n.tag, "the size of an array");
	sym_concretise(m, &n, NULL);
	u64 size;
	bool negative = (i64)n.lo < 0 || (n.lo >> 31) == 1; /* an int that was extended */
	if (__builtin_mul_overflow(n.lo, (u64)in->imm, &size) || size > m->config.stack_size) {
		if (negative)
			return fail(m, ERROR_BAD_SIZE, "an array of %lld elements",
						(long long)((i64)n.lo < 0 ? (i64)n.lo : (i32)n.lo));
		return fail(m, ERROR_STACK_OVERFLOW, "an array of %llu elements", (unsigned long long)n.lo);
	}
	u32 id = memory_alloc(&m->mem, OBJ_ALLOCA, size, (u64)in->scale, call_stack(m));
	if (!id)
		return limit_reached(m, "memory");
	m->mem.objects.at[id].ref = top(m)->fn->fn->id;
	vec_push(&m->thread.dynamic, id);
	if (m->track)
		track_name(m, id, OBJECT_ALLOCA, top(m)->fn->fn->id, (u32)(in - top(m)->fn->body->ins));
	set_result(m, in->dst, TYPE_PTR,
			   (Value){m->mem.objects.at[id].lo, 0, sym_tag(tag_whole(m, n.tag), 0)});
	return true;
}

static bool exec_stackrestore(Machine *m, Value a)
{
	while (m->thread.dynamic.len > a.lo && m->thread.dynamic.len > top(m)->dynamic)
		memory_release(&m->mem, vec_pop(&m->thread.dynamic), call_stack(m));
	return true;
}

/* The tag of a result of two values, without an expression. */
static Tag result_tag(Machine *m, const Ins *in, Value a, Value b, u32 bits)
{
	Tag tag = tag_join(m, a.tag, b.tag);
	return tag & TAG_UNDEFINED
			   ? undef_tag(m, tag_dep(m, tag), undef_result(m, in, a, b, (Value){0}), bits)
			   : tag;
}

/* What an atomic operation stores: arithmetic wraps, whatever the type. */
static Value rmw(Machine *m, RmwOp op, Type t, Value old, Value v)
{
	static const u8 ins[] = {
		[RMW_ADD] = I_ADD,   [RMW_SUB] = I_SUB,   [RMW_AND] = I_AND,   [RMW_OR] = I_OR,
		[RMW_XOR] = I_XOR,   [RMW_MAX] = I_SMAX,  [RMW_MIN] = I_SMIN,  [RMW_UMAX] = I_UMAX,
		[RMW_UMIN] = I_UMIN, [RMW_FADD] = I_FADD, [RMW_FSUB] = I_FSUB, [RMW_NAND] = I_AND};
	if (op == RMW_XCHG)
		return v;
	Ins in = {.op = ins[op], .type = t, .type2 = t};
	Value out[2];
	Expr exprs[2] = {0, 0};
	ErrorKind kind;
	if (m->pool && (TAG_EXPR(old.tag) | TAG_EXPR(v.tag)) &&
		!sym_ins(m, &in, old, v, (Value){0}, exprs)) {
		sym_concretise(m, &old, sym_float_note);
		sym_concretise(m, &v, sym_float_note);
	}
	eval_ins(&in, old, v, (Value){0}, out, &kind);
	if (op == RMW_NAND) {
		u32 bits = type_bits(t);
		out[0].lo = ~out[0].lo & (bits >= 64 ? ~0ull : (1ull << bits) - 1);
		out[0].hi = bits > 64 ? ~out[0].hi & (bits >= 128 ? ~0ull : (1ull << (bits - 64)) - 1) : 0;
		exprs[0] = exprs[0] ? expr_not(m->pool, exprs[0]) : 0;
	}
	out[0].tag = result_tag(m, &in, old, v, type_bits(t));
	if (m->pool)
		out[0].tag = sym_result(m, out[0].tag, exprs[0]);
	return out[0];
}

/* What decides where, how much or whether something is written acts as a branch. */
static void note_write(Machine *m, const Ins *in, Tag where, Tag much)
{
	Dep dep = tag_dep(m, tag_join(m, where & TAG_DEPS, much & TAG_DEPS));
	if (dep)
		track_write(m, in, dep);
}

/* An address that was decided on the way acts likewise, also if an earlier access decided it: then
 * there is no new constraint. */
static void note_decided(Machine *m, const Ins *in)
{
	if (m->track->decided)
		track_write(m, in, m->track->decided);
}

static bool exec_rmw(Machine *m, const Ins *in, Value a, Value b)
{
	Value old;
	if (!access_load(m, a.lo, in->type, a.tag, &old))
		return false;
	if (!access_store(m, a.lo, in->type, a.tag, rmw(m, in->sub, in->type, old, b)))
		return false;
	set_result(m, in->dst, in->type, old);
	return true;
}

static bool exec_cmpxchg(Machine *m, const Ins *in, Value a, Value b, Value c)
{
	Value old;
	if (!access_load(m, a.lo, in->type, a.tag, &old))
		return false;
	bool same = old.lo == b.lo && old.hi == b.hi;
	if (m->pool && (TAG_EXPR(old.tag) | TAG_EXPR(b.tag))) {
		u32 bits = type_bits(in->type);
		Expr eq = expr_eq(m->pool, sym_expr(m, old, bits), sym_expr(m, b, bits));
		Dep dep = sym_constrain(m, CON_BRANCH, same ? eq : expr_not(m->pool, eq), 0,
								tag_join(m, old.tag & TAG_DEPS, b.tag & TAG_DEPS));
		if (m->track) {
			Dep both = dep_join(&m->track->graph, tag_dep(m, c.tag), dep);
			old.tag = tag_on(m, old.tag, dep & ~DEP_UNDEFINED);
			c.tag = tag_on(m, c.tag, both & ~DEP_UNDEFINED);
		}
	}
	if (same && !access_store(m, a.lo, in->type, a.tag, c))
		return false;
	if (m->track)
		note_write(m, in, old.tag, b.tag);
	set_result(m, in->dst, in->type, old);
	Ins equal = {.op = I_ICMP, .sub = P_EQ, .type = in->type, .type2 = 1};
	set_result(m, in->dst + type_regs(in->type), 1,
			   (Value){same, 0, result_tag(m, &equal, old, b, 1)});
	return true;
}

static bool exec_store(Machine *m, const Ins *in, Value a, Value v)
{
	if (m->track && m->track->opt.statements)
		v.tag = track_statement(m, in, v.tag);
	if (m->track) {
		m->track->decided = 0;
		note_write(m, in, a.tag, 0);
	}
	if (!access_store(m, a.lo, in->type, a.tag, v))
		return false;
	if (m->track) {
		note_decided(m, in);
		track_access(m, in, a.lo, true);
	}
	return true;
}

/* Bytes written in bulk depend on why they were. */
static void write_because(Machine *m, const Ins *in, Value to, Value n, Tag why)
{
	if (m->track->opt.statements)
		why = track_statement(m, in, why);
	track_because(m, to.lo, n.lo, tag_dep(m, why));
}

static bool exec_copy(Machine *m, const Ins *in, u64 to, u64 from, u64 n)
{
	bool small = operand_is_const(in->c) && n <= IN_REGISTERS;
	if (in->op == I_MEMCPY && !small && !access_apart(m, to, from, n))
		return false;
	return access_copy(m, to, from, n);
}

static bool exec_load(Machine *m, const Ins *in, Value a)
{
	Value v;
	if (!access_load(m, a.lo, in->type, a.tag, &v))
		return false;
	if (m->track && !(in->flags & INS_BITFIELD))
		track_access(m, in, a.lo, false);
	if (m->track && m->track->opt.statements)
		v.tag = track_statement(m, in, v.tag);
	set_result(m, in->dst, in->type, v);
	return true;
}

/* Sets a va_list, or copies one. Which one it is may depend on the input. */
static bool exec_va_list(Machine *m, const Ins *in, Value to, Value from)
{
	enum { VA_LIST = 24 };
	sym_concretise(m, &to, NULL);
	if (in->op == I_VA_COPY)
		sym_concretise(m, &from, NULL);
	Tag why = in->op == I_VA_COPY ? tag_join(m, to.tag, from.tag) : to.tag;
	if (m->track)
		note_write(m, in, to.tag, 0);
	if (!(in->op == I_VA_START ? call_va_start(m, to.lo) : access_copy(m, to.lo, from.lo, VA_LIST)))
		return false;
	if (m->track)
		write_because(m, in, to, (Value){VA_LIST, 0, 0}, why);
	return true;
}

/* What the addresses of an instruction, and how far it goes from there, depend on. */
static Tag address_tag(Machine *m, const Ins *in, Value a, Value b, Value c)
{
	switch (in->op) {
	case I_MEMCPY:
	case I_MEMMOVE:
		return tag_join(m, a.tag & TAG_DEPS, tag_join(m, b.tag & TAG_DEPS, c.tag & TAG_DEPS));
	case I_MEMSET: return tag_join(m, a.tag & TAG_DEPS, c.tag & TAG_DEPS);
	default: return a.tag;
	}
}

static bool exec_memory(Machine *m, const Ins *in, Value a, Value b, Value c)
{
	Tag address = m->track ? address_tag(m, in, a, b, c) : 0;
	if (address)
		track_risk(m, in, address, 0);
	switch (in->op) {
	case I_LOAD: return exec_load(m, in, a);
	case I_STORE: return exec_store(m, in, a, b);
	case I_SLOT:
		set_result(m, in->dst, TYPE_PTR,
				   (Value){top(m)->base + top(m)->fn->slots[in->imm].offset, 0, 0});
		return true;
	case I_ALLOCA: return exec_alloca(m, in);
	case I_MEMCPY:
	case I_MEMMOVE:
		note_undefined(m, c.tag, "how much is copied");
		sym_concretise(m, &a, NULL);
		sym_concretise(m, &b, NULL);
		sym_concretise(m, &c, NULL);
		if (m->track)
			note_write(m, in, a.tag, c.tag);
		if (!exec_copy(m, in, a.lo, b.lo, c.lo))
			return false;
		if (m->track)
			write_because(m, in, a, c, tag_join(m, a.tag, tag_join(m, b.tag, c.tag)));
		return true;
	case I_MEMSET:
		note_undefined(m, c.tag, "how much is set");
		sym_concretise(m, &a, NULL);
		sym_concretise(m, &c, NULL);
		if (m->track)
			note_write(m, in, a.tag, c.tag);
		if (!access_fill(m, a.lo, b, c.lo))
			return false;
		if (m->track)
			write_because(m, in, a, c, tag_join(m, a.tag, tag_join(m, b.tag, c.tag)));
		return true;
	case I_ATOMICRMW:
	case I_CMPXCHG: {
		if (m->track) {
			m->track->decided = 0;
			note_write(m, in, a.tag, 0);
		}
		bool good = in->op == I_ATOMICRMW ? exec_rmw(m, in, a, b) : exec_cmpxchg(m, in, a, b, c);
		if (m->track && good)
			note_decided(m, in);
		return good;
	}
	case I_VA_START:
	case I_VA_COPY: return exec_va_list(m, in, a, b);
	case I_STACKSAVE:
		set_result(m, in->dst, TYPE_PTR, (Value){m->thread.dynamic.len, 0, 0});
		return true;
	default: return exec_stackrestore(m, a);
	}
}

/* The expression of a choice holds both values, but no expression says which bits are undefined. So if the values
 * differ in that, the choice is a decision, as if it were a branch: inputs that choose the other value have a path
 * of their own. */
static void decide_choice(Machine *m, const Ins *in, Value *a, Value b, Value c)
{
	u32 bits = type_bits(in->type);
	if (in->op == I_SELECT && (b.tag | c.tag) & TAG_UNDEFINED &&
		undef_bits(m, b.tag, bits) != undef_bits(m, c.tag, bits))
		sym_concretise(m, a, NULL);
}

static Tag select_tag(Machine *m, Value a, Value b, Value c)
{
	Tag other = tag_defined(m, a.lo ? c.tag : b.tag);
	return tag_join(m, tag_join(m, a.tag & TAG_DEPS, (a.lo ? b.tag : c.tag) & TAG_DEPS), other);
}

static u32 result_bits(const Ins *in)
{
	return type_bits(ins_type_result(in));
}

/* Operands of an instruction that has no expression. */
static void take_operands(Machine *m, const Ins *in, Value *a, Value *b, Value *c)
{
	bool wide = in->op >= I_FSHL && in->op <= I_USUBS; /* of more than 64 bits */
	const char *why =
		wide ? "an operation on more than 64 bits was fixed to its value" : sym_float_note;
	sym_concretise(m, a, why);
	sym_concretise(m, b, why);
	sym_concretise(m, c, why);
}

static bool execute(Machine *m, const Ins *in)
{
	const Reg *regs = top(m)->regs;
	Value a = operand(m, regs, in->a, ins_type_a(in)), b = operand(m, regs, in->b, ins_type_b(in));
	Value c = operand(m, regs, in->c, ins_type_c(in));
	switch (in->op) {
	case I_LOAD ... I_STORE:
	case I_ALLOCA ... I_CMPXCHG:
	case I_VA_START ... I_STACKRESTORE: return exec_memory(m, in, a, b, c);
	case I_UNREACHABLE:
		return fail(m, ERROR_UNREACHABLE, "code that the compiler may assume is never reached");
	case I_TRAP: return trap(m);
	case I_UNSUPPORTED: return unsupported(m, "%s", m->p->texts.at[in->imm]);
	case I_PHI: return true;
	case I_OBSERVE: return observe_value(m, in, a);
	case I_SWITCH: return unsupported(m, "a switch on an integer of more than 64 bits");
	default: break;
	}
	Value out[2] = {{0}, {0}};
	ErrorKind kind = ERROR_NONE;
	Expr exprs[2] = {0, 0};
	bool divides = ins_table[in->op].fails == FAILS_DIVISOR;
	if (m->track && divides && (a.tag | b.tag))
		track_risk(m, in, a.tag, b.tag);
	if (m->pool)
		decide_choice(m, in, &a, b, c);
	if (m->pool && (TAG_EXPR(a.tag) | TAG_EXPR(b.tag) | TAG_EXPR(c.tag))) {
		if (divides)
			sym_division(m, in, a, b);
		if (!sym_ins(m, in, a, b, c, exprs))
			take_operands(m, in, &a, &b, &c);
		else
			must_that(exprs[0] && (exprs[1] || ins_table[in->op].gives != OF_PAIR),
					  "a result that depends on the input has no expression");
	}
	if (!eval_ins(in, a, b, c, out, &kind)) {
		if (b.lo | b.hi)
			return fail(m, kind, "the quotient of the least number and -1 does not fit its type");
		return fail(m, kind, "%s by zero",
					in->op == I_UREM || in->op == I_SREM ? "remainder" : "division");
	}
	Expr chooses = in->op == I_SELECT ? TAG_EXPR(a.tag) : 0;
	Tag on = a.tag & TAG_DEPS;
	Tag tag = chooses              ? select_tag(m, a, b, c)
			  : in->op == I_SELECT ? tag_join(m, on, a.lo ? b.tag : c.tag)
								   : tag_join(m, on, tag_join(m, b.tag, c.tag));
	tag &= TAG_DEPS;
	if (m->track && m->track->opt.statements)
		tag = track_statement(m, in, tag);
	Tag first = unlikely((a.tag | b.tag | c.tag) & TAG_UNDEFINED)
					? undef_tag(m, tag_dep(m, tag), undef_result(m, in, a, b, c), result_bits(in))
					: tag;
	out[0].tag = m->pool ? sym_result(m, first, exprs[0]) : first;
	out[1].tag = m->pool ? sym_result(m, tag, exprs[1]) : tag;
	set_result(m, in->dst, ins_type_result(in), out[0]);
	if (ins_table[in->op].gives == OF_PAIR)
		set_result(m, in->dst + type_regs(in->type), 1, out[1]);
	return true;
}

/* That the run ended here depends on what the instruction was given, and on the values of it that were
 * decided: in this run an address was null. */
static bool ended_by(Machine *m, const Ins *in)
{
	Operand operands[] = {in->a, in->b, in->c};
	for (u32 i = 0; i < countof(operands); i++)
		if (operands[i] != NO_OPERAND && !operand_is_const(operands[i]))
			track_ended_by(m, tag_dep(m, top(m)->regs[operands[i]].tag));
	track_ended_by(m, m->track->decided);
	return false;
}

bool exec_plain(Machine *m, const Ins *in)
{
	if (!m->track)
		return execute(m, in);
	m->track->decided = 0;
	if (!execute(m, in))
		return ended_by(m, in);
	if (m->track->decided)
		track_decided(m, in);
	return true;
}

bool exec_ins(Machine *m, const Ins *in)
{
	return unlikely(m->trace != NULL) ? trace_ins(m, in) : exec_plain(m, in);
}

bool exec_word(Machine *m)
{
	const FnCode *fc = top(m)->fn;
	const Origin *o = &fc->origin[m->thread.pc - fc->code];
	for (u32 i = 0; i < o->n; i++)
		if (!exec_ins(m, &fc->body->ins[o->ins[i]]))
			return false;
	return true;
}

void exec_choice(Machine *m, Tag tag)
{
	const FnCode *fc = top(m)->fn;
	const Origin *o = &fc->origin[m->thread.pc - fc->code];
	if (m->track)
		track_branch(m, &fc->body->ins[o->ins[o->n - 1]], (Value){.tag = tag}, 0);
}

bool exec_condition(Machine *m, bool fused)
{
	const FnCode *fc = top(m)->fn;
	const Origin *o = &fc->origin[m->thread.pc - fc->code];
	for (u32 i = 0; fused && i + 1 < o->n; i++)
		if (!exec_ins(m, &fc->body->ins[o->ins[i]]))
			return false;
	const Ins *in = &fc->body->ins[o->ins[o->n - 1]];
	Value cond = get_operand(m, in->a, in->type);
	note_undefined(m, cond.tag, "a branch");
	Dep leaf = sym_branch(m, in, cond);
	if (m->track)
		track_branch(m, in, cond, leaf);
	return true;
}
