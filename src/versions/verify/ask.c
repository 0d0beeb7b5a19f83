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

/* ---- in cases ----
 *
 * Arithmetic that Z3 cannot do on all values of a variable it may do on each of them. That these are all of its
 * values, Z3 says, too. */

enum {
	MOST_VALUES = 64, /* of a variable that is split */
	FIRST_TRY = 16,   /* part of the limit before a question is split */
};

struct Splits {
	struct Domain {
		bool asked, few; /* few: values are all that it has */
		VEC(u64) values;
	} *of; /* by variable */
	u32 n;
	u32 latest; /* variable whose cases answered the latest question; NO_VARIABLE: none */
};

static Splits *splits_new(const ExprPool *p)
{
	Splits *d = xcalloc(1, sizeof *d);
	d->n = input_vars(p);
	d->of = xcalloc(d->n + 1, sizeof *d->of);
	d->latest = NO_VARIABLE;
	return d;
}

void splits_free(Splits *d)
{
	for (u32 i = 0; d && i < d->n; i++)
		vec_free(&d->of[i].values);
	if (d)
		free(d->of);
	free(d);
}

static Expr has_value(const Verifier *v, u32 var, u64 value)
{
	return expr_eq(v->pool, expr_var(v->pool, var),
				   expr_const(v->pool, input_width(v->pool, var), value));
}

/* All values of a variable on inputs of this shape, if they are few. */
static const struct Domain *domain_of(Verifier *v, u32 var)
{
	struct Domain *d = &v->splits->of[var];
	ExprList all = {0};
	SolveResult r = SOLVE_SAT;
	u64 value = 0;
	if (d->asked)
		return d;
	within(v, &v->base, expr_var(v->pool, var), &all);
	while (r == SOLVE_SAT && d->values.len <= MOST_VALUES) {
		v->figures->questions++;
		r = prover_ask_alone(v->pool, all.at, all.len, v->config->z3_limit, var, &value);
		if (r != SOLVE_SAT)
			break;
		vec_push(&d->values, value);
		vec_push(&all, expr_not(v->pool, has_value(v, var, value)));
	}
	d->asked = true;
	d->few = r == SOLVE_UNSAT;
	vec_free(&all);
	return d;
}

static SolveResult ask_cases(Verifier *v, const ExprList *all, u32 var)
{
	const struct Domain *d = domain_of(v, var);
	SolveResult r = d->few ? SOLVE_UNSAT : SOLVE_UNKNOWN;
	for (size_t i = 0; i < d->values.len && r == SOLVE_UNSAT; i++) {
		ExprList one = {0};
		vec_append(&one, all->at, all->len);
		vec_push(&one, has_value(v, var, d->values.at[i]));
		r = ask(v, &one, v->config->z3_limit / FIRST_TRY + 1);
		vec_free(&one);
	}
	if (r != SOLVE_UNKNOWN)
		v->splits->latest = var;
	return r;
}

static SolveResult ask_all_cases(Verifier *v, const ExprList *all, Expr e)
{
	VarList vars = {0};
	SolveResult r = SOLVE_UNKNOWN;
	varset_list(v->pool, expr_vars(v->pool, e), &vars);
	for (size_t i = 0; i < vars.len && r == SOLVE_UNKNOWN; i++)
		r = ask_cases(v, all, vars.at[i]);
	vec_free(&vars);
	return r;
}

/* First what helped last. */
static SolveResult ask_quickly(Verifier *v, const ExprList *all, Expr e)
{
	u32 latest = v->splits->latest;
	SolveResult r = SOLVE_UNKNOWN;
	if (latest != NO_VARIABLE && varset_has(v->pool, expr_vars(v->pool, e), latest))
		r = ask_cases(v, all, latest);
	if (r == SOLVE_UNKNOWN)
		r = ask(v, all, v->config->z3_limit / FIRST_TRY + 1);
	return r == SOLVE_UNKNOWN ? ask_all_cases(v, all, e) : r;
}

/* ---- what is excluded ---- */

bool verify_excludes(Verifier *v, const ExprList *given, Expr e, const char *what)
{
	static void (*const choices[])(const Verifier *, const ExprList *, Expr, ExprList *) = {
		within, related, everything};
	SolveResult r = e == EXPR_FALSE ? SOLVE_UNSAT : SOLVE_SAT;
	ExprList all = {0};
	if (!v->splits)
		v->splits = splits_new(v->pool);
	for (size_t i = 0; i < countof(choices) && r != SOLVE_UNSAT; i++) {
		all.len = 0;
		choices[i](v, given, e, &all);
		vec_push(&all, e);
		r = ask_quickly(v, &all, e);
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
