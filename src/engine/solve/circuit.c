/* circuit.c: estimates the size of a query in gates.
 *
 * Z3 translates bits to gates before it starts to count resources, and cannot be interrupted
 * there. Therefore we do not start queries that are too large. The estimate is rough, but
 * depends on the query alone: the same query is always answered, or never.
 */
#include "engine/solve/solver.h"

#include "engine/expr/float/float.h"

/* Rows that a product adds up: as many as the lesser operand has bits that may be set. A quotient
 * by a constant is defined by a product. */
static u64 rows(const ExprPool *p, const ExprNode *n)
{
	u64 least = n->width;
	const Expr kid[] = {n->a, n->b};
	for (int i = 0; i < 2; i++) {
		const ExprNode *k = nd(p, kid[i]);
		u64 may = k->width;
		if (k->op == EXPR_CONST && k->width <= 64)
			may = (u64)__builtin_popcountll((u64)expr_value(p, kid[i]));
		else if (k->op == EXPR_ZEXT)
			may = nd(p, k->a)->width;
		least = may < least ? may : least;
	}
	return least;
}

static bool by_constant(const ExprPool *p, const ExprNode *n)
{
	return nd(p, n->b)->op == EXPR_CONST;
}

/* ---- by operation: the column gates of ops.h ---- */

/* Wires only, or something that is lowered to other operations first. */
static u64 gates_none(const ExprPool *p, const ExprNode *n)
{
	(void)p, (void)n;
	return 0;
}

static u64 gates_bit(const ExprPool *p, const ExprNode *n)
{
	(void)p;
	return n->width;
}

static u64 gates_choice(const ExprPool *p, const ExprNode *n)
{
	(void)p;
	return 3 * (u64)n->width;
}

static u64 gates_adder(const ExprPool *p, const ExprNode *n)
{
	(void)p;
	return 6 * (u64)n->width;
}

static u64 gates_compare(const ExprPool *p, const ExprNode *n)
{
	return 4 * (u64)nd(p, n->a)->width;
}

static u64 gates_product(const ExprPool *p, const ExprNode *n)
{
	return 6 * n->width * rows(p, n);
}

static u64 gates_quotient(const ExprPool *p, const ExprNode *n)
{
	u64 w = n->width;
	return by_constant(p, n) ? 6 * w * (rows(p, n) + 2) : 8 * w * w;
}

static u64 gates_shifter(const ExprPool *p, const ExprNode *n)
{
	return by_constant(p, n) ? 0 : 18 * (u64)n->width;
}

static u64 gates_float(const ExprPool *p, const ExprNode *n)
{
	u64 w = nd(p, n->a)->width, most = w > n->width ? w : n->width;
	FloatOp op = expr_float_op(p, (Expr)(n - p->nodes));
	if (float_kind[op] != FLOAT_KIND_NUMBER)
		return 0; /* anything, as far as Z3 knows */
	switch (op) {
	case FLOAT_EQUAL ... FLOAT_AT_MOST: return 8 * w;
	/* Z3 cannot be interrupted while it makes these circuits, so they count for what they take. */
	case FLOAT_MUL: return 40 * w * w;
	case FLOAT_DIV:
	case FLOAT_SQRT: return 160 * w * w;
	default: return 300 * most;
	}
}

static u64 gates(const ExprPool *p, const ExprNode *n)
{
	static u64 (*const count[EXPR_N_OPS])(const ExprPool *, const ExprNode *) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, ...) gates_##GATES,
		EXPR_OPS(X)
#undef X
	};
	return count[n->op](p, n);
}

u64 circuit_size(ExprPool *p, const Expr *e, size_t n, u64 most)
{
	ExprList all = {0};
	u64 sum = 0;
	u32 seen = expr_stamp(p);
	for (size_t r = 0; r < n && sum <= most; r++) {
		all.len = 0;
		expr_postorder_new(p, &e[r], 1, 0, seen, &all);
		for (size_t i = 0; i < all.len && sum <= most; i++)
			sum += gates(p, nd(p, all.at[i]));
	}
	vec_free(&all);
	return sum;
}
