/* model.c: chooses models that people like to read.
 *
 * Among the models of a query we prefer the start value's bytes, then printable text, small and
 * round numbers. We change one variable at a time and keep a change only if all constraints
 * still hold.
 */
#include "engine/solve/solver.h"

/* Constraint evaluations one query may spend on shaping. */
enum { SHAPE_BUDGET = 4000 };

u64 solver_random(Solver *s)
{
	u64 z = s->random += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

bool query_holds(Solver *s, const Assignment *a)
{
	expr_eval_next(s->eval, a);
	for (size_t i = 0; i < s->q.all.len; i++)
		if (!(u64)expr_eval_value(s->eval, s->q.all.at[i]))
			return false;
	return true;
}

/* How much people like a byte: letters and digits, blanks, other printable text. */
static int byte_rank(u64 v)
{
	if (v >= 'a' && v <= 'z')
		return 0;
	if (v >= '0' && v <= '9')
		return 1;
	if (v >= 'A' && v <= 'Z')
		return 2;
	if (v == ' ')
		return 3;
	if (v > ' ' && v < 127)
		return 4;
	if (v == '\n' || v == 0)
		return 5;
	return v < 128 ? 6 : 7;
}

static u64 distance(unsigned width, u64 a, u64 b)
{
	i64 x = (i64)sign_extend(a, width), y = (i64)sign_extend(b, width);
	return x > y ? (u64)x - (u64)y : (u64)y - (u64)x;
}

static u64 pick_random(Solver *s, const Domain *d)
{
	u64 k = (u64)(solver_random(s) % domain_size(d));
	for (size_t i = 0; i < d->len; i++) {
		u64 n = d->at[i].high - d->at[i].low;
		if (k <= n)
			return d->at[i].low + k;
		k -= n + 1;
	}
	return d->at[0].low;
}

static u64 pick_byte(const Domain *d)
{
	u64 best = d->at[0].low;
	for (size_t i = 0; i < d->len; i++)
		for (u64 v = d->at[i].low; v <= d->at[i].high; v++)
			if (byte_rank(v) < byte_rank(best))
				best = v;
	return best;
}

u64 model_pick(Solver *s, u32 var, const Domain *d, u64 present)
{
	unsigned w = input_width(s->p, var);
	if (s->opt.random)
		return pick_random(s, d);
	if (domain_has(d, present))
		return present;
	if (w == 8)
		return pick_byte(d);
	/* The nearest value: boundaries make sharp tests. */
	u64 best = d->at[0].low;
	for (size_t i = 0; i < d->len; i++) {
		if (distance(w, d->at[i].low, present) < distance(w, best, present))
			best = d->at[i].low;
		if (distance(w, d->at[i].high, present) < distance(w, best, present))
			best = d->at[i].high;
	}
	return best;
}

void query_copy(const Solver *s, Assignment *to, const Assignment *from)
{
	if (to->n != from->n) {
		assignment_copy(to, from);
		return;
	}
	for (size_t i = 0; i < s->q.vars.len; i++)
		to->at[s->q.vars.at[i]] = from->at[s->q.vars.at[i]];
}

/* Constraints that look at a variable, tried one after the other. */
static bool still_holds(Solver *s, const Assignment *a, u32 var, int *budget)
{
	expr_eval_next(s->eval, a);
	for (size_t i = 0; i < s->q.all.len; i++) {
		Expr e = s->q.all.at[i];
		if (!varset_has(s->p, expr_vars(s->p, e), var))
			continue;
		s->stats.shaping++;
		if (solver_over(s))
			*budget = 0;
		if (--*budget < 0 || !(u64)expr_eval_value(s->eval, e))
			return false;
	}
	return true;
}

static bool try_value(Solver *s, u32 var, u64 value, int *budget)
{
	Assignment *m = s->q.model;
	u64 old = m->at[var];
	if (old == value)
		return true;
	m->at[var] = value;
	if (still_holds(s, m, var, budget))
		return true;
	m->at[var] = old;
	return false;
}

static void prefer_byte(Solver *s, u32 var, int *budget)
{
	static const char liked[] = "a0A x1-._/b, \n";
	u64 now = s->q.model->at[var];
	for (const char *c = liked; *c && *budget > 0; c++) {
		if (byte_rank(now) <= byte_rank((u8)*c))
			continue;
		if (try_value(s, var, (u8)*c, budget))
			return;
	}
}

static void prefer_number(Solver *s, u32 var, int *budget)
{
	static const i64 liked[] = {0,     1,      -1,      2,   10,   100,  1000,
								10000, 100000, 1000000, -10, -100, -1000};
	unsigned w = input_width(s->p, var);
	u64 now = s->q.model->at[var], size = distance(w, now, 0);
	/* The value just next to where the start value was is better than a random one. */
	for (size_t i = 0; i < countof(liked) && *budget > 0; i++) {
		u64 v = (u64)liked[i] & mask64(w);
		if (distance(w, v, 0) < size && try_value(s, var, v, budget))
			return;
	}
	/* Otherwise as small as halving gets it. */
	for (int k = 0; k < 32 && *budget > 0; k++) {
		u64 half = (u64)((i64)sign_extend(s->q.model->at[var], w) / 2) & mask64(w);
		if (half == s->q.model->at[var] || !try_value(s, var, half, budget))
			return;
	}
}

static void randomise(Solver *s, int *budget)
{
	const VarList *vars = &s->q.vars;
	for (int pass = 0; pass < 3; pass++)
		for (size_t i = 0; i<vars->len && * budget> 0; i++) {
			u32 v = vars->at[i];
			u64 m = mask64(input_width(s->p, v));
			for (int k = 0; k < 4; k++)
				if (try_value(s, v, solver_random(s) & m, budget))
					break;
		}
}

void model_shape(Solver *s)
{
	int budget = SHAPE_BUDGET;
	const VarList *vars = &s->q.vars;
	if (s->opt.random) {
		randomise(s, &budget);
		return;
	}
	for (size_t i = 0; i < vars->len && budget > 0; i++)
		try_value(s, vars->at[i], assignment_get(s->q.current, vars->at[i]), &budget);
	for (size_t i = 0; i < vars->len && budget > 0; i++) {
		u32 v = vars->at[i];
		if (s->q.model->at[v] == assignment_get(s->q.current, v))
			continue;
		if (input_width(s->p, v) == 8)
			prefer_byte(s, v, &budget);
		else
			prefer_number(s, v, &budget);
	}
}
