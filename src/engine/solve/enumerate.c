/* enumerate.c: tries all combinations of values of small sets.
 *
 * Variables get their values one after the other. We check a constraint as soon as the last of
 * its variables has a value. So an impossible value costs one check, not one for each
 * combination of the others. Variables that many constraints share come first: the length of an
 * input decides which of its bytes matter.
 */
#include "engine/solve/direct.h"

enum {
	MOST_CASES = 1 << 17,  /* combinations */
	MOST_WORK = 100000000, /* combinations times nodes */
	LONG = 1 << 10,        /* nodes; from here on the clock costs nothing beside them */
	STEPS_PER_WORK = 4,    /* of a tape */
};

/* A variable and what is decided with it. */
typedef struct Level {
	u32 var;
	u64 *values; /* in the order to try them */
	u64 n, at;   /* how many; the present one */
	Tape *tape;  /* constraints of which it is the last variable; NULL: none */
	u32 uses;    /* constraints that have it */
} Level;

/* The preferred value first, then ascending. */
static u64 *list_values(Direct *d, u32 var, u64 *n)
{
	const Domain *set = &d->sets[direct_position(d->vars, var)];
	*n = (u64)domain_size(set); /* few */
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
		u128 n = domain_size(&d->sets[direct_position(d->vars, open->at[i])]);
		if (n > MOST_CASES || cases * n > MOST_CASES)
			return false;
		cases *= (u64)n;
	}
	return cases * (d->cells.len + 1) <= MOST_WORK;
}

static int by_uses(const void *a, const void *b)
{
	const Level *x = a, *y = b;
	if (x->uses != y->uses)
		return x->uses > y->uses ? -1 : 1;
	return x->var < y->var ? -1 : 1;
}

/* Each constraint to the level where all of it is known. */
static void location_constraints(Direct *d, Level *levels, size_t n)
{
	u32 *level_of = xcalloc(d->rest.len + 1, sizeof *level_of);
	ExprList own = {0};
	for (size_t k = 0; k < d->rest.len; k++)
		for (size_t i = 0; i < n; i++)
			if (varset_has(d->p, expr_vars(d->p, d->rest.at[k]), levels[i].var))
				level_of[k] = (u32)i;
	for (size_t i = 0; i < n; i++) {
		own.len = 0;
		for (size_t k = 0; k < d->rest.len; k++)
			if (level_of[k] == i)
				vec_push(&own, d->rest.at[k]);
		levels[i].tape = own.len ? tape_new(d->p, own.at, own.len) : NULL;
	}
	free(level_of);
	vec_free(&own);
}

static Level *levels_new(Direct *d, const VarList *open)
{
	Level *levels = xcalloc(open->len + 1, sizeof *levels);
	for (size_t i = 0; i < open->len; i++) {
		Level *l = &levels[i];
		l->var = open->at[i];
		for (size_t k = 0; k < d->rest.len; k++)
			l->uses += varset_has(d->p, expr_vars(d->p, d->rest.at[k]), l->var);
		l->values = list_values(d, l->var, &l->n);
	}
	if (open->len)
		qsort(levels, open->len, sizeof *levels, by_uses);
	location_constraints(d, levels, open->len);
	return levels;
}

/* Gives level i its present value, in all that looks at it from here on. */
static bool holds_at(Direct *d, Level *levels, size_t n, size_t i)
{
	Level *l = &levels[i];
	for (size_t k = i; k < n; k++)
		if (levels[k].tape)
			tape_set(levels[k].tape, l->var, l->values[l->at]);
	if (!l->tape)
		return true;
	d->s->stats.work += 1 + tape_len(l->tape) / STEPS_PER_WORK;
	return tape_holds(l->tape);
}

/* The first combination on which everything holds: SAT, UNSAT, or OPEN when the budget is over. */
static int find(Direct *d, Level *levels, size_t n)
{
	size_t i = 0;
	u32 looks = d->cells.len < LONG ? 63 : 0;
	for (u32 k = 0; i < n; k++) {
		if (!(k & looks) && solver_enough(d->s))
			return SOLVE_OPEN;
		if (levels[i].at < levels[i].n && holds_at(d, levels, n, i)) {
			i++;
			continue;
		}
		/* The next value here, or of the nearest before that has one. */
		while (levels[i].at + 1 >= levels[i].n) {
			levels[i].at = 0;
			if (!i--)
				return SOLVE_UNSAT;
		}
		levels[i].at++;
	}
	return SOLVE_SAT;
}

int enumerate_answer(Direct *d)
{
	VarList open = {0};
	varset_list(d->p, d->open, &open);
	if (!open.len || !few_cases(d, &open)) {
		vec_free(&open);
		return SOLVE_OPEN;
	}
	Level *levels = levels_new(d, &open);
	int result = find(d, levels, open.len);
	for (size_t i = 0; i < open.len; i++) {
		Level *l = &levels[i];
		if (result == SOLVE_SAT)
			d->s->q.model->at[l->var] = l->values[l->at];
		free(l->values);
		tape_free(l->tape);
	}
	free(levels);
	vec_free(&open);
	return result;
}
