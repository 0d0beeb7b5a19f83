/* leeway.c: does a difference rest on what C leaves to the compiler and the processor?
 *
 * NaN: the same conditions are taken with other bits of the NaNs that operations return (expr_with_nans). If one
 * of them does not hold on the witness, the difference rests on sign or payload.
 *
 * Conversions: whatever the type cannot hold may become any value. If the versions do the same with one
 * of a few, or take other paths, the difference rests on it.
 */
#include "versions/search/leeway.h"

#include "engine/expr/float/float.h"

enum {
	MOST_CONVERSIONS = 3, /* more of them, and the difference is said to rest on them */
	VALUES = 4,           /* tried of each */
};

/* ---- NaN ---- */

typedef struct NanView {
	ExprList conds; /* what conditions become that are another expression, by any rule */
	Expr differs;   /* that they differ, whatever the rule */
} NanView;

static void view_nans(Finder *f, const ExprList *conds, Expr differs, NanView *v)
{
	v->differs = differs;
	for (NanRule rule = 0; rule < N_NAN_RULES; rule++) {
		for (size_t i = 0; i < conds->len; i++) {
			Expr other = expr_with_nans(f->pool, conds->at[i], rule);
			if (other != conds->at[i])
				vec_push(&v->conds, other);
		}
		v->differs = expr_and(f->pool, v->differs, expr_with_nans(f->pool, differs, rule));
	}
}

/* Looks for an input that differs whatever the NaNs are. */
static Leeway another_input(Finder *f, u32 shape, const Assignment *input, const ExprList *conds,
							Expr differs, const NanView *v)
{
	ExprList all = {0};
	Assignment found = {0};
	vec_append(&all, conds->at, conds->len);
	vec_append(&all, v->conds.at, v->conds.len);
	assignment_copy(&found, &f->witness);
	solver_effort(f->solver, EFFORT_QUICK);
	SolveResult r = f->unsolved ? SOLVE_UNKNOWN
								: solve_near(f, shape, input, &all,
											 expr_and(f->pool, differs, v->differs), &f->witness);
	solver_effort(f->solver, EFFORT_FULL);
	if (r != SOLVE_SAT)
		assignment_copy(&f->witness, &found);
	assignment_free(&found);
	vec_free(&all);
	return r == SOLVE_SAT                      ? LEEWAY_NONE
		   : r == SOLVE_UNSAT && !v->conds.len ? LEEWAY_NAN_ALWAYS
											   : LEEWAY_NAN;
}

static Leeway by_nans(Finder *f, u32 shape, const Assignment *input, const ExprList *conds,
					  Expr differs)
{
	NanView v = {0};
	Leeway is = LEEWAY_NONE;
	view_nans(f, conds, differs, &v);
	if (v.differs != differs || v.conds.len)
		if (!conditions_hold(f, &v.conds, v.differs, &f->witness))
			is = another_input(f, shape, input, conds, differs, &v);
	vec_free(&v.conds);
	return is;
}

/* ---- conversions ---- */

typedef struct Conversions {
	Expr node[MOST_CONVERSIONS];
	u64 value[MOST_CONVERSIONS][VALUES];
	u32 n;
	bool more;
} Conversions;

/* Values that other processors and compilers give: what x86 gives, the nearest, the lowest bits, 0. */
static void values_of(Finder *f, Expr e, bool is_signed, u64 to[VALUES])
{
	Expr x = expr_kid(f->pool, e, 0);
	unsigned w = expr_width(f->pool, e), from = expr_width(f->pool, x);
	u128 number = expr_eval_value(f->eval, x);
	to[0] = (u64)expr_eval_value(f->eval, e);
	to[1] =
		(u64)float_value(is_signed ? FLOAT_SAT_SIGNED : FLOAT_SAT_UNSIGNED, w, from, number, 0, 0);
	to[2] = (u64)float_value(FLOAT_SAT_SIGNED, 128, from, number, 0, 0) & (~0ull >> (64 - w));
	to[3] = 0;
}

/* Conversions below the conditions that are out of range on the witness. */
static void collect(Finder *f, const ExprList *conds, Expr differs, Conversions *c)
{
	ExprPool *p = f->pool;
	ExprList roots = {0}, all = {0};
	vec_append(&roots, conds->at, conds->len);
	vec_push(&roots, differs);
	expr_postorder(p, roots.at, roots.len, &all);
	for (size_t i = 0; i < all.len && !c->more; i++) {
		Expr e = all.at[i];
		if (expr_op(p, e) != EXPR_FLOAT1 || expr_width(p, e) > 64)
			continue;
		FloatOp op = expr_float_op(p, e);
		if (op != FLOAT_TO_SIGNED && op != FLOAT_TO_UNSIGNED)
			continue;
		bool is_signed = op == FLOAT_TO_SIGNED;
		Expr good = expr_float_convertible(p, is_signed, expr_kid(p, e, 0), expr_width(p, e));
		expr_eval_next(f->eval, &f->witness);
		if (expr_eval_value(f->eval, good))
			continue;
		c->more = c->n == MOST_CONVERSIONS;
		if (c->more)
			break;
		values_of(f, e, is_signed, c->value[c->n]);
		c->node[c->n++] = e;
	}
	vec_free(&roots);
	vec_free(&all);
}

/* True if the versions still differ on the same paths with that choice of values. */
static bool still_differs(Finder *f, ExprEval *ev, const ExprList *conds, Expr differs,
						  const Conversions *c, u32 choice)
{
	expr_eval_begin(ev, &f->witness);
	for (u32 i = 0; i < c->n; i++, choice /= VALUES)
		expr_eval_put(ev, c->node[i], c->value[i][choice % VALUES]);
	bool holds = expr_eval_value(ev, differs) != 0;
	for (size_t i = 0; i < conds->len && holds; i++)
		holds = expr_eval_value(ev, conds->at[i]) != 0;
	return holds;
}

static Leeway by_conversions(Finder *f, const ExprList *conds, Expr differs)
{
	Conversions c = {.n = 0};
	u32 choices = 1;
	collect(f, conds, differs, &c);
	if (c.more)
		return LEEWAY_CONVERSION;
	if (!c.n)
		return LEEWAY_NONE;
	ExprEval *ev = expr_eval_new(f->pool);
	bool holds = true;
	for (u32 i = 0; i < c.n; i++)
		choices *= VALUES;
	for (u32 k = 0; k < choices && holds; k++)
		holds = still_differs(f, ev, conds, differs, &c, k);
	expr_eval_free(ev);
	return holds ? LEEWAY_NONE : LEEWAY_CONVERSION;
}

Leeway finder_leeway(Finder *f, u32 shape, const Assignment *input, const ExprList *conds,
					 Expr differs)
{
	bool floats = expr_has_float(f->pool, differs);
	for (size_t i = 0; i < conds->len && !floats; i++)
		floats = expr_has_float(f->pool, conds->at[i]);
	if (!floats || !conditions_hold(f, conds, differs, &f->witness))
		return LEEWAY_NONE;
	Leeway nans = by_nans(f, shape, input, conds, differs);
	return nans != LEEWAY_NONE ? nans : by_conversions(f, conds, differs);
}
