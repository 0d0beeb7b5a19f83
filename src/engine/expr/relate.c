/* relate.c: rules for comparisons that are combined.
 *
 * Of two values x and y exactly one holds: x < y, x == y, x > y. A comparison allows some of the three.
 * So a conjunction, disjunction or difference of two comparisons of x with y, in the same order, allows
 * again a set of the three, and is one comparison or a constant. A comparator may return
 * (x > y) - (x < y): what its caller asks of the result is one comparison of x and y.
 */
#include "engine/expr/pool.h"

enum { LESS = 1, SAME = 2, MORE = 4, ANY = LESS | SAME | MORE };

/* Which of the three a comparison of x with y allows; x has the lower number. */
typedef struct OrderTest {
	Expr x, y;
	u8 may;
	u8 reads; /* READS_SIGNED or READS_UNSIGNED; READS__ for equality */
} OrderTest;

static bool relation_of(const ExprPool *p, Expr e, OrderTest *r)
{
	const ExprNode *n = nd(p, e);
	bool no = n->op == EXPR_NOT;
	if (no)
		n = nd(p, n->a);
	if (!op_compares(n->op) || nd(p, n->a)->width == 1 || is_const(p, n->a) || is_const(p, n->b))
		return false;
	u8 may = n->op == EXPR_EQ ? SAME : op_is_strict(n->op) ? LESS : LESS | SAME;
	if (n->a > n->b)
		may = (may & SAME) | (may & LESS ? MORE : 0);
	*r = (OrderTest){n->a < n->b ? n->a : n->b, n->a < n->b ? n->b : n->a, no ? ANY & ~may : may,
					 expr_reads[n->op]};
	return true;
}

/* The comparison that allows just these. */
static Expr make(ExprPool *p, Expr x, Expr y, bool is_signed, u8 may)
{
	ExprOp less = is_signed ? EXPR_SLT : EXPR_ULT, at_most = is_signed ? EXPR_SLE : EXPR_ULE;
	switch (may) {
	case 0: return EXPR_FALSE;
	case LESS: return expr_make(p, less, 1, x, y, 0);
	case SAME: return expr_eq(p, x, y);
	case LESS | SAME: return expr_make(p, at_most, 1, x, y, 0);
	case MORE: return expr_make(p, less, 1, y, x, 0);
	case LESS | MORE: return expr_ne(p, x, y);
	case MORE | SAME: return expr_make(p, at_most, 1, y, x, 0);
	default: return EXPR_TRUE;
	}
}

Expr expr_relate(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	OrderTest r, s;
	if (!relation_of(p, a, &r) || !relation_of(p, b, &s) || r.x != s.x || r.y != s.y)
		return 0;
	if (r.reads != s.reads && r.reads != READS__ && s.reads != READS__)
		return 0;
	u8 may = op == EXPR_AND ? r.may & s.may : op == EXPR_OR ? r.may | s.may : r.may ^ s.may;
	return make(p, r.x, r.y, r.reads == READS_SIGNED || s.reads == READS_SIGNED, may);
}

/* ---- values that two truth values determine ---- */

/* A value for each pair of truth values; [1][0]: the first is true, the second is not. */
typedef struct TwoBits {
	Expr first, second;
	u128 value[2][2];
} TwoBits;

/* A choice between two choices of constants, or one of them and a constant. */
static bool choice_of_two(const ExprPool *p, const ExprNode *n, TwoBits *t)
{
	for (int arm = 0; arm < 2; arm++) {
		Expr inner = arm ? n->b : n->c, other = arm ? n->c : n->b;
		if (!is_const(p, other) ||
			!expr_const_ite(p, inner, &t->second, &t->value[arm][1], &t->value[arm][0]))
			continue;
		t->first = n->a;
		t->value[!arm][0] = t->value[!arm][1] = const_value(p, other);
		return true;
	}
	return false;
}

static bool two_bits(const ExprPool *p, Expr e, TwoBits *t)
{
	const ExprNode *n = nd(p, e);
	u128 a[2], b[2];
	if (n->op == EXPR_ITE)
		return choice_of_two(p, n, t);
	if ((n->op != EXPR_ADD && n->op != EXPR_SUB) ||
		!expr_const_ite(p, n->a, &t->first, &a[1], &a[0]) ||
		!expr_const_ite(p, n->b, &t->second, &b[1], &b[0]))
		return false;
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 2; k++)
			t->value[i][k] = expr_fold2(n->op, n->width, a[i], b[k]);
	return true;
}

/* What is true of the second truth value, by its two cases. */
static Expr of_second(ExprPool *p, const TwoBits *t, const bool *truth)
{
	if (truth[0] == truth[1])
		return expr_bool(truth[0]);
	return truth[1] ? t->second : expr_not(p, t->second);
}

Expr expr_compare_bits(ExprPool *p, ExprOp op, Expr x, u128 k, bool const_left)
{
	TwoBits t;
	bool truth[2][2];
	unsigned w = nd(p, x)->width;
	if (!two_bits(p, x, &t))
		return 0;
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			truth[i][j] = const_left ? expr_fold2(op, w, k, t.value[i][j])
									 : expr_fold2(op, w, t.value[i][j], k);
	if (truth[0][0] != truth[0][1] && truth[0][0] == truth[1][1] && truth[0][1] == truth[1][0])
		return truth[0][1] ? expr_xor(p, t.first, t.second)
						   : expr_not(p, expr_xor(p, t.first, t.second));
	return expr_ite(p, t.first, of_second(p, &t, truth[1]), of_second(p, &t, truth[0]));
}
