/* sym_known.c: truth values that the run's own constraints have settled.
 *
 * strcmp leaves its loop because two bytes differ; whether its result is 0 is then no question
 * any more, though as an expression it still depends on the input. A program that goes on
 * computing with such a value (args += strcmp(*args, "+") == 0) would otherwise carry symbolic
 * addresses along for the rest of the run.
 */
#include "machine/sym.h"

static void learn(Machine *m, Expr e)
{
	ExprPool *p = m->pool;
	intmap_put(&m->facts, e, 1);
	if (expr_op(p, e) == EXPR_AND) {
		learn(m, expr_kid(p, e, 0));
		learn(m, expr_kid(p, e, 1));
	} else if (expr_op(p, e) == EXPR_NOT && expr_op(p, expr_kid(p, e, 0)) == EXPR_OR) {
		Expr either = expr_kid(p, e, 0);
		learn(m, expr_not(p, expr_kid(p, either, 0)));
		learn(m, expr_not(p, expr_kid(p, either, 1)));
	}
}

Expr sym_known(Machine *m, Expr e)
{
	u64 yes;
	if (expr_is_const(m->pool, e))
		return e;
	for (; m->facts_read < m->constraints.len; m->facts_read++) {
		const Constraint *c = &m->constraints.at[m->facts_read];
		/* Where dependences are tracked, a value must go on depending on its data: a condition
		 * made of slices may leave out the constraint that settled it. */
		if (!c->dep)
			learn(m, c->cond);
	}
	if (intmap_get(&m->facts, e, &yes))
		return EXPR_TRUE;
	if (intmap_get(&m->facts, expr_not(m->pool, e), &yes))
		return EXPR_FALSE;
	return e;
}
