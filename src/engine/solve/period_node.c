/* period_node.c: the period of a node from those of its operands.
 *
 * All rules follow from one fact: if x grows by `step` modulo 2^w, and its bounds on the segment are less
 * than 2^(w-1) apart, then it grows by `step` as a number, without wrapping around: only one number of that
 * residue is small enough. Such a node is called exact. (x + j * k) / k is x / k + j for exact x, and
 * likewise for signed division if x does not change its sign. */
#include "engine/solve/period.h"

static const Period none = {0, 0};

static i64 as_step(unsigned width, u64 v)
{
	return width && width <= 64 ? (i64)sign_extend(v & mask64(width), width) : 0;
}

static u64 gcd(u64 a, u64 b)
{
	while (b) {
		u64 r = a % b;
		a = b;
		b = r;
	}
	return a;
}

static u64 size_of(i64 v)
{
	return v < 0 ? -(u64)v : (u64)v;
}

/* The same over m of its periods. */
static Period times(const ExprPool *p, const PeriodCell *c, Period x, u64 m)
{
	if (!x.every || m > MOST_PERIOD / x.every)
		return none;
	return (Period){x.every * m, as_step(nd(p, c->e)->width, (u64)x.step * m)};
}

/* The same over a period that is a multiple of its own; 0: it has none. */
static Period over(const ExprPool *p, const PeriodCell *c, u64 every)
{
	return c->period.every && every ? times(p, c, c->period, every / c->period.every) : none;
}

u64 period_common(u64 a, u64 b)
{
	if (!a || !b)
		return 0;
	u64 m = a / gcd(a, b);
	return m > MOST_PERIOD / b ? 0 : m * b;
}

/* Until the node repeats its value. A step of 0 has no wrapping to wait for. */
static Period until_same(const ExprPool *p, const PeriodCell *c, unsigned bits)
{
	if (!c->period.every || !c->period.step)
		return c->period;
	unsigned zeros = (unsigned)__builtin_ctzll((u64)c->period.step);
	if (zeros >= bits)
		return (Period){c->period.every, 0};
	if (bits - zeros > 30)
		return none;
	Period r = times(p, c, c->period, 1ull << (bits - zeros));
	r.step = 0;
	return r;
}

static bool fixed(const PeriodCell *c, unsigned width)
{
	return width && width <= 64 && c->info.low == c->info.high;
}

static bool keeps_sign(const PeriodCell *c, unsigned width)
{
	u64 sign = 1ull << (width - 1);
	return c->info.high < sign || c->info.low >= sign;
}

static bool is_exact(const PeriodCell *c, unsigned width)
{
	return c->info.high - c->info.low < 1ull << (width - 1);
}

/* x / k, or x % k; x is exact, and keeps its sign if the operation is signed. */
static Period divided(const ExprPool *p, const PeriodCell *x, u64 k, bool quotient)
{
	u64 m = k / gcd(size_of(x->period.step), k);
	Period r = times(p, x, x->period, m);
	if (!r.every || !quotient)
		return (Period){r.every, 0};
	i128 step = (i128)x->period.step * (i128)m / (i128)k;
	return (Period){r.every, (i64)step};
}

static Period period_division(const ExprPool *p, const ExprNode *n, const PeriodCell *x,
							  const PeriodCell *y)
{
	unsigned w = n->width;
	u64 k = y->info.low;
	if (!fixed(y, w) || !k || !x->period.every || !is_exact(x, w))
		return none;
	bool negative = op_is_signed(n->op) && k >> (w - 1);
	if (negative || (op_is_signed(n->op) && !keeps_sign(x, w)))
		return none;
	return divided(p, x, k, expr_kind[n->op] == KIND_QUOTIENT);
}

static Period period_shift(const ExprPool *p, const ExprNode *n, const PeriodCell *x,
						   const PeriodCell *y)
{
	unsigned w = n->width;
	u64 by = y->info.low;
	if (!fixed(y, w) || by >= w || by > 62)
		return none;
	if (n->op == EXPR_SHL)
		return (Period){x->period.every, as_step(w, (u64)x->period.step << by)};
	if (!x->period.every || !is_exact(x, w) || (n->op == EXPR_ASHR && !keeps_sign(x, w)))
		return none;
	return divided(p, x, 1ull << by, true);
}

static Period period_extract(const ExprPool *p, const ExprNode *n, const PeriodCell *x)
{
	unsigned w = nd(p, n->a)->width, low = n->b;
	if (!low)
		return (Period){x->period.every, as_step(n->width, (u64)x->period.step)};
	if (x->period.every && low < 63 && is_exact(x, w)) {
		Period r = divided(p, x, 1ull << low, true);
		return (Period){r.every, as_step(n->width, (u64)r.step)};
	}
	return until_same(p, x, low + n->width);
}

static Period period_extend(const ExprPool *p, const ExprNode *n, const PeriodCell *x)
{
	unsigned w = nd(p, n->a)->width;
	bool good = n->op == EXPR_ZEXT ? is_exact(x, w) : keeps_sign(x, w);
	return good ? x->period : until_same(p, x, w);
}

static Period period_concat(const ExprPool *p, const ExprNode *n, const PeriodCell *high,
							const PeriodCell *low)
{
	unsigned w = nd(p, n->b)->width;
	u64 every = period_common(high->period.every, low->period.every);
	Period h = over(p, high, every), l = over(p, low, every);
	if (!h.every || !l.every || (l.step && !is_exact(low, w)))
		return none;
	return (Period){every, as_step(n->width, ((u64)h.step << w) + (u64)l.step)};
}

static Period period_sum(const ExprPool *p, const ExprNode *n, const PeriodCell *x,
						 const PeriodCell *y)
{
	u64 every = period_common(x->period.every, y->period.every);
	Period a = over(p, x, every), b = over(p, y, every);
	if (!a.every || !b.every)
		return none;
	u64 step = n->op == EXPR_ADD ? (u64)a.step + (u64)b.step : (u64)a.step - (u64)b.step;
	return (Period){every, as_step(n->width, step)};
}

static Period period_product(const ExprNode *n, const PeriodCell *x, const PeriodCell *y)
{
	if (fixed(y, n->width))
		return (Period){x->period.every, as_step(n->width, (u64)x->period.step * y->info.low)};
	if (fixed(x, n->width))
		return (Period){y->period.every, as_step(n->width, (u64)y->period.step * x->info.low)};
	return none;
}

/* Two that grow alike compare alike. */
static Period period_compare(const ExprPool *p, const ExprNode *n, const PeriodCell *x,
							 const PeriodCell *y)
{
	unsigned w = nd(p, n->a)->width;
	u64 every = period_common(x->period.every, y->period.every);
	Period a = over(p, x, every), b = over(p, y, every);
	if (!a.every || !b.every || a.step != b.step)
		return none;
	bool alike =
		n->op == EXPR_EQ || (is_exact(x, w) && is_exact(y, w) &&
							 (!op_is_signed(n->op) || (keeps_sign(x, w) && keeps_sign(y, w))));
	return alike ? (Period){every, 0} : none;
}

static Period period_choice(const ExprPool *p, const PeriodCell *c, const PeriodCell *yes,
							const PeriodCell *no)
{
	if (fixed(c, 1))
		return c->info.low ? yes->period : no->period;
	u64 every = period_common(until_same(p, c, 1).every,
							  period_common(yes->period.every, no->period.every));
	Period a = over(p, yes, every), b = over(p, no, every);
	return a.every && b.every && a.step == b.step ? (Period){every, a.step} : none;
}

/* A function of operands that repeat. */
static Period period_function(const ExprPool *p, const PeriodCell *cells, const PeriodCell *c)
{
	u64 every = 1;
	for (unsigned k = 0; k < expr_arity[nd(p, c->e)->op]; k++) {
		const PeriodCell *kid = &cells[c->kid[k]];
		unsigned w = nd(p, kid->e)->width;
		every =
			period_common(every, w && w <= 64 ? until_same(p, kid, w).every : kid->period.every);
	}
	return (Period){every, 0};
}

/* The rule of an operation, for widths up to 64. */
static Period by_rule(const ExprPool *p, const PeriodCell *cells, const PeriodCell *c)
{
	const ExprNode *n = nd(p, c->e);
	const PeriodCell *x = &cells[c->kid[0]], *y = &cells[c->kid[1]], *z = &cells[c->kid[2]];
	switch (n->op) {
	case EXPR_NOT:
	case EXPR_NEG: return (Period){x->period.every, as_step(n->width, -(u64)x->period.step)};
	case EXPR_ADD:
	case EXPR_SUB: return period_sum(p, n, x, y);
	case EXPR_MUL: return period_product(n, x, y);
	case EXPR_ZEXT:
	case EXPR_SEXT: return period_extend(p, n, x);
	case EXPR_EXTRACT: return period_extract(p, n, x);
	case EXPR_CONCAT: return period_concat(p, n, x, y);
	case EXPR_ITE: return period_choice(p, x, y, z);
	default: break;
	}
	if (op_divides(n->op))
		return period_division(p, n, x, y);
	if (op_shifts(n->op))
		return period_shift(p, n, x, y);
	return op_compares(n->op) ? period_compare(p, n, x, y) : none;
}

/* True if the rules above apply: node and operands have 1 to 64 bits. */
static bool is_narrow(const ExprPool *p, const PeriodCell *cells, const PeriodCell *c)
{
	const ExprNode *n = nd(p, c->e);
	bool narrow = n->width && n->width <= 64;
	for (unsigned k = 0; narrow && k < expr_arity[n->op]; k++)
		narrow = nd(p, cells[c->kid[k]].e)->width - 1u < 64;
	return narrow;
}

Period period_of(const ExprPool *p, const PeriodCell *cells, const PeriodCell *c)
{
	unsigned w = nd(p, c->e)->width;
	if (fixed(c, w))
		return (Period){1, 0};
	Period r = is_narrow(p, cells, c) ? by_rule(p, cells, c) : none;
	if (r.every)
		return r;
	return period_function(p, cells, c);
}
