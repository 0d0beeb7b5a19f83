/* solve_checked.c: checks answers of drift's own layers, with Z3 or by trying values.
 *
 * A model can be evaluated; a refutation cannot. Every proof of equivalence depends on
 * refutations, and most of them come from layers that never ask Z3.
 */
#include "engine/solve/solver.h"

#include "engine/expr/check.h"

enum {
	UNITS = Z3_UNITS_SECOND / 4, /* of Z3, for one question */
	PROBES = 6,                  /* ranges of a set whose ends are tried */
};

/* ---- refutations ---- */

/* What was never set may have any value for Z3; layers may take it for one. */
static bool has_undef(const ExprPool *p, const ExprList *all)
{
	for (size_t i = 0; i < all->len; i++)
		if (nd(p, all->at[i])->flags & EXPR_HAS_UNDEF)
			return true;
	return false;
}

static bool all_hold(ExprPool *p, const ExprList *all, const Assignment *a)
{
	bool good = true;
	ExprEval *ev = expr_eval_new(p);
	expr_eval_begin(ev, a);
	for (size_t i = 0; good && i < all->len; i++)
		good = expr_eval_value(ev, all->at[i]);
	expr_eval_free(ev);
	return good;
}

static void ask_z3(ExprPool *p, const ExprList *all)
{
	Z3Ask ask = {.once = true, .limit = UNITS};
	VarBits bits = {0};
	VarList vars = {0};
	Assignment model = {0};
	assignment_init(&model, p);
	varbits_begin(&bits);
	for (size_t i = 0; i < all->len; i++)
		varbits_add(p, &bits, expr_vars(p, all->at[i]));
	varbits_list(&bits, &vars);
	Z3Backend *z = z3_new(p);
	int result = z3_check(z, all, &ask, &vars, &model);
	if (result == SOLVE_SAT && all_hold(p, all, &model)) {
		Buf text = {0};
		expr_smtlib_script(p, all->at, all->len, &text);
		must_that(false, "a query was refuted and has a model\n%s", buf_str(&text));
	}
	z3_free(z);
	vec_free(&vars);
	varbits_free(&bits);
	assignment_free(&model);
}

void solve_check_unsat(ExprPool *p, const Expr *prefix, size_t n, Expr goal)
{
	ExprList all = {0};
	u32 mark = expr_mark(p);
	vec_append(&all, prefix, n);
	vec_push(&all, goal);
	if (!has_undef(p, &all))
		ask_z3(p, &all);
	vec_free(&all);
	expr_release(p,
				 mark); /* numbers of later expressions stay what they are without the question */
}

/* ---- sets of values ---- */

void domain_check(const Domain *d)
{
	for (size_t i = 0; i < d->len; i++) {
		must_that(d->at[i].low <= d->at[i].high, "range %zu of a set ends before it begins", i);
		/* Ranges ascend and have a gap between them, or values are counted twice. */
		must_that(!i || d->at[i - 1].high < d->at[i].low, "ranges %zu and %zu of a set overlap",
				  i - 1, i);
	}
}

static void probe(ExprPool *p, Expr e, u32 var, const Domain *d, u64 v)
{
	Assignment a = {0};
	assignment_init(&a, p);
	a.at[var] = v & mask64(input_width(p, var));
	must_that((expr_eval(p, e, &a) != 0) == domain_has(d, a.at[var]),
			  "the set of values on which %u holds is wrong at %llu", e,
			  (unsigned long long)a.at[var]);
	assignment_free(&a);
}

void domain_check_exact(ExprPool *p, Expr e, u32 var, const Domain *d)
{
	domain_check(d);
	probe(p, e, var, d, 0);
	probe(p, e, var, d, ~0ull);
	for (size_t i = 0; i < d->len && i < PROBES; i++) {
		probe(p, e, var, d, d->at[i].low - 1);
		probe(p, e, var, d, d->at[i].low);
		probe(p, e, var, d, d->at[i].high);
		probe(p, e, var, d, d->at[i].high + 1);
	}
}
