/* circuit.c: how large a query is as gates.
 *
 * Z3 turns bits into gates before it counts what it does, and cannot be interrupted at that. So
 * what would take too long is not begun. The size is counted roughly, in gates, and depends on the
 * query alone: the same query is always answered, or never.
 */
#include "solve/solver.h"

/* Rows that a product adds up: as many as the lesser operand has bits that may be set. A quotient
 * by a constant is defined by a product. */
static u64 rows(const ExprPool *p, const ExprNode *n)
{
	u64 least = n->width;
	const Expr kid[] = {n->a, n->b};
	for (int i = 0; i < 2; i++) {
		const ExprNode *k = nd(p, kid[i]);
		u64 may = k->op == EXPR_CONST && k->width <= 64
					  ? (u64)__builtin_popcountll((u64)expr_value(p, kid[i]))
				  : k->op == EXPR_ZEXT ? nd(p, k->a)->width
									   : k->width;
		least = may < least ? may : least;
	}
	return least;
}

static u64 gates(const ExprPool *p, const ExprNode *n)
{
	u64 w = n->width;
	bool by_constant = expr_arity[n->op] > 1 && nd(p, n->b)->op == EXPR_CONST;
	switch (n->op) {
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_NEG: return 6 * w;
	case EXPR_EQ:
	case EXPR_ULT:
	case EXPR_ULE:
	case EXPR_SLT:
	case EXPR_SLE: return 4 * nd(p, n->a)->width;
	case EXPR_ITE:
	case EXPR_XOR: return 3 * w;
	case EXPR_AND:
	case EXPR_OR: return w;
	case EXPR_MUL: return 6 * w * rows(p, n);
	case EXPR_UDIV:
	case EXPR_SDIV:
	case EXPR_UREM:
	case EXPR_SREM: return by_constant ? 6 * w * (rows(p, n) + 2) : 8 * w * w;
	case EXPR_SHL:
	case EXPR_LSHR:
	case EXPR_ASHR: return by_constant ? 0 : 18 * w;
	default: return 0;
	}
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
