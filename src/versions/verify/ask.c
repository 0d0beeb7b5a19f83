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

/* The conditions that share inputs with e, directly or through others. If these exclude e, so do all. */
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
			vec_push(to, given->at[i]);
		}
	}
	free(taken);
}

static SolveResult ask(Verifier *v, ExprList *all, Expr e)
{
	vec_push(all, e);
	v->figures->questions++;
	return prove_ask(v->pool, all->at, all->len, v->config->z3_limit);
}

bool verify_excludes(Verifier *v, const ExprList *given, Expr e, const char *what)
{
	ExprList some = {0}, all = {0};
	if (e == EXPR_FALSE)
		return true;
	related(v, given, e, &some);
	bool few = some.len < given->len;
	SolveResult r = ask(v, &some, e);
	if (r != SOLVE_UNSAT && few) {
		vec_append(&all, given->at, given->len);
		r = ask(v, &all, e);
	}
	vec_free(&some);
	vec_free(&all);
	if (r == SOLVE_SAT)
		return verify_end(v, VERIFY_REFUTED, "%s", what);
	if (r == SOLVE_UNKNOWN)
		return verify_end(v, VERIFY_GAVE_UP, "Z3 gave up on whether %s", what);
	return true;
}
