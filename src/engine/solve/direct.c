/* direct.c: answers queries without a general solver.
 *
 * Constraints on one variable become exact sets of values. If there are no other constraints,
 * the sets decide the query. Otherwise the others may refute each other as comparisons
 * (order.c), or they narrow the sets until nothing changes (narrow.c). An empty set, or a
 * constraint that contradicts the bounds, is a refutation. A few guesses inside the sets may
 * find a model. If few combinations remain, we enumerate them (enumerate.c). A number that is divided
 * by constants repeats its values (period.c). If all this does not decide the query, we sample for a
 * while (sample.c), then split sets (search.c).
 */
#include "engine/solve/direct.h"

#include "base/watch.h"

size_t direct_position(const VarList *vars, u32 var)
{
	size_t low = 0, high = vars->len;
	while (low + 1 < high) {
		size_t mid = (low + high) / 2;
		if (vars->at[mid] <= var)
			low = mid;
		else
			high = mid;
	}
	return low;
}

bool direct_only_var(const ExprPool *p, Expr e, u32 *var)
{
	const VarSetNode *n = &p->sets.at[expr_vars(p, e)];
	if (!expr_vars(p, e) || n->level || (n->bits & (n->bits - 1)))
		return false;
	*var = n->word * 64 + __builtin_ctzll(n->bits);
	return true;
}

/* Sets from constraints on one variable. False if one is empty. */
static bool gather(Direct *d)
{
	const ExprList *all = &d->s->q.all;
	for (size_t i = 0; i < d->vars->len; i++)
		domain_full(&d->sets[i], input_width(d->p, d->vars->at[i]));
	stall("direct");
	for (size_t i = 0; i < all->len; i++) {
		u32 var;
		const Domain *set = direct_only_var(d->p, all->at[i], &var) && !solver_over(d->s)
								? domain_of(d->s, all->at[i], var)
								: NULL;
		if (!set) {
			vec_push(&d->rest, all->at[i]);
			d->open = varset_union(d->p, d->open, expr_vars(d->p, all->at[i]));
			continue;
		}
		Domain *mine = &d->sets[direct_position(d->vars, var)];
		domain_meet(mine, set);
		if (mine->len == 0)
			return false;
	}
	return true;
}

/* ---- terms ---- */

static DirectTerm *term_among(Direct *d, Expr e)
{
	for (size_t i = 0; i < d->terms.len; i++)
		if (d->terms.at[i].e == e)
			return &d->terms.at[i];
	return NULL;
}

/* The constraint becomes a set of values of its term; add: also of one that no other has yet. False
 * if it has none. */
static bool take_term(Direct *d, Expr e, bool add)
{
	Expr term;
	bool reads;
	const Domain *set = term_of(d->s, e, &term, &reads);
	DirectTerm *mine = set ? term_among(d, term) : NULL;
	if (!set || (!mine && !(add && reads)))
		return false;
	if (!mine) {
		DirectTerm made = {.e = term};
		domain_copy(&made.set, set);
		vec_push(&d->terms, made);
	} else {
		domain_meet(&mine->set, set);
	}
	return true;
}

/* Collects sets of values for terms from the rest of the constraints. Only terms that reads use
 * count; all constraints on such a term restrict its set. Returns false if a set is empty. */
static bool gather_terms(Direct *d)
{
	u8 *taken = xcalloc(d->rest.len + 1, 1);
	for (int pass = 0; pass < 2 && (!pass || d->terms.len); pass++)
		for (size_t i = 0; i < d->rest.len; i++)
			if (!taken[i] && (pass || expr_has_array(d->p, d->rest.at[i])))
				taken[i] = take_term(d, d->rest.at[i], !pass);
	bool good = true;
	for (size_t i = 0; i < d->rest.len; i++)
		if (!taken[i])
			vec_push(&d->cuts, d->rest.at[i]);
	for (size_t i = 0; i < d->terms.len; i++) {
		vec_push(&d->cuts, d->terms.at[i].e);
		good &= d->terms.at[i].set.len > 0;
	}
	free(taken);
	return good;
}

/* ---- models ---- */

void direct_pick(Direct *d)
{
	for (size_t i = 0; i < d->vars->len; i++) {
		u32 v = d->vars->at[i];
		must_that(d->sets[i].len, "no value is left of variable %u of a query that is not refuted",
				  v);
		d->s->q.model->at[v] = model_pick(d->s, v, &d->sets[i], d->s->q.current->at[v]);
	}
}

bool direct_begin(Direct *d, Solver *s)
{
	*d = (Direct){.s = s, .p = s->p, .vars = &s->q.vars};
	d->sets = xcalloc(d->vars->len + 1, sizeof *d->sets);
	if (!gather(d))
		return false;
	if (!d->rest.len)
		return true;
	if (!gather_terms(d) || order_refutes(d))
		return false;
	narrow_begin(d);
	return narrow_all(d);
}

void direct_free(Direct *d)
{
	if (!d)
		return;
	for (size_t i = 0; i < d->vars->len; i++)
		vec_free(&d->sets[i]);
	free(d->sets);
	vec_free(&d->rest);
	for (size_t i = 0; i < d->terms.len; i++)
		vec_free(&d->terms.at[i].set);
	vec_free(&d->terms);
	vec_free(&d->cuts);
	narrow_end(d);
	free(d);
}

/* True if values are known that are to be put in before anything is divided (settle.c): terms fold
 * then, above all with the length of an input. */
static bool settles_first(const Direct *d)
{
	for (size_t i = 0; !d->s->inside && i < d->vars->len; i++)
		if (domain_size(&d->sets[i]) == 1 || input_of(d->p, d->vars->at[i])->kind == INPUT_LENGTH)
			return d->s->opt.layers & 1u << LAYER_FIXED;
	return false;
}

static void start_at_picked(void *ctx)
{
	direct_pick(ctx);
}

static int decide(Direct *d)
{
	direct_pick(d);
	if (!d->rest.len)
		return SOLVE_SAT;
	if (solver_enough(d->s))
		return SOLVE_UNKNOWN;
	if (!d->s->opt.random) {
		if (move_repair(d->s, start_at_picked, d)) {
			model_shape(d->s);
			return SOLVE_SAT;
		}
		direct_pick(d);
	}
	int result = enumerate_answer(d);
	if (result == SOLVE_OPEN && !d->s->opt.random)
		result = period_answer(d);
	if (result == SOLVE_OPEN && !d->s->opt.random && !d->s->inside)
		result = sample_answer(d);
	if (result == SOLVE_OPEN && !d->s->opt.random && !settles_first(d)) {
		d->divided = true;
		result = search_answer(d);
	}
	if (result == SOLVE_SAT)
		model_shape(d->s);
	return result;
}

/* What the next layer would begin with just so is left to it. */
static bool leave(Solver *s, Direct *d, u64 work)
{
	if (s->inside || s->opt.random || d->divided)
		return false;
	s->left = d;
	s->left_work = work;
	return true;
}

Direct *direct_left(Solver *s)
{
	Direct *d = s->left;
	s->left = NULL;
	/* As if the set were made again. Without work left, it is narrowed less. */
	if (d && s->stats.work + s->left_work <= s->work_end) {
		s->stats.work += s->left_work;
		return d;
	}
	direct_free(d);
	return NULL;
}

int direct_answer(Solver *s)
{
	Direct *d = xmalloc(sizeof *d);
	u64 before = s->stats.work - s->set_work;
	bool may_be = direct_begin(d, s);
	u64 work = s->stats.work - s->set_work - before;
	int result = may_be ? decide(d) : SOLVE_UNSAT;
	if (result != SOLVE_OPEN || !leave(s, d, work))
		direct_free(d);
	if (result != SOLVE_SAT)
		query_copy(s, s->q.model, s->q.current);
	return result;
}
