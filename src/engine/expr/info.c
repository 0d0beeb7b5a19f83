/* info.c: propagates bounds and known bits from operands to results.
 *
 * It is used twice: for every new node, where operands range over all inputs, and by the solver,
 * which narrows the variables first. The result is sound, not exact. Values wider than 64 bits
 * are not tracked.
 */
#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"

ExprInfo expr_info_full(unsigned width)
{
	u64 m = mask64(width);
	return (ExprInfo){0, m, ~m, 0};
}

/* Lets bounds and bits learn from each other. */
static ExprInfo settle(unsigned width, ExprInfo i)
{
	u64 m = mask64(width);
	i.kz |= ~m;
	if (i.low < i.ko)
		i.low = i.ko;
	if (i.high > (~i.kz & m))
		i.high = ~i.kz & m;
	if (i.low > i.high) /* only when no value is possible; keep it well formed */
		i.low = i.high;
	u64 differ = i.low ^ i.high;
	u64 same = differ ? ~mask64(64 - __builtin_clzll(differ)) : ~0ull;
	i.ko |= i.low & same & ~i.kz;
	i.kz |= ~i.low & same & ~i.ko;
	return i;
}

ExprInfo expr_info_range(unsigned width, u64 low, u64 high)
{
	return settle(width, (ExprInfo){low, high, 0, 0});
}

/* ---- by operation: the column info of ops.h ---- */

/* What is known of node n when that of its operands is a, b and c. */
#define INFO(name)                                                                            \
	static inline ExprInfo info_##name(                                                       \
		__attribute__((unused)) const ExprPool *p, __attribute__((unused)) const ExprNode *n, \
		__attribute__((unused)) const ExprInfo *a, __attribute__((unused)) const ExprInfo *b, \
		__attribute__((unused)) const ExprInfo *c)

INFO(unknown)
{
	return expr_info_full(n->width);
}

INFO(const)
{
	return (ExprInfo){const64(n), const64(n), ~const64(n), const64(n)};
}

/* Known bits of a sum, from the low end up to the first unknown bit of either side. */
static void add_bits(ExprInfo *r, unsigned w, const ExprInfo *a, const ExprInfo *b, bool subtract)
{
	u64 open = ~(a->kz | a->ko) | ~(b->kz | b->ko);
	u64 sure = (open ? mask64(__builtin_ctzll(open)) : ~0ull) & mask64(w);
	u64 v = subtract ? a->ko - b->ko : a->ko + b->ko;
	r->ko = v & sure;
	r->kz = ~v & sure;
}

INFO(add)
{
	unsigned w = n->width;
	ExprInfo r = expr_info_full(w);
	u64 m = mask64(w);
	add_bits(&r, w, a, b, false);
	u128 low = (u128)a->low + b->low, high = (u128)a->high + b->high;
	if (high <= m || low > m) {
		r.low = (u64)low & m;
		r.high = (u64)high & m;
	}
	return settle(w, r);
}

static ExprInfo difference(unsigned w, const ExprInfo *a, const ExprInfo *b)
{
	ExprInfo r = expr_info_full(w);
	u64 m = mask64(w);
	add_bits(&r, w, a, b, true);
	if (a->low >= b->high || a->high < b->low) {
		r.low = (a->low - b->high) & m;
		r.high = (a->high - b->low) & m;
	}
	return settle(w, r);
}

INFO(sub)
{
	return difference(n->width, a, b);
}

INFO(neg)
{
	static const ExprInfo zero = {0, 0, ~0ull, 0};
	return difference(n->width, &zero, a);
}

INFO(mul)
{
	unsigned w = n->width;
	ExprInfo r = expr_info_full(w);
	u128 high = (u128)a->high * b->high;
	if (high <= mask64(w)) {
		r.low = a->low * b->low;
		r.high = (u64)high;
	}
	unsigned zeros =
		(~a->kz ? __builtin_ctzll(~a->kz) : 64) + (~b->kz ? __builtin_ctzll(~b->kz) : 64);
	r.kz |= mask64(zeros);
	return settle(w, r);
}

INFO(divide)
{
	unsigned w = n->width;
	ExprInfo r = expr_info_full(w);
	u64 sign = 1ull << (w - 1);
	bool positive = a->high < sign && b->high < sign;
	if (expr_kind[n->op] == KIND_QUOTIENT && (!op_is_signed(n->op) || positive)) {
		if (b->low) {
			r.low = a->low / b->high;
			r.high = a->high / b->low;
		}
	} else if (expr_kind[n->op] == KIND_REMAINDER && (!op_is_signed(n->op) || positive)) {
		r.high = a->high;
		if (b->low && b->high - 1 < r.high)
			r.high = b->high - 1;
		if (a->high < b->low)
			r.low = a->low;
	}
	return settle(w, r);
}

INFO(bits)
{
	unsigned w = n->width;
	ExprInfo r = expr_info_full(w);
	if (n->op == EXPR_AND) {
		r.kz = a->kz | b->kz;
		r.ko = a->ko & b->ko;
		r.high = a->high < b->high ? a->high : b->high;
	} else if (n->op == EXPR_OR) {
		r.kz = a->kz & b->kz;
		r.ko = a->ko | b->ko;
		r.low = a->low > b->low ? a->low : b->low;
	} else {
		r.kz = (a->kz & b->kz) | (a->ko & b->ko);
		r.ko = (a->kz & b->ko) | (a->ko & b->kz);
	}
	return settle(w, r);
}

INFO(shift)
{
	unsigned w = n->width;
	if (n->op == EXPR_LSHR || (n->op == EXPR_ASHR && a->high < 1ull << (w - 1))) {
		u64 high = b->low >= w ? 0 : a->high >> b->low;
		u64 low = b->high >= w ? 0 : a->low >> b->high;
		return expr_info_range(w, low, high);
	}
	return expr_info_full(w);
}

INFO(extend)
{
	unsigned from = nd(p, n->a)->width, w = n->width;
	u64 sign = 1ull << (from - 1), above = mask64(w) & ~mask64(from);
	if (n->op == EXPR_ZEXT || a->high < sign)
		return *a;
	if (a->low >= sign)
		return settle(
			w, (ExprInfo){a->low | above, a->high | above, a->kz & mask64(from), a->ko | above});
	ExprInfo r = expr_info_full(w);
	r.kz |= a->kz & mask64(from - 1);
	r.ko = a->ko & mask64(from - 1);
	return settle(w, r);
}

INFO(extract)
{
	unsigned w = n->width, low = n->b;
	if (nd(p, n->a)->width > 64)
		return expr_info_full(w);
	ExprInfo r = expr_info_full(w);
	r.kz |= a->kz >> low;
	r.ko = a->ko >> low & mask64(w);
	/* Bounds survive if the bits above the cut are the same for both ends. */
	if (low + w >= 64 || a->low >> (low + w) == a->high >> (low + w)) {
		r.low = a->low >> low & mask64(w);
		r.high = a->high >> low & mask64(w);
	}
	return settle(w, r);
}

INFO(concat)
{
	unsigned k = nd(p, n->b)->width;
	return settle(n->width, (ExprInfo){a->low << k | b->low, a->high << k | b->high,
									   a->kz << k | (b->kz & mask64(k)), a->ko << k | b->ko});
}

static ExprInfo join(unsigned w, const ExprInfo *a, const ExprInfo *b)
{
	return settle(w,
				  (ExprInfo){a->low < b->low ? a->low : b->low,
							 a->high > b->high ? a->high : b->high, a->kz & b->kz, a->ko & b->ko});
}

INFO(ite)
{
	if (a->low != a->high)
		return join(n->width, b, c);
	return a->low ? *b : *c;
}

INFO(read)
{
	if (nd(p, n->a)->op != EXPR_TABLE)
		return expr_info_full(8);
	const ExprTable *t = &p->tables.at[nd(p, n->a)->a];
	if (b->high - b->low >= 1024)
		return expr_info_full(8);
	TableSum sum = TABLE_SUM_NONE;
	for (u64 i = b->low; i <= b->high;) {
		if (i % TABLE_STRIDE || i + TABLE_STRIDE - 1 > b->high || i + TABLE_STRIDE > t->n) {
			table_add(&sum, i < t->n ? t->bytes[i] : 0);
			i++;
			continue;
		}
		const TableSum *piece = &t->sums[i / TABLE_STRIDE];
		sum.low = piece->low < sum.low ? piece->low : sum.low;
		sum.high = piece->high > sum.high ? piece->high : sum.high;
		sum.any |= piece->any;
		sum.all &= piece->all;
		i += TABLE_STRIDE;
	}
	return settle(8, (ExprInfo){sum.low, sum.high, ~(u64)sum.any, sum.all});
}

INFO(text)
{
	if (n->op == EXPR_TEXTCHAR)
		return expr_info_range(8, 0, 'x');
	const TextFormat *f = &p->formats.at[n->c];
	unsigned from = nd(p, n->a)->width;
	if (format_is_float(f))
		return expr_info_range(32, 1, FLOAT_TEXT - 1);
	u64 sign = 1ull << (from - 1);
	u32 low = text_len(f, from, a->low), high = text_len(f, from, a->high);
	if (f->is_signed && a->high >= sign) {
		/* Negative numbers are longest at the least one, shortest at -1; 0 is shortest of all. */
		u32 most = text_len(f, from, a->low > sign ? a->low : sign);
		if (a->low < sign)
			low = text_len(f, from, a->low) < high ? text_len(f, from, a->low) : high;
		else
			low = high;
		high = most;
		if (a->low < sign && text_len(f, from, sign - 1) > high)
			high = text_len(f, from, sign - 1);
	}
	return expr_info_range(32, low, high);
}

int expr_info_compare(ExprOp op, unsigned width, const ExprInfo *a, const ExprInfo *b)
{
	if (op == EXPR_EQ) {
		if (a->high < b->low || b->high < a->low || (a->ko & b->kz) || (a->kz & b->ko))
			return 0;
		return a->low == a->high && b->low == b->high && a->low == b->low ? 1 : -1;
	}
	ExprInfo x = *a, y = *b;
	if (op_is_signed(op)) {
		/* Flipping the sign bit turns signed order into unsigned order. */
		u64 sign = 1ull << (width - 1);
		if ((x.low & sign) != (x.high & sign))
			x.low = 0, x.high = mask64(width);
		else
			x.low ^= sign, x.high ^= sign;
		if ((y.low & sign) != (y.high & sign))
			y.low = 0, y.high = mask64(width);
		else
			y.low ^= sign, y.high ^= sign;
	}
	if (op_is_strict(op))
		return x.high < y.low ? 1 : x.low >= y.high ? 0 : -1;
	if (x.high <= y.low)
		return 1;
	return x.low > y.high ? 0 : -1;
}

INFO(compare)
{
	unsigned w = nd(p, n->a)->width;
	int known = w <= 64 ? expr_info_compare(n->op, w, a, b) : -1;
	return known < 0 ? expr_info_full(1) : expr_info_range(1, known, known);
}

INFO(not )
{
	unsigned w = n->width;
	u64 m = mask64(w);
	return settle(w, (ExprInfo){~a->high & m, ~a->low & m, a->ko, a->kz & m});
}

ExprInfo expr_info_of(const ExprPool *p, const ExprNode *n, const ExprInfo *a, const ExprInfo *b,
					  const ExprInfo *c)
{
	if (n->width > 64 || n->width == 0)
		return expr_info_full(64);
	switch (n->op) {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, ...) \
	case EXPR_##NAME: return info_##INFO(p, n, a, b, c);
		EXPR_OPS(X)
#undef X
	default: abort();
	}
}

/* Follows sign extensions and constant offsets a few steps down, where unsigned bounds of the
 * result say nothing. */
void expr_signed_range(const ExprPool *p, Expr e, i64 *low, i64 *high)
{
	const ExprNode *n = nd(p, e);
	unsigned w = n->width;
	i64 min = -(i64)(mask64(w) >> 1) - 1, max = (i64)(mask64(w) >> 1);
	if (n->info.high <= (u64)max || n->info.low > (u64)max) {
		*low = (i64)sign_extend(n->info.low, w);
		*high = (i64)sign_extend(n->info.high, w);
		return;
	}
	if (n->op == EXPR_SEXT) {
		expr_signed_range(p, n->a, low, high);
		return;
	}
	if (n->op == EXPR_ADD && is_const(p, n->b) && nd(p, n->a)->op == EXPR_SEXT) {
		i64 k = (i64)sign_extend(const64(nd(p, n->b)), w), l, h;
		expr_signed_range(p, n->a, &l, &h);
		if ((i128)l + k >= min && (i128)h + k <= max) {
			*low = l + k;
			*high = h + k;
			return;
		}
	}
	*low = min;
	*high = max;
}
