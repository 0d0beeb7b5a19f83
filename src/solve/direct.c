/* direct.c: answers without a general solver.
 *
 * Constraints on one variable give exact sets. If there are no others, that decides the query. If
 * there are, they narrow the sets until nothing changes (narrow.c); an empty set, or a constraint
 * that bounds refute, is a proof. A few guesses inside the sets may hit a model. What is left
 * with few combinations is enumerated, and the rest divided for a while (search.c).
 */
#include "solve/direct.h"

enum {
	MOST_CASES = 1 << 17,  /* combinations enumerated */
	MOST_WORK = 100000000, /* combinations times nodes */
};

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
	for (size_t i = 0; i < all->len; i++) {
		u32 var;
		const Domain *set =
			direct_only_var(d->p, all->at[i], &var) ? domain_of(d->s, all->at[i], var) : NULL;
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

/* ---- models ---- */

void direct_pick(Direct *d)
{
	for (size_t i = 0; i < d->vars->len; i++) {
		u32 v = d->vars->at[i];
		d->s->q.model->at[v] = model_pick(d->s, v, &d->sets[i], d->s->q.current->at[v]);
	}
}

/* Values of a set in the order to try them: the preferred one first, then ascending. */
static u64 *list_values(Direct *d, u32 var, u64 *n)
{
	const Domain *set = &d->sets[direct_position(d->vars, var)];
	*n = domain_size(set);
	u64 *values = xmalloc((*n + 1) * sizeof *values), k = 0;
	for (size_t i = 0; i < set->len; i++)
		for (u64 v = set->at[i].low;; v++) {
			values[k++] = v;
			if (v == set->at[i].high)
				break;
		}
	if (d->s->opt.random) {
		for (u64 i = *n; i > 1; i--) {
			u64 j = solver_random(d->s) % i, t = values[i - 1];
			values[i - 1] = values[j];
			values[j] = t;
		}
		return values;
	}
	u64 first = model_pick(d->s, var, set, d->s->q.current->at[var]);
	for (u64 i = 0; i < *n; i++)
		if (values[i] == first) {
			memmove(values + 1, values, i * sizeof *values);
			values[0] = first;
			break;
		}
	return values;
}

static bool few_cases(Direct *d, const VarList *open)
{
	u64 cases = 1;
	for (size_t i = 0; i < open->len; i++) {
		u64 n = domain_size(&d->sets[direct_position(d->vars, open->at[i])]);
		if (n > MOST_CASES || cases * n > MOST_CASES)
			return false;
		cases *= n;
	}
	return cases * (d->cells.len + 1) <= MOST_WORK;
}

/* Tries all combinations of the open variables; the last one turns fastest. */
static int enumerate(Direct *d)
{
	VarList open = {0};
	varset_list(d->p, d->open, &open);
	if (!few_cases(d, &open)) {
		vec_free(&open);
		return SOLVE_OPEN;
	}
	u64 **values = xcalloc(open.len + 1, sizeof *values), *n = xcalloc(open.len + 1, sizeof *n);
	u64 *at = xcalloc(open.len + 1, sizeof *at);
	Tape *t = tape_new(d->p, d->rest.at, d->rest.len);
	for (size_t i = 0; i < open.len; i++) {
		values[i] = list_values(d, open.at[i], &n[i]);
		tape_set(t, open.at[i], values[i][0]);
	}
	int result = SOLVE_UNSAT;
	for (bool more = true; more;) {
		if (tape_holds(t)) {
			result = SOLVE_SAT;
			break;
		}
		size_t i = open.len;
		more = false;
		while (i-- > 0 && !more) {
			more = ++at[i] < n[i];
			if (!more)
				at[i] = 0;
			tape_set(t, open.at[i], values[i][at[i]]);
		}
	}
	for (size_t i = 0; i < open.len; i++) {
		if (result == SOLVE_SAT)
			d->s->q.model->at[open.at[i]] = values[i][at[i]];
		free(values[i]);
	}
	tape_free(t);
	free(values);
	free(n);
	free(at);
	vec_free(&open);
	return result;
}

static int decide(Direct *d)
{
	if (!gather(d))
		return SOLVE_UNSAT;
	if (d->rest.len) {
		narrow_begin(d);
		if (!narrow_all(d))
			return SOLVE_UNSAT;
	}
	direct_pick(d);
	if (!d->rest.len)
		return SOLVE_SAT;
	if (!d->s->opt.random) {
		for (unsigned turn = 0; turn < 4; turn++) {
			if (move_repair(d->s, turn)) {
				model_shape(d->s);
				return SOLVE_SAT;
			}
			direct_pick(d);
		}
	}
	int result = enumerate(d);
	if (result == SOLVE_OPEN && !d->s->opt.random)
		result = search_answer(d);
	if (result == SOLVE_SAT)
		model_shape(d->s);
	return result;
}

int direct_answer(Solver *s)
{
	Direct d = {.s = s, .p = s->p, .vars = &s->q.vars};
	d.sets = xcalloc(d.vars->len + 1, sizeof *d.sets);
	int result = decide(&d);
	for (size_t i = 0; i < d.vars->len; i++)
		vec_free(&d.sets[i]);
	free(d.sets);
	vec_free(&d.rest);
	vec_free(&d.cells);
	vec_free(&d.roots);
	intmap_free(&d.cell_of);
	if (result != SOLVE_SAT)
		query_copy(s, s->q.model, s->q.current);
	return result;
}
