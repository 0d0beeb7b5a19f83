/* settle.c: simplifies a query by substituting known values.
 *
 * Narrowing often leaves one value to variables that occur in many constraints. After
 * substituting the values, terms fold. The length of an input matters most, because it connects
 * all constraints on the input's bytes. With the length fixed at its current value the
 * constraints become independent, and the goal's part of them is small. If that part has no
 * model, we try the other lengths one by one, provided they are few.
 */
#include "engine/solve/direct.h"

#include "base/watch.h"

enum {
	MOST_LENGTHS = 200, /* values that are tried one by one */
	MOST_ASKED = 3,     /* of those, by Z3; then it is asked about all at once */
};

/* Variables replaced by constants. */
typedef struct SettledVars {
	Solver *s;
	Expr *map;     /* by variable: its value, or 0 */
	u32 n_map;     /* room in it */
	u32 known;     /* variables with one value left */
	u32 asked;     /* parts that Z3 was asked about */
	VarList open;  /* lengths with several */
	ExprList all;  /* constraints with the values put in */
	Assignment at; /* the current input with the values put in */
} SettledVars;

/* Splits conjunctions; false at a constant false. */
static bool add_parts(ExprPool *p, Expr e, ExprList *to)
{
	const ExprNode *n = nd(p, e);
	if (is_const(p, e))
		return e == EXPR_TRUE;
	if (n->op == EXPR_AND)
		return add_parts(p, n->a, to) && add_parts(p, n->b, to);
	vec_push(to, e);
	return true;
}

/* The constraints with the values put in. False if one of them is refuted by that. */
static bool put_in(SettledVars *x)
{
	Solver *s = x->s;
	ExprList list = {0};
	bool good = true;
	x->all.len = 0;
	vec_append(&list, s->q.all.at, s->q.all.len);
	expr_substitute_all(s->p, list.at, list.len, x->map, x->n_map);
	for (size_t i = 0; good && i < list.len; i++)
		good = add_parts(s->p, list.at[i], &x->all);
	vec_free(&list);
	assignment_copy(&x->at, s->q.current);
	for (u32 v = 0; v < x->n_map; v++)
		if (x->map[v])
			x->at.at[v] = const64(nd(s->p, x->map[v]));
	return good;
}

/* Sets of variables as a bit for each. */
static bool shares(const ExprPool *p, VarSet vars, const u64 *wanted)
{
	const VarSetNode *n = &p->sets.at[vars];
	if (!vars)
		return false;
	if (n->level)
		return shares(p, (u32)n->bits, wanted) || shares(p, (u32)(n->bits >> 32), wanted);
	return n->bits & wanted[n->word];
}

static void want(const ExprPool *p, VarSet vars, u64 *wanted)
{
	const VarSetNode *n = &p->sets.at[vars];
	if (!vars)
		return;
	if (n->level) {
		want(p, (u32)n->bits, wanted);
		want(p, (u32)(n->bits >> 32), wanted);
	} else {
		wanted[n->word] |= n->bits;
	}
}

/* The part of the constraints that has to be solved: those that do not hold yet, and what shares
 * variables with them. */
static void find_part(SettledVars *x, Query *part)
{
	Solver *s = x->s;
	u32 words = x->n_map / 64 + 1;
	u64 *wanted = xcalloc(words, sizeof *wanted);
	u8 *taken = xcalloc(x->all.len + 1, 1);
	expr_eval_next(s->eval, &x->at);
	for (size_t i = 0; i < x->all.len; i++)
		if (!(u64)expr_eval_value(s->eval, x->all.at[i])) {
			taken[i] = 1;
			vec_push(&part->goal, x->all.at[i]);
			vec_push(&part->all, x->all.at[i]);
			want(s->p, expr_vars(s->p, x->all.at[i]), wanted);
		}
	for (bool more = part->goal.len > 0; more;) {
		more = false;
		for (size_t i = 0; i < x->all.len; i++) {
			if (taken[i] || !shares(s->p, expr_vars(s->p, x->all.at[i]), wanted))
				continue;
			more = true;
			taken[i] = 1;
			vec_push(&part->all, x->all.at[i]);
			want(s->p, expr_vars(s->p, x->all.at[i]), wanted);
		}
	}
	for (u32 i = 0; i < words; i++)
		for (u64 bits = wanted[i]; bits; bits &= bits - 1)
			vec_push(&part->vars, i * 64 + (u32)__builtin_ctzll(bits));
	free(wanted);
	free(taken);
}

/* A query inside of the present one. */
static int solve_part(SettledVars *x, Query *part)
{
	static int (*const ways[])(Solver *) = {move_answer, direct_answer};
	Solver *s = x->s;
	Query outer = s->q;
	int result = SOLVE_OPEN;
	s->q = *part;
	s->inside = true;
	for (size_t i = 0; i < countof(ways) && result == SOLVE_OPEN; i++)
		result = solver_enough(s) ? SOLVE_UNKNOWN : ways[i](s);
	if (result == SOLVE_OPEN && x->asked < MOST_ASKED) {
		x->asked++;
		result = z3_answer(s);
	}
	s->inside = false;
	*part = s->q;
	s->q = outer;
	return result;
}

/* With the values of the map: a model of the whole query, the proof that there is none, or unknown.
 */
static int attempt(SettledVars *x)
{
	Solver *s = x->s;
	Assignment model = {0};
	Query part = {0};
	int result = SOLVE_UNSAT;
	if (put_in(x)) {
		assignment_copy(&model, &x->at);
		part.current = &x->at;
		part.model = &model;
		find_part(x, &part);
		result = part.goal.len ? solve_part(x, &part) : SOLVE_SAT;
	}
	if (result == SOLVE_SAT)
		query_copy(s, s->q.model, &model);
	vec_free(&part.goal);
	vec_free(&part.all);
	vec_free(&part.vars);
	assignment_free(&model);
	return result;
}

static Expr value(const SettledVars *x, u32 var, u64 v)
{
	return expr_const(x->s->p, input_width(x->s->p, var), v);
}

/* Variables with one value left, and lengths with several. */
static void find_known(SettledVars *x, const Direct *d)
{
	for (size_t i = 0; i < d->vars->len; i++) {
		u32 var = d->vars->at[i];
		if (domain_size(&d->sets[i]) == 1) {
			x->map[var] = value(x, var, d->sets[i].at[0].low);
			x->known++;
		} else if (input_of(d->p, var)->kind == INPUT_LENGTH) {
			vec_push(&x->open, var);
		}
	}
}

/* All values of the only open length but the one that was tried. */
static int other_lengths(SettledVars *x, const Domain *set, u64 tried)
{
	u32 var = x->open.at[0];
	for (size_t i = 0; i < set->len; i++)
		for (u64 v = set->at[i].low; v <= set->at[i].high; v++) {
			if (v == tried)
				continue;
			if (solver_enough(x->s))
				return SOLVE_UNKNOWN;
			x->map[var] = value(x, var, v);
			int result = attempt(x);
			if (result != SOLVE_UNSAT)
				return result;
		}
	return SOLVE_UNSAT;
}

/* Variables in places of reads from memory that has symbolic bytes. */
static void find_locations(const SettledVars *x, const Direct *d, VarList *locations)
{
	VarSet vars = 0;
	for (size_t i = 0; i < d->cells.len; i++) {
		const ExprNode *n = nd(d->p, d->cells.at[i].e);
		if (n->op == EXPR_READ && nd(d->p, n->a)->op == EXPR_STORE)
			vars = varset_union(d->p, vars, expr_vars(d->p, n->b));
	}
	VarList all = {0};
	varset_list(d->p, vars, &all);
	for (size_t i = 0; i < all.len; i++) {
		u64 now = x->s->q.current->at[all.at[i]];
		if (!x->map[all.at[i]] && domain_has(&d->sets[direct_position(d->vars, all.at[i])], now))
			vec_push(locations, all.at[i]);
	}
	vec_free(&all);
}

/* With the places at which memory is read where they are: fields of a file are mere bytes then. A
 * model is one; that there is none says nothing. */
static bool attempt_in_place(SettledVars *x, const Direct *d)
{
	VarList locations = {0};
	find_locations(x, d, &locations);
	for (size_t i = 0; i < locations.len; i++)
		x->map[locations.at[i]] = value(x, locations.at[i], x->s->q.current->at[locations.at[i]]);
	bool found = locations.len && attempt(x) == SOLVE_SAT;
	for (size_t i = 0; i < locations.len; i++)
		x->map[locations.at[i]] = 0;
	vec_free(&locations);
	return found;
}

static int settle(SettledVars *x, const Direct *d)
{
	u64 tried = 0;
	find_known(x, d);
	if (!x->known && !x->open.len)
		return SOLVE_OPEN;
	for (size_t i = 0; i < x->open.len; i++) {
		u32 var = x->open.at[i];
		const Domain *set = &d->sets[direct_position(d->vars, var)];
		tried = x->s->q.current->at[var];
		if (!domain_has(set, tried))
			tried = model_pick(x->s, var, set, tried);
		x->map[var] = value(x, var, tried);
	}
	if (attempt_in_place(x, d))
		return SOLVE_SAT;
	int result = attempt(x);
	if (!x->open.len || result == SOLVE_SAT)
		return result;
	const Domain *set = &d->sets[direct_position(d->vars, x->open.at[0])];
	if (result == SOLVE_UNSAT && x->open.len == 1 && domain_size(set) <= MOST_LENGTHS)
		result = other_lengths(x, set, tried);
	else
		result = SOLVE_OPEN;
	if (result == SOLVE_SAT || result == SOLVE_UNSAT || !x->known)
		return result == SOLVE_UNKNOWN ? SOLVE_OPEN : result;
	x->asked = 0;
	for (size_t i = 0; i < x->open.len; i++)
		x->map[x->open.at[i]] = 0;
	return attempt(x);
}

int settle_answer(Solver *s)
{
	SettledVars x = {.s = s, .n_map = input_vars(s->p)};
	stall("fixed");
	if (s->opt.random)
		return SOLVE_OPEN;
	x.map = xcalloc(x.n_map + 1, sizeof *x.map);
	Direct *d = direct_left(s);
	bool may_be = true;
	if (!d) {
		d = xmalloc(sizeof *d);
		may_be = direct_begin(d, s);
	}
	int result = may_be ? settle(&x, d) : SOLVE_UNSAT;
	direct_free(d);
	if (result != SOLVE_SAT)
		query_copy(s, s->q.model, s->q.current);
	vec_free(&x.open);
	vec_free(&x.all);
	assignment_free(&x.at);
	free(x.map);
	return result;
}
