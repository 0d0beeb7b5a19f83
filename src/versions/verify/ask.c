/* ask.c: questions to Z3 about conditions of the tree. */
#include "versions/verify/impl.h"

void verify_path(const Verifier *v, u32 edge, ExprList *to)
{
	while (edge) {
		const CertEdge *e = &v->c->edges.at[edge - 1];
		vec_push(to, e->cond);
		edge = v->c->nodes.at[e->node - 1].parent;
	}
}

static bool add_once(ExprList *to, Expr e)
{
	for (size_t i = 0; i < to->len; i++)
		if (to->at[i] == e)
			return false;
	vec_push(to, e);
	return true;
}

/* The conditions on nothing but inputs that e depends on. If these exclude e, so do all. */
static void within(const Verifier *v, const ExprList *given, Expr e, ExprList *to)
{
	VarSet vars = expr_vars(v->pool, e);
	for (size_t i = 0; i < given->len; i++)
		if (varset_within(v->pool, expr_vars(v->pool, given->at[i]), vars))
			add_once(to, given->at[i]);
}

/* The conditions that share inputs with e, directly or through others. Likewise. */
static void related(const Verifier *v, const ExprList *given, Expr e, ExprList *to)
{
	VarSet vars = expr_vars(v->pool, e);
	u8 *taken = xcalloc(given->len + 1, 1);
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < given->len; i++) {
			VarSet own = expr_vars(v->pool, given->at[i]);
			if (taken[i] || !varset_meets(v->pool, own, vars))
				continue;
			taken[i] = more = true;
			vars = varset_union(v->pool, vars, own);
			add_once(to, given->at[i]);
		}
	}
	free(taken);
}

static void everything(const Verifier *v, const ExprList *given, Expr e, ExprList *to)
{
	(void)v;
	(void)e;
	for (size_t i = 0; i < given->len; i++)
		add_once(to, given->at[i]);
}

/* ---- one question ---- */

/* Many nodes of a tree ask the same. The key has the whole question, and expressions of a pool never
 * change. */
static SolveResult ask(Verifier *v, const ExprList *all, u32 limit)
{
	Key key = {all->at, all->len * sizeof *all->at};
	u64 known;
	if (keymap_get(&v->asked, key, &known))
		return (SolveResult)known;
	v->figures->questions++;
	SolveResult r = prover_ask(v->prover, all->at, all->len, limit);
	if (r != SOLVE_UNKNOWN)
		keymap_put(&v->asked, key, (u64)r);
	return r;
}

enum {
	FEW_CASES = 1 << 16,  /* are tried before Z3 is asked, or if it does not answer at once */
	MOST_CASES = 1 << 20, /* after it gave up */
	FIRST_TRY = 16,       /* part of the limit before that */
};
static const double AT_ONCE = 0.05; /* seconds of work */

static SolveResult ask_quickly(Verifier *v, const ExprList *all)
{
	SolveResult r = verify_cases(v, all, FEW_CASES, false);
	if (r == SOLVE_UNKNOWN)
		r = ask(v, all, solve_units(AT_ONCE));
	if (r == SOLVE_UNKNOWN)
		r = verify_cases(v, all, FEW_CASES, true);
	if (r == SOLVE_UNKNOWN)
		r = ask(v, all, v->config->z3_limit / FIRST_TRY + 1);
	return r == SOLVE_UNKNOWN ? verify_cases(v, all, MOST_CASES, true) : r;
}

/* ---- what is excluded ---- */

bool verify_excludes(Verifier *v, const ExprList *given, Expr e, const char *what)
{
	static void (*const choices[])(const Verifier *, const ExprList *, Expr,
								   ExprList *) = {within, related, everything};
	SolveResult r = e == EXPR_FALSE ? SOLVE_UNSAT : SOLVE_SAT;
	ExprList all = {0};
	for (size_t i = 0; i < countof(choices) && r != SOLVE_UNSAT; i++) {
		all.len = 0;
		choices[i](v, given, e, &all);
		vec_push(&all, e);
		r = ask_quickly(v, &all);
	}
	if (r == SOLVE_UNKNOWN)
		r = prover_ask_alone(v->pool, all.at, all.len, v->config->z3_limit, NO_VARIABLE, NULL);
	vec_free(&all);
	if (r == SOLVE_SAT)
		return verify_end(v, VERIFY_REFUTED, "%s", what);
	if (r == SOLVE_UNKNOWN)
		return verify_end(v, VERIFY_GAVE_UP, "Z3 gave up on whether %s", what);
	return true;
}
