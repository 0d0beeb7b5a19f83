/* sym_known.c: values that the run's own constraints have settled.
 *
 * strcmp leaves its loop because two bytes differ; whether its result is 0 is then no question
 * any more, though as an expression it still depends on the input. A program that goes on
 * computing with such a value (args += strcmp(*args, "+") == 0) would otherwise carry symbolic
 * addresses along for the rest of the run.
 *
 * In the same way a variable that was compared and found equal to a constant has one value from
 * there on, and so has whatever is computed from such variables alone: queue[c - '0'] behind
 * case '1' is one place, not a choice among all queues.
 */
#include "machine/sym.h"

/* Extensions of a variable have one value when it has. */
static bool is_variable(const ExprPool *p, Expr e)
{
	while (expr_op(p, e) == EXPR_ZEXT || expr_op(p, e) == EXPR_SEXT)
		e = expr_kid(p, e, 0);
	return expr_op(p, e) == EXPR_VAR;
}

static void learn_equality(Machine *m, Expr e)
{
	ExprPool *p = m->pool;
	for (u32 k = 0; k < 2; k++)
		if (is_variable(p, expr_kid(p, e, k)) && expr_is_const(p, expr_kid(p, e, !k)))
			m->settled = varset_union(p, m->settled, expr_vars(p, e));
}

static void learn(Machine *m, Expr e)
{
	ExprPool *p = m->pool;
	intmap_put(&m->facts, e, 1);
	if (expr_op(p, e) == EXPR_EQ)
		learn_equality(m, e);
	if (expr_op(p, e) == EXPR_AND) {
		learn(m, expr_kid(p, e, 0));
		learn(m, expr_kid(p, e, 1));
	} else if (expr_op(p, e) == EXPR_NOT && expr_op(p, expr_kid(p, e, 0)) == EXPR_OR) {
		Expr either = expr_kid(p, e, 0);
		learn(m, expr_not(p, expr_kid(p, either, 0)));
		learn(m, expr_not(p, expr_kid(p, either, 1)));
	}
}

static void learn_constraints(Machine *m)
{
	for (; m->facts_read < m->constraints.len; m->facts_read++) {
		const Constraint *c = &m->constraints.at[m->facts_read];
		/* Where dependences are tracked, a value must go on depending on its data: a condition
		 * made of slices may leave out the constraint that settled it. */
		if (!c->dep)
			learn(m, c->cond);
	}
}

bool sym_settled(Machine *m, Expr e)
{
	VarSet vars = expr_vars(m->pool, e);
	learn_constraints(m);
	return vars && m->settled && varset_union(m->pool, m->settled, vars) == m->settled;
}

Expr sym_known(Machine *m, Expr e)
{
	u64 yes;
	if (expr_is_const(m->pool, e))
		return e;
	learn_constraints(m);
	if (intmap_get(&m->facts, e, &yes))
		return EXPR_TRUE;
	if (intmap_get(&m->facts, expr_not(m->pool, e), &yes))
		return EXPR_FALSE;
	return e;
}
