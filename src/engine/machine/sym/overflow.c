/* overflow.c: finds inputs of a path on which signed arithmetic overflows, or a shift goes too far.
 *
 * Arithmetic wraps in the machine, as on the hardware, and the run continues. If the code says
 * that overflow is undefined (nsw, abs), a run that overflows gets a note. We keep the condition
 * of the overflow, which covers all inputs with the same decisions before. We do not keep
 * conditions that the ranges of the operands exclude; in ordinary code these are nearly all.
 *
 * A conversion of a number that the integer type cannot hold is undefined, too; the hardware's value is used.
 *
 * A shift by as many bits as the type has, or more, is undefined likewise: the hardware takes the
 * amount modulo the width. If nobody asks about the conditions later (machine_keep_overflows),
 * whether the amount is in range is a decision of the path, so that a search finds both sides.
 */
#include "engine/expr/float/float.h"
#include "engine/machine/snap.h"
#include "engine/machine/sym.h"

enum {
	DEPTH = 3,            /* of operands whose ranges are looked at */
	MAX_OVERFLOWS = 1000, /* kept of a run */
};

/* Signed values that an expression may have. */
typedef struct Bounds {
	i128 low, high;
} Bounds;

static i128 most_of(u32 bits)
{
	return (i128)(~(u128)0 >> (129 - bits));
}

static i128 as_signed(u128 x, u32 bits)
{
	return (i128)(x << (128 - bits)) >> (128 - bits);
}

static Bounds all_of(u32 bits)
{
	return (Bounds){-most_of(bits) - 1, most_of(bits)};
}

/* The exact result of an operation. False: it may not fit 128 bits. */
static bool exact(u8 op, i128 a, i128 b, i128 *to)
{
	switch (op) {
	case I_ADD: return !__builtin_add_overflow(a, b, to);
	case I_SUB: return !__builtin_sub_overflow(a, b, to);
	case I_MUL: return !__builtin_mul_overflow(a, b, to);
	case I_ABS: *to = a; return a >= 0 || !__builtin_sub_overflow((i128)0, a, to);
	case I_SHL: return b < 127 && !__builtin_mul_overflow(a, (i128)1 << b, to);
	default: *to = 0; return true;
	}
}

static bool fits(u8 op, i128 a, i128 b, u32 bits)
{
	i128 r;
	if (op == I_LSHR)
		return b >= 0 && b < bits;
	Bounds all = all_of(bits);
	return exact(op, a, b, &r) && r >= all.low && r <= all.high;
}

/* Of a result on operands within bounds; the extremes lie at the corners. */
static bool combine(u8 op, Bounds a, Bounds b, u32 bits, Bounds *to)
{
	i128 x[] = {a.low, a.high}, y[] = {b.low, b.high}, r;
	bool first = true;
	Bounds all = all_of(bits);
	for (int i = 0; i < 4; i++) {
		if (!exact(op, x[i & 1], y[i >> 1], &r) || r < all.low || r > all.high)
			return false;
		to->low = first || r < to->low ? r : to->low;
		to->high = first || r > to->high ? r : to->high;
		first = false;
	}
	return true;
}

static Bounds bounds_of(const ExprPool *p, Expr e, u32 depth);

static bool bounds_by_operands(const ExprPool *p, Expr e, u32 depth, Bounds *to)
{
	u32 bits = expr_width(p, e);
	Expr a = expr_kid(p, e, 0), b = expr_kid(p, e, 1);
	switch (expr_op(p, e)) {
	case EXPR_SEXT: *to = bounds_of(p, a, depth - 1); return true;
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_MUL: {
		u8 op = expr_op(p, e) == EXPR_ADD ? I_ADD : expr_op(p, e) == EXPR_SUB ? I_SUB : I_MUL;
		return combine(op, bounds_of(p, a, depth - 1), bounds_of(p, b, depth - 1), bits, to);
	}
	case EXPR_ITE: {
		Bounds x = bounds_of(p, b, depth - 1), y = bounds_of(p, expr_kid(p, e, 2), depth - 1);
		*to = (Bounds){x.low < y.low ? x.low : y.low, x.high > y.high ? x.high : y.high};
		return true;
	}
	default: return false; /* any value of its width */
	}
}

static Bounds bounds_of(const ExprPool *p, Expr e, u32 depth)
{
	u32 bits = expr_width(p, e);
	Bounds b;
	u64 low, high;
	if (expr_is_const(p, e)) {
		i128 v = as_signed(expr_value(p, e), bits);
		return (Bounds){v, v};
	}
	if (bits <= 64) {
		expr_range(p, e, &low, &high);
		if (high <= (u64)most_of(bits))
			return (Bounds){low, high};
		if (low > (u64)most_of(bits))
			return (Bounds){as_signed(low, bits), as_signed(high, bits)};
	}
	return depth && bounds_by_operands(p, e, depth, &b) ? b : all_of(bits);
}

/* ---- conditions ---- */

static Expr above(ExprPool *p, Expr x, i128 k)
{
	return expr_slt(p, expr_const128(p, expr_width(p, x), (u128)k), x);
}

static Expr below(ExprPool *p, Expr x, i128 k)
{
	return expr_slt(p, x, expr_const128(p, expr_width(p, x), (u128)k));
}

/* x op k; comparisons of x, which people and the solver read more easily. */
static Expr with_const(ExprPool *p, u8 op, Expr x, i128 k)
{
	Bounds all = all_of(expr_width(p, x));
	if (op == I_ADD)
		return k >= 0 ? above(p, x, all.high - k) : below(p, x, all.low - k);
	if (op == I_SUB)
		return k >= 0 ? below(p, x, all.low + k) : above(p, x, all.high + k);
	if (k == 0 || k == 1)
		return EXPR_FALSE;
	if (k == -1)
		return expr_eq(p, x, expr_const128(p, expr_width(p, x), (u128)all.low));
	Expr over = k > 0 ? above(p, x, all.high / k) : below(p, x, all.high / k);
	Expr under = k > 0 ? below(p, x, all.low / k) : above(p, x, all.low / k);
	return expr_or(p, over, under);
}

/* k - x */
static Expr from_const(ExprPool *p, i128 k, Expr x)
{
	Bounds all = all_of(expr_width(p, x));
	return k >= 0 ? below(p, x, k - all.high) : above(p, x, k - all.low);
}

/* Two values that the input decides; 0: cannot be said. */
static Expr with_value(ExprPool *p, u8 op, Expr a, Expr b)
{
	u32 bits = expr_width(p, a);
	if (op == I_SHL) {
		Expr back = expr_ashr(p, expr_shl(p, a, b), b);
		return expr_or(p, expr_ule(p, expr_const(p, bits, bits), b), expr_ne(p, back, a));
	}
	if (op == I_MUL) {
		if (bits > 64)
			return 0;
		Expr r = expr_mul(p, expr_sext(p, a, 2 * bits), expr_sext(p, b, 2 * bits));
		return expr_ne(p, r, expr_sext(p, expr_extract(p, r, 0, bits), 2 * bits));
	}
	Expr r = op == I_ADD ? expr_add(p, a, b) : expr_sub(p, a, b);
	Expr signs =
		expr_and(p, expr_xor(p, a, r), expr_xor(p, op == I_ADD ? b : a, op == I_ADD ? r : b));
	return below(p, signs, 0);
}

static Expr condition(ExprPool *p, u8 op, Expr a, Expr b)
{
	u32 bits = expr_width(p, a);
	if (op == I_LSHR)
		return expr_ule(p, expr_const(p, bits, bits), b);
	if (op == I_ABS)
		return expr_eq(p, a, expr_const128(p, bits, (u128)all_of(bits).low));
	if (op != I_SHL && expr_is_const(p, b))
		return with_const(p, op, a, as_signed(expr_value(p, b), bits));
	if (op != I_SHL && expr_is_const(p, a)) {
		i128 k = as_signed(expr_value(p, a), bits);
		return op == I_SUB ? from_const(p, k, b) : with_const(p, op, b, k);
	}
	return with_value(p, op, a, b);
}

/* ---- of a run ---- */

static void keep(Machine *m, u32 loc, Expr cond)
{
	u64 key = (u64)loc << 32 | cond, known;
	if (cond == EXPR_FALSE || intmap_get(&m->overflow_ids, key, &known))
		return;
	if (!cond || m->overflows.len >= MAX_OVERFLOWS) {
		m->overflows_left = true;
		return;
	}
	intmap_put(&m->overflow_ids, key, 1);
	vec_push(&m->overflows, ((Overflow){cond, loc, (u32)m->constraints.len}));
}

static const char note_kind[] = "overflow";

bool sym_overflow_note(const Note *n)
{
	return n->kind == note_kind;
}

static void note(Machine *m, u32 loc, u8 op, u128 a, u128 b, u32 bits)
{
	if (!fits(op, as_signed(a, bits), as_signed(b, bits), bits))
		add_note(m, note_kind, loc,
				 op == I_LSHR ? "a shift by as many bits as there are, or more"
							  : "signed overflow");
}

static void note_conversion(Machine *m, u32 loc, u8 op, u32 from, u128 a, u32 bits)
{
	ExprPool *p = m->pool;
	if (expr_float_convertible(p, op == I_FPTOSI, expr_const128(p, from, a), bits) == EXPR_FALSE)
		add_note(m, note_kind, loc, "a conversion of a number that the integer type cannot hold");
}

void sym_overflow_again(Machine *m, const SnapDoubt *d, u128 a, u128 b)
{
	if (d->op == I_FPTOSI || d->op == I_FPTOUI) {
		note_conversion(m, d->loc, d->op, expr_width(m->pool, d->a), a, d->bits);
		return;
	}
	note(m, d->loc, d->op, a, b, d->bits);
}

static u32 other_notes(const Machine *m)
{
	u32 n = 0;
	for (size_t i = 0; i < m->notes.len; i++)
		n += !sym_overflow_note(&m->notes.at[i]);
	return n;
}

/* What is undefined about it: of a shift that may lose bits, only the amount (LSHR). */
static u8 undefined_op(const Ins *in)
{
	bool amount = in->op == I_ASHR || (in->op == I_SHL && !(in->flags & INS_NSW));
	return amount ? I_LSHR : in->op;
}

void sym_overflow(Machine *m, const Ins *in, Value va, Value vb, Expr a, Expr b)
{
	u32 bits = type_bits(in->type);
	const Frame *f = thread_frame(&m->thread);
	if (!f->fn || f->fn->fn->kind != FN_SUBJECT)
		return;
	Bounds of_b = in->op == I_ABS ? (Bounds){0, 0} : bounds_of(m->pool, b, DEPTH), result;
	u8 op = undefined_op(in);
	if (op == I_LSHR
			? of_b.low >= 0 && of_b.high < bits
			: op != I_SHL && combine(op, bounds_of(m->pool, a, DEPTH), of_b, bits, &result))
		return;
	u32 loc = subject_loc(m, NULL);
	snap_doubt(m, &(SnapDoubt){.loc = loc,
							   .before = other_notes(m),
							   .op = op,
							   .bits = (u8)bits,
							   .a = a,
							   .b = in->op == I_ABS ? 0 : b});
	note(m, loc, op, (u128)va.hi << 64 | va.lo, (u128)vb.hi << 64 | vb.lo, bits);
	Expr cond = m->keep_overflows || op == I_LSHR ? condition(m->pool, op, a, b) : 0;
	if (m->keep_overflows)
		keep(m, loc, cond);
	else if (op == I_LSHR && !m->track)
		sym_constrain(m, CON_BRANCH, vb.lo >= bits || vb.hi ? cond : expr_not(m->pool, cond), 0,
					  vb.tag);
}

void sym_conversion(Machine *m, const Ins *in, Value va, Expr a)
{
	u32 bits = type_bits(in->type2), from = type_bits(in->type);
	const Frame *f = thread_frame(&m->thread);
	if (!f->fn || f->fn->fn->kind != FN_SUBJECT || bits > 64)
		return;
	Expr good = expr_float_convertible(m->pool, in->op == I_FPTOSI, a, bits);
	if (good == EXPR_TRUE)
		return;
	u32 loc = subject_loc(m, NULL);
	snap_doubt(
		m,
		&(SnapDoubt){.loc = loc, .before = other_notes(m), .op = in->op, .bits = (u8)bits, .a = a});
	note_conversion(m, loc, in->op, from, (u128)va.hi << 64 | va.lo, bits);
	if (m->keep_overflows)
		keep(m, loc, expr_not(m->pool, good));
}

void sym_overflow_reset(Machine *m)
{
	m->overflows.len = 0;
	m->overflows_left = false;
	intmap_clear(&m->overflow_ids);
}

void machine_keep_overflows(Machine *m)
{
	m->keep_overflows = true;
}

const Overflow *machine_overflows(const Machine *m, size_t *n, bool *left)
{
	*n = m->overflows.len;
	*left = m->overflows_left;
	return m->overflows.at;
}
