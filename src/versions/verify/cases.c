/* cases.c: questions about variables with few values are answered by trying all of them.
 *
 * That is often faster than Z3, and Z3 cannot do some arithmetic at all. Which values a variable has on inputs
 * of this shape follows from the conditions on it alone: all 256 of a byte are tried, and Z3 lists those of
 * a wider one and says that there are no others. */
#include "versions/verify/impl.h"

enum {
	MOST_VALUES = 64, /* of a variable that is wider than a byte */
	BYTE_VALUES = 256,
};

typedef struct CaseDomain {
	bool asked, few; /* few: values are all that it has */
	VEC(u64) values;
} CaseDomain;

struct CaseValues {
	CaseDomain *of; /* by variable */
	u32 n;
	ExprEval *eval;
	Assignment input;
};

static CaseValues *cases_new(ExprPool *p)
{
	CaseValues *c = xcalloc(1, sizeof *c);
	c->n = input_vars(p);
	c->of = xcalloc(c->n + 1, sizeof *c->of);
	c->eval = expr_eval_new(p);
	assignment_init(&c->input, p);
	return c;
}

void verify_cases_free(CaseValues *c)
{
	if (!c)
		return;
	for (u32 i = 0; i < c->n; i++)
		vec_free(&c->of[i].values);
	free(c->of);
	expr_eval_free(c->eval);
	assignment_free(&c->input);
	free(c);
}

/* ---- values of a variable ---- */

static bool are_true(CaseValues *c, const ExprList *all)
{
	expr_eval_next(c->eval, &c->input);
	for (size_t i = 0; i < all->len; i++)
		if (!expr_eval_value(c->eval, all->at[i]))
			return false;
	return true;
}

static void list_byte(const Verifier *v, CaseDomain *d, u32 var, const ExprList *on)
{
	CaseValues *c = v->cases;
	u64 n = 1ull << input_width(v->pool, var), before = c->input.at[var];
	for (u64 value = 0; value < n; value++) {
		c->input.at[var] = value;
		if (are_true(c, on))
			vec_push(&d->values, value);
	}
	c->input.at[var] = before;
	d->few = true;
}

static void list_wider(Verifier *v, CaseDomain *d, u32 var, ExprList *on)
{
	ExprPool *p = v->pool;
	SolveResult r = SOLVE_SAT;
	while (r == SOLVE_SAT && d->values.len <= MOST_VALUES) {
		u64 value = 0;
		v->figures->questions++;
		r = prover_ask_alone(p, on->at, on->len, v->config->z3_limit, var, &value);
		if (r != SOLVE_SAT)
			break;
		vec_push(&d->values, value);
		vec_push(on, expr_ne(p, expr_var(p, var), expr_const(p, input_width(p, var), value)));
	}
	d->few = r == SOLVE_UNSAT;
}

static const CaseDomain *domain_of(Verifier *v, u32 var)
{
	CaseDomain *d = &v->cases->of[var];
	ExprList on = {0};
	if (d->asked)
		return d;
	VarSet own = varset_one(v->pool, var);
	for (size_t i = 0; i < v->base.len; i++)
		if (varset_within(v->pool, expr_vars(v->pool, v->base.at[i]), own))
			vec_push(&on, v->base.at[i]);
	d->asked = true;
	if (input_width(v->pool, var) <= 8)
		list_byte(v, d, var, &on);
	else
		list_wider(v, d, var, &on);
	vec_free(&on);
	return d;
}

/* ---- a question ---- */

static void variables_of(const Verifier *v, const ExprList *all, VarList *vars)
{
	VarSet set = expr_vars(v->pool, EXPR_TRUE);
	for (size_t i = 0; i < all->len; i++)
		set = varset_union(v->pool, set, expr_vars(v->pool, all->at[i]));
	varset_list(v->pool, set, vars);
}

/* True if there are no more cases than that. list: values of wide variables may be listed for it. */
static bool are_few(Verifier *v, const VarList *vars, u64 most, bool list)
{
	u64 n = 1;
	for (size_t i = 0; i < vars->len && n <= most; i++) {
		u32 var = vars->at[i];
		if (!list && !v->cases->of[var].asked && input_width(v->pool, var) > 8)
			return false;
		const CaseDomain *d = domain_of(v, var);
		if (!d->few)
			return false;
		n *= d->values.len;
	}
	return n <= most;
}

/* A question whose cases are tried. */
typedef struct CaseTrial {
	const ExprList *all;
	VarList vars;
	u32 *needs; /* by condition: the first so many variables decide it */
} CaseTrial;

static void find_needs(const Verifier *v, CaseTrial *t)
{
	t->needs = xcalloc(t->all->len + 1, sizeof *t->needs);
	for (size_t i = 0; i < t->all->len; i++) {
		VarSet own = expr_vars(v->pool, t->all->at[i]);
		for (u32 k = 0; k < t->vars.len; k++)
			if (varset_has(v->pool, own, t->vars.at[k]))
				t->needs[i] = k + 1;
	}
}

/* False if a condition that just the first n variables decide is not true. */
static bool may_hold(CaseValues *c, const CaseTrial *t, size_t n)
{
	expr_eval_next(c->eval, &c->input);
	for (size_t i = 0; i < t->all->len; i++)
		if (t->needs[i] == n && !expr_eval_value(c->eval, t->all->at[i]))
			return false;
	return true;
}

/* Tries all values of the variables from number i on. */
static bool some_case(Verifier *v, const CaseTrial *t, size_t i)
{
	if (!may_hold(v->cases, t, i))
		return false;
	if (i == t->vars.len)
		return true;
	const CaseDomain *d = domain_of(v, t->vars.at[i]);
	bool found = false;
	for (size_t k = 0; k < d->values.len && !found; k++) {
		v->cases->input.at[t->vars.at[i]] = d->values.at[k];
		found = some_case(v, t, i + 1);
	}
	return found;
}

SolveResult verify_cases(Verifier *v, const ExprList *all, u64 most, bool list)
{
	CaseTrial t = {.all = all};
	SolveResult r = SOLVE_UNKNOWN;
	if (!v->cases)
		v->cases = cases_new(v->pool);
	variables_of(v, all, &t.vars);
	if (are_few(v, &t.vars, most, list)) {
		find_needs(v, &t);
		r = some_case(v, &t, 0) ? SOLVE_SAT : SOLVE_UNSAT;
	}
	free(t.needs);
	vec_free(&t.vars);
	return r;
}
