/* known.c: values that the run's own constraints determine.
 *
 * strcmp leaves its loop because two bytes differ. Then the run knows whether the result is 0,
 * although the expression still depends on the input. A program that computes with such a value
 * (args += strcmp(*args, "+") == 0) would otherwise use symbolic addresses for the rest of the
 * run.
 *
 * Likewise a variable that was found equal to a constant has one value from there on, and so has
 * every expression over such variables only: queue[c - '0'] after case '1' is one location, not
 * a choice among all queues.
 *
 * If dependences are tracked, a condition made of slices may omit the constraint that determined
 * a value. So in this case a constraint counts only for values that depend on it, by their data
 * or by control.
 */
#include "engine/machine/sym.h"

enum { SETTLED_LOOKS = 32 };

/* ---- truth values that hold ---- */

static void put_fact(Machine *m, Expr e, Dep why)
{
	HeldFacts *f = &m->facts;
	if (e >= f->cap) {
		u32 cap = expr_pool_len(m->pool) + expr_pool_len(m->pool) / 2 + 1024;
		f->at = xrealloc(f->at, cap * sizeof *f->at);
		memset(f->at + f->cap, 0, (cap - f->cap) * sizeof *f->at);
		f->cap = cap;
	}
	f->at[e] = (HeldFact){f->run, why};
}

static bool get_fact(const Machine *m, Expr e, Dep *why)
{
	const HeldFacts *f = &m->facts;
	if (e >= f->cap || f->at[e].run != f->run)
		return false;
	*why = f->at[e].why;
	return true;
}

void sym_forget_facts(Machine *m)
{
	HeldFacts *f = &m->facts;
	if (++f->run == 0) {
		if (f->cap)
			memset(f->at, 0, f->cap * sizeof *f->at);
		f->run = 1;
	}
	m->facts_read = 0;
}

/* ---- what constraints say ---- */

/* Extensions of a variable have one value when it has. */
static bool is_variable(const ExprPool *p, Expr e)
{
	while (expr_op(p, e) == EXPR_ZEXT || expr_op(p, e) == EXPR_SEXT)
		e = expr_kid(p, e, 0);
	return expr_op(p, e) == EXPR_VAR;
}

static void learn_equality(Machine *m, Expr e, Dep why)
{
	ExprPool *p = m->pool;
	for (u32 k = 0; k < 2; k++) {
		if (!is_variable(p, expr_kid(p, e, k)) || !expr_is_const(p, expr_kid(p, e, !k)))
			continue;
		if (why)
			vec_push(&m->settled_by, ((Settled){expr_vars(p, e), why}));
		else
			m->settled = varset_union(p, m->settled, expr_vars(p, e));
	}
}

static void learn(Machine *m, Expr e, Dep why)
{
	ExprPool *p = m->pool;
	put_fact(m, e, why);
	if (expr_op(p, e) == EXPR_EQ)
		learn_equality(m, e, why);
	if (expr_op(p, e) == EXPR_AND) {
		learn(m, expr_kid(p, e, 0), why);
		learn(m, expr_kid(p, e, 1), why);
	} else if (expr_op(p, e) == EXPR_NOT && expr_op(p, expr_kid(p, e, 0)) == EXPR_OR) {
		Expr either = expr_kid(p, e, 0);
		learn(m, expr_not(p, expr_kid(p, either, 0)), why);
		learn(m, expr_not(p, expr_kid(p, either, 1)), why);
	}
}

static void learn_constraints(Machine *m)
{
	for (; m->facts_read < m->constraints.len; m->facts_read++) {
		const Constraint *c = &m->constraints.at[m->facts_read];
		if (m->track && m->track->opt.inside)
			continue; /* each branch is to be a constraint of its own */
		learn(m, c->cond, c->dep);
	}
}

/* True if a value with these dependences depends on a constraint here. */
static bool depends(const Machine *m, Tag data, Dep on)
{
	const Track *t = m->track;
	return !on || dep_within(&t->graph, on, tag_dep(m, data) & ~DEP_UNDEFINED) ||
		   dep_within(&t->graph, on, m->thread.ctx) || dep_within(&t->graph, on, t->fatal);
}

bool sym_settled(Machine *m, Expr e, Tag data)
{
	VarSet vars = expr_vars(m->pool, e);
	learn_constraints(m);
	if (!vars)
		return false;
	VarSet known = m->settled;
	/* The newest first, which is the likeliest to hold here. */
	size_t least = m->settled_by.len > SETTLED_LOOKS ? m->settled_by.len - SETTLED_LOOKS : 0;
	for (size_t i = m->settled_by.len; i-- > least;)
		if (!varset_within(m->pool, vars, known) && depends(m, data, m->settled_by.at[i].why))
			known = varset_union(m->pool, known, m->settled_by.at[i].vars);
	return varset_within(m->pool, vars, known);
}

Expr sym_known(Machine *m, Expr e, Tag data)
{
	Dep why;
	if (expr_is_const(m->pool, e))
		return e;
	learn_constraints(m);
	if (get_fact(m, e, &why) && depends(m, data, why))
		return EXPR_TRUE;
	if (get_fact(m, expr_not(m->pool, e), &why) && depends(m, data, why))
		return EXPR_FALSE;
	return e;
}

Dep sym_again(Machine *m, Expr cond, Tag data)
{
	DepGraph *g = &m->track->graph;
	Dep why;
	learn_constraints(m);
	if (m->track->opt.statements || !get_fact(m, cond, &why) || !why)
		return 0;
	const DepNode *leaf = &g->nodes.at[why];
	if (leaf->kind != DEP_LEAF || m->constraints.at[leaf->b].cond != cond ||
		(leaf->a && !depends(m, data, leaf->a)))
		return 0;
	return dep_join(g, why, dep_join(g, tag_dep(m, data), track_here(m))) & ~DEP_UNDEFINED;
}
