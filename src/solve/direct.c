/* direct.c: answers without a general solver.
 *
 * Constraints on one variable give exact sets. If there are no others, that decides the query. If
 * there are, the sets are narrowed through comparisons of terms over single variables until nothing
 * changes; an empty set, or a constraint that bounds refute, is a proof. A few guesses inside
 * the sets may hit a model. What is left with few combinations is enumerated.
 */
#include "solve/solver.h"

enum {
	ROUNDS = 6,           /* of narrowing */
	MOST_CASES = 1 << 16, /* combinations enumerated */
	MOST_WORK = 4000000,  /* combinations times nodes */
};

/* One query on its way through this layer. */
typedef struct Direct {
	Solver *s;
	ExprPool *p;
	const VarList *vars;
	Domain *sets;  /* by position in vars */
	ExprList rest; /* constraints that are not in the sets */
	VarSet open;   /* their variables */
	IntMap info;   /* node -> 1 + index into infos */
	VEC(ExprInfo) infos;
} Direct;

static size_t position(const VarList *vars, u32 var)
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

static bool only_var(const ExprPool *p, Expr e, u32 *var)
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
			only_var(d->p, all->at[i], &var) ? domain_of(d->s, all->at[i], var) : NULL;
		if (!set) {
			vec_push(&d->rest, all->at[i]);
			d->open = varset_union(d->p, d->open, expr_vars(d->p, all->at[i]));
			continue;
		}
		Domain *mine = &d->sets[position(d->vars, var)];
		domain_meet(mine, set);
		if (mine->len == 0)
			return false;
	}
	return true;
}

/* ---- bounds ---- */

static const ExprInfo *info_at(const Direct *d, Expr e)
{
	u64 index;
	return intmap_get(&d->info, e, &index) ? &d->infos.at[index - 1] : &nd(d->p, e)->info;
}

/* Bounds of all nodes below the rest, from the present sets. */
static void compute_bounds(Direct *d)
{
	ExprList all = {0};
	intmap_clear(&d->info);
	d->infos.len = 0;
	expr_postorder(d->p, d->rest.at, d->rest.len, &all);
	for (size_t i = 0; i < all.len; i++) {
		const ExprNode *n = nd(d->p, all.at[i]);
		ExprInfo info;
		if (n->op == EXPR_VAR) {
			const Domain *set = &d->sets[position(d->vars, n->a)];
			info = expr_info_range(n->width, set->at[0].low, vec_last(set).high);
		} else if (expr_arity[n->op] == 0) {
			continue;
		} else {
			unsigned arity = expr_arity[n->op];
			info = expr_info_of(d->p, n, info_at(d, n->a), arity > 1 ? info_at(d, n->b) : NULL,
								arity > 2 ? info_at(d, n->c) : NULL);
		}
		vec_push(&d->infos, info);
		intmap_put(&d->info, all.at[i], d->infos.len);
	}
	vec_free(&all);
}

/* Signed bounds of a term. */
static void signed_bounds(const Direct *d, Expr e, i64 *low, i64 *high)
{
	const ExprNode *n = nd(d->p, e);
	unsigned w = n->width;
	u64 sign = 1ull << (w - 1);
	if (n->op == EXPR_VAR) {
		domain_signed(&d->sets[position(d->vars, n->a)], w, low, high);
		return;
	}
	if (n->op == EXPR_SEXT) {
		signed_bounds(d, n->a, low, high);
		return;
	}
	const ExprInfo *info = info_at(d, e);
	bool across = info->low < sign && info->high >= sign;
	*low = (i64)sign_extend(across ? sign : info->low, w);
	*high = (i64)sign_extend(across ? sign - 1 : info->high, w);
}

/* Cuts the set of the variable below term to values of term in [low, high]; signed bounds may
 * wrap. Returns 1 if it shrank, 0 if not, -1 if it became empty. */
static int cut(Direct *d, Expr term, u64 low, u64 high)
{
	u32 var, own;
	Domain values = {0};
	Range r = {low, high};
	if (!only_var(d->p, term, &own))
		return 0;
	if (low <= high) {
		vec_push(&values, r);
	} else {
		r = (Range){0, high};
		vec_push(&values, r);
		r = (Range){low, mask64(nd(d->p, term)->width)};
		vec_push(&values, r);
	}
	int result = 0;
	if (domain_undo(d->p, term, &values, &var)) {
		Domain *set = &d->sets[position(d->vars, var)];
		u64 before = domain_size(set);
		domain_meet(set, &values);
		result = set->len == 0 ? -1 : domain_size(set) != before;
	}
	vec_free(&values);
	return result;
}

static int worse(int a, int b)
{
	return a < 0 || b < 0 ? -1 : a | b;
}

/* a < b, a <= b or a == b must hold: cuts both sides. */
static int narrow(Direct *d, Expr e)
{
	const ExprNode *n = nd(d->p, e);
	if (n->op < EXPR_EQ || n->op > EXPR_SLE || nd(d->p, n->a)->width > 64 ||
		nd(d->p, n->a)->width == 1)
		return 0;
	unsigned w = nd(d->p, n->a)->width;
	u64 m = mask64(w);
	if (n->op == EXPR_EQ) {
		const ExprInfo a = *info_at(d, n->a), b = *info_at(d, n->b);
		return worse(cut(d, n->a, b.low, b.high), cut(d, n->b, a.low, a.high));
	}
	bool strict = n->op == EXPR_ULT || n->op == EXPR_SLT;
	if (n->op == EXPR_ULT || n->op == EXPR_ULE) {
		u64 most = info_at(d, n->b)->high, least = info_at(d, n->a)->low;
		if (strict && (most == 0 || least == m))
			return -1;
		return worse(cut(d, n->a, 0, most - strict), cut(d, n->b, least + strict, m));
	}
	i64 al, ah, bl, bh, min = (i64)sign_extend(1ull << (w - 1), w), max = (i64)(m >> 1);
	signed_bounds(d, n->a, &al, &ah);
	signed_bounds(d, n->b, &bl, &bh);
	if (strict && (bh == min || al == max))
		return -1;
	return worse(cut(d, n->a, (u64)min & m, (u64)(bh - strict) & m),
				 cut(d, n->b, (u64)(al + strict) & m, (u64)max & m));
}

/* False if the rest is refuted. */
static bool propagate(Direct *d)
{
	for (int round = 0; round < ROUNDS; round++) {
		bool changed = false;
		compute_bounds(d);
		for (size_t i = 0; i < d->rest.len; i++) {
			if (info_at(d, d->rest.at[i])->high == 0)
				return false;
			int r = narrow(d, d->rest.at[i]);
			if (r < 0)
				return false;
			changed |= r;
			if (r)
				compute_bounds(d);
		}
		if (!changed)
			break;
	}
	return true;
}

/* ---- models ---- */

static void pick_all(Direct *d)
{
	for (size_t i = 0; i < d->vars->len; i++) {
		u32 v = d->vars->at[i];
		d->s->q.model->at[v] = model_pick(d->s, v, &d->sets[i], d->s->q.current->at[v]);
	}
}

/* Values of a set in the order to try them: the preferred one first, then ascending. */
static u64 *list_values(Direct *d, u32 var, u64 *n)
{
	const Domain *set = &d->sets[position(d->vars, var)];
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
		u64 n = domain_size(&d->sets[position(d->vars, open->at[i])]);
		if (n > MOST_CASES || cases * n > MOST_CASES)
			return false;
		cases *= n;
	}
	return cases * (d->infos.len + 1) <= MOST_WORK;
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
	if (d->rest.len && !propagate(d))
		return SOLVE_UNSAT;
	pick_all(d);
	if (!d->rest.len)
		return SOLVE_SAT;
	if (!d->s->opt.random) {
		for (unsigned turn = 0; turn < 4; turn++) {
			if (move_repair(d->s, turn)) {
				model_shape(d->s);
				return SOLVE_SAT;
			}
			pick_all(d);
		}
	}
	int result = enumerate(d);
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
	vec_free(&d.infos);
	intmap_free(&d.info);
	if (result != SOLVE_SAT)
		query_copy(s, s->q.model, s->q.current);
	return result;
}
