/* polynomial.c: equality of sums of products.
 *
 * Vectors of w bits with addition and multiplication modulo 2^w are a ring, so products distribute over
 * sums: a == b exactly if the polynomial a - b is 0. Terms that occur on both sides cancel. That alone
 * makes arg2 * (arg1 + 3) == arg2 * (arg1 + 2) the same as arg2 == 0, on every input, overflow included.
 *
 * Nothing else is used. In particular no factor is cancelled: x * y == x * z does not imply y == z
 * modulo 2^w. A coefficient is divided away only if it is odd, since odd numbers have an inverse. */
#include "engine/expr/pool.h"

enum {
	MOST_TERMS = 12,
	MOST_FACTORS = 3, /* of a term */
	MOST_STEPS = 48,  /* nodes that are expanded */
};

/* k times the product of its factors, which are in ascending order. */
typedef struct Monomial {
	u64 k;
	u32 n;
	Expr factor[MOST_FACTORS];
} Monomial;

/* A sum of terms with different factors and coefficients that are not 0. */
typedef struct Polynomial {
	u32 n;
	Monomial at[MOST_TERMS];
} Polynomial;

typedef struct PolynomialWork {
	ExprPool *p;
	u64 mask;   /* of the width */
	u32 steps;  /* nodes expanded so far */
	bool gives; /* false if it has become too large */
} PolynomialWork;

static bool same_factors(const Monomial *a, const Monomial *b)
{
	return a->n == b->n && !memcmp(a->factor, b->factor, a->n * sizeof *a->factor);
}

static void add_term(PolynomialWork *x, Polynomial *to, const Monomial *t)
{
	for (u32 i = 0; i < to->n; i++) {
		if (!same_factors(&to->at[i], t))
			continue;
		to->at[i].k = (to->at[i].k + t->k) & x->mask;
		if (!to->at[i].k)
			to->at[i] = to->at[--to->n];
		return;
	}
	if (to->n == MOST_TERMS)
		x->gives = false;
	else if (t->k & x->mask)
		to->at[to->n++] = *t;
}

static void add_times(PolynomialWork *x, Polynomial *to, const Polynomial *a, u64 k)
{
	for (u32 i = 0; x->gives && i < a->n; i++) {
		Monomial t = a->at[i];
		t.k = (t.k * k) & x->mask;
		add_term(x, to, &t);
	}
}

/* The product of two terms; false if it has too many factors. */
static bool term_product(const Monomial *a, const Monomial *b, u64 mask, Monomial *out)
{
	u32 i = 0, k = 0;
	*out = (Monomial){.k = (a->k * b->k) & mask};
	if (a->n + b->n > MOST_FACTORS)
		return false;
	while (i < a->n || k < b->n)
		out->factor[out->n++] = k == b->n || (i < a->n && a->factor[i] <= b->factor[k])
									? a->factor[i++]
									: b->factor[k++];
	return true;
}

static Polynomial product(PolynomialWork *x, const Polynomial *a, const Polynomial *b)
{
	Polynomial out = {0};
	for (u32 i = 0; i < a->n; i++)
		for (u32 k = 0; x->gives && k < b->n; k++) {
			Monomial t;
			x->gives = term_product(&a->at[i], &b->at[k], x->mask, &t);
			if (x->gives)
				add_term(x, &out, &t);
		}
	return out;
}

static Polynomial one_term(u64 k, Expr factor)
{
	Polynomial out = {.n = k != 0};
	out.at[0] = (Monomial){.k = k, .n = factor != 0, .factor = {factor}};
	return out;
}

static Polynomial expand(PolynomialWork *x, Expr e)
{
	const ExprNode n = *nd(x->p, e);
	Polynomial out = {0};
	if (++x->steps > MOST_STEPS)
		x->gives = false;
	if (!x->gives)
		return out;
	bool shifts = n.op == EXPR_SHL && is_const(x->p, n.b) && const_value(x->p, n.b) < n.width;
	if (n.op == EXPR_CONST)
		return one_term(const64(&n) & x->mask, 0);
	if (n.op != EXPR_ADD && n.op != EXPR_SUB && n.op != EXPR_NEG && n.op != EXPR_MUL && !shifts)
		return one_term(1, e);
	Polynomial a = expand(x, n.a), b = {0};
	if (n.op == EXPR_NEG || shifts) {
		add_times(x, &out, &a, shifts ? 1ull << const64(nd(x->p, n.b)) : x->mask);
		return out;
	}
	b = expand(x, n.b);
	if (n.op == EXPR_MUL)
		return product(x, &a, &b);
	add_times(x, &out, &a, 1);
	add_times(x, &out, &b, n.op == EXPR_SUB ? x->mask : 1);
	return out;
}

/* The inverse of an odd number modulo 2^64, by Newton's method. */
static u64 inverse(u64 k)
{
	u64 x = k; /* right in 3 bits; each step doubles these */
	for (u32 i = 0; i < 5; i++)
		x *= 2 - k * x;
	return x;
}

static Expr factors(ExprPool *p, const Monomial *t)
{
	Expr e = t->factor[0];
	for (u32 i = 1; i < t->n; i++)
		e = expr_mul(p, e, t->factor[i]);
	return e;
}

static bool is_arithmetic(u8 op)
{
	return op == EXPR_ADD || op == EXPR_SUB || op == EXPR_NEG || op == EXPR_MUL || op == EXPR_SHL;
}

Expr expr_eq_polynomial(ExprPool *p, Expr a, Expr b)
{
	unsigned w = nd(p, a)->width;
	if (w < 2 || w > 64 || !is_arithmetic(nd(p, a)->op) || !is_arithmetic(nd(p, b)->op))
		return 0;
	PolynomialWork x = {.p = p, .mask = mask64(w), .gives = true};
	Polynomial left = expand(&x, a), right = expand(&x, b);
	add_times(&x, &left, &right, x.mask);
	if (!x.gives || left.n > 2)
		return 0;
	u64 constant = 0;
	const Monomial *term = NULL;
	for (u32 i = 0; i < left.n; i++) {
		if (!left.at[i].n)
			constant = left.at[i].k;
		else if (!term)
			term = &left.at[i];
		else
			return 0;
	}
	if (!term)
		return expr_bool(!constant);
	/* k * m + constant == 0 */
	u64 value = -constant & x.mask;
	if (term->k & 1)
		return expr_eq(p, factors(p, term), expr_const(p, w, (value * inverse(term->k)) & x.mask));
	return expr_eq(p, expr_mul(p, factors(p, term), expr_const(p, w, term->k)),
				   expr_const(p, w, value));
}
