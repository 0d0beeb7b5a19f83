/* period.c: answers queries about one number that is divided by constants: calendars, clocks, digits.
 *
 * Sets of values do not express y % 4 == 0, and the circuits of several divisions are hard for Z3. But on
 * a segment of its values, on which nothing wraps around or changes its sign, each constraint repeats
 * after some hundred or thousand values (period.h). So one period decides the segment. If a constraint
 * has no period there, bounds may refute it, or the segment is split. This ends: a short segment is
 * tried value by value. Other variables must have few values; we try all combinations of them.
 */
#include "engine/solve/period.h"

enum {
	MOST_CASES = 4096,     /* combinations of the other variables */
	SHORT = 256,           /* values of a segment that is not split */
	MOST_SPLITS = 1 << 18, /* segments */
	STEPS_PER_WORK = 4,    /* of a tape, as in enumerate.c */
	CELLS_PER_WORK = 1,    /* of an analysis */
};

typedef struct PeriodSearch {
	Direct *d;
	VEC(PeriodCell) cells;  /* nodes below rest, operands first */
	U32List roots;          /* cells of rest */
	Tape *tape;             /* of rest */
	u32 var;                /* the number */
	u32 var_cell;           /* its cell */
	U32List others;         /* other variables */
	U32List other_cells;    /* their cells */
	VEC(DomainRange) stack; /* segments to look at */
} PeriodSearch;

/* What the analysis of a segment shows. */
typedef enum SegmentState {
	SEGMENT_REFUTED,
	SEGMENT_HOLDS,
	SEGMENT_REPEATS,
	SEGMENT_OPEN
} SegmentState;

static void add_cells(PeriodSearch *x)
{
	ExprPool *p = x->d->p;
	ExprList all = {0};
	expr_postorder(p, x->d->rest.at, x->d->rest.len, &all);
	for (size_t i = 0; i < all.len; i++) {
		const ExprNode *n = nd(p, all.at[i]);
		u32 kids[3] = {n->a, n->b, n->c};
		PeriodCell c = {.e = all.at[i], .info = n->info};
		for (unsigned k = 0; k < expr_arity[n->op]; k++)
			c.kid[k] = p->location[kids[k]];
		vec_push(&x->cells, c);
		if (n->op == EXPR_VAR && n->a == x->var)
			x->var_cell = (u32)i;
		for (size_t k = 0; n->op == EXPR_VAR && k < x->others.len; k++)
			if (x->others.at[k] == n->a)
				x->other_cells.at[k] = (u32)i;
	}
	for (size_t i = 0; i < x->d->rest.len; i++)
		vec_push(&x->roots, p->location[x->d->rest.at[i]]);
	vec_free(&all);
}

/* Bounds and period of a node on the segment; those of variables are set by the callers. */
static void analyse_cell(PeriodSearch *x, PeriodCell *c)
{
	const ExprPool *p = x->d->p;
	const ExprNode *n = nd(p, c->e);
	unsigned arity = expr_arity[n->op];
	if (n->op == EXPR_VAR)
		return;
	if (arity) {
		const PeriodCell *at = x->cells.at;
		c->info = expr_info_of(p, n, &at[c->kid[0]].info, arity > 1 ? &at[c->kid[1]].info : NULL,
							   arity > 2 ? &at[c->kid[2]].info : NULL);
	}
	c->period = arity ? period_of(p, x->cells.at, c) : (Period){1, 0};
}

static SegmentState analyse(PeriodSearch *x, DomainRange segment, u64 *every)
{
	unsigned w = input_width(x->d->p, x->var);
	PeriodCell *v = &x->cells.at[x->var_cell];
	bool holds = true;
	v->info = expr_info_range(w, segment.low, segment.high);
	v->period = (Period){1, w == 1 ? -1 : 1};
	for (size_t i = 0; i < x->cells.len; i++)
		analyse_cell(x, &x->cells.at[i]);
	x->d->s->stats.work += x->cells.len / CELLS_PER_WORK;
	*every = 1;
	for (size_t i = 0; i < x->roots.len; i++) {
		const PeriodCell *c = &x->cells.at[x->roots.at[i]];
		if (!c->info.high)
			return SEGMENT_REFUTED;
		holds &= c->info.low == 1;
		*every = period_common(*every, c->period.every * (c->period.step ? 2 : 1));
	}
	if (holds)
		return SEGMENT_HOLDS;
	return *every ? SEGMENT_REPEATS : SEGMENT_OPEN;
}

/* Tries n values from low on. */
static int try_values(PeriodSearch *x, u64 low, u64 n)
{
	Solver *s = x->d->s;
	u64 cost = 1 + tape_len(x->tape) / STEPS_PER_WORK;
	u32 cell;
	if (!tape_cell(x->tape, x->var, &cell))
		return SOLVE_OPEN;
	for (u64 i = 0; i < n; i++) {
		if (!(i & 63) && solver_enough(s))
			return SOLVE_OPEN;
		s->stats.work += cost;
		tape_put(x->tape, cell, low + i);
		if (!tape_holds(x->tape))
			continue;
		s->q.model->at[x->var] = low + i;
		return SOLVE_SAT;
	}
	return SOLVE_UNSAT;
}

static int answer_segment(PeriodSearch *x, DomainRange segment)
{
	u64 every, last = segment.high - segment.low; /* values - 1 */
	switch (analyse(x, segment, &every)) {
	case SEGMENT_REFUTED: return SOLVE_UNSAT;
	case SEGMENT_HOLDS: return try_values(x, segment.low, 1);
	case SEGMENT_REPEATS: return try_values(x, segment.low, last < every ? last + 1 : every);
	case SEGMENT_OPEN: break;
	}
	if (last < SHORT)
		return try_values(x, segment.low, last + 1);
	u64 mid = segment.low + last / 2;
	vec_push(&x->stack, ((DomainRange){mid + 1, segment.high}));
	vec_push(&x->stack, ((DomainRange){segment.low, mid}));
	return SOLVE_UNSAT; /* not in what is left of this one */
}

/* All values of the number, with the others as they are. */
static int answer_case(PeriodSearch *x)
{
	const Domain *set = &x->d->sets[direct_position(x->d->vars, x->var)];
	u32 segments = 0;
	x->stack.len = 0;
	for (size_t i = set->len; i-- > 0;)
		vec_push(&x->stack, set->at[i]);
	while (x->stack.len) {
		DomainRange segment = x->stack.at[--x->stack.len];
		if (++segments > MOST_SPLITS || solver_enough(x->d->s))
			return SOLVE_OPEN;
		int result = answer_segment(x, segment);
		if (result != SOLVE_UNSAT)
			return result;
	}
	return SOLVE_UNSAT;
}

/* Gives the k-th of the other variables its value in the model. */
static void set_other(PeriodSearch *x, size_t k)
{
	u32 var = x->others.at[k];
	u64 v = x->d->s->q.model->at[var];
	PeriodCell *c = &x->cells.at[x->other_cells.at[k]];
	c->info = expr_info_range(input_width(x->d->p, var), v, v);
	c->period = (Period){1, 0};
	tape_set(x->tape, var, v);
}

/* The next value of a set after v; false if that was the last one. */
static bool next_value(const Domain *set, u64 *v)
{
	for (size_t i = 0; i < set->len; i++) {
		if (*v < set->at[i].high) {
			*v = *v < set->at[i].low ? set->at[i].low : *v + 1;
			return true;
		}
	}
	return false;
}

static int answer_cases(PeriodSearch *x)
{
	u64 *values = x->d->s->q.model->at;
	for (size_t k = 0; k < x->others.len; k++)
		values[x->others.at[k]] =
			x->d->sets[direct_position(x->d->vars, x->others.at[k])].at[0].low;
	for (;;) {
		for (size_t k = 0; k < x->others.len; k++)
			set_other(x, k);
		int result = answer_case(x);
		if (result != SOLVE_UNSAT)
			return result;
		size_t k = 0;
		for (; k < x->others.len; k++) {
			const Domain *set = &x->d->sets[direct_position(x->d->vars, x->others.at[k])];
			if (next_value(set, &values[x->others.at[k]]))
				break;
			values[x->others.at[k]] = set->at[0].low;
		}
		if (k == x->others.len)
			return SOLVE_UNSAT;
	}
}

/* Chooses the variable with the most values. False if the others have too many, or if nothing is
 * divided. Constraints with floating point have no period, so all values would be tried, at a high price. */
static bool choose(PeriodSearch *x)
{
	const Direct *d = x->d;
	VarList open = {0};
	u128 most = 0, cases = 1;
	bool divides = false, floats = false;
	for (size_t i = 0; i < d->rest.len; i++) {
		divides |= nd(d->p, d->rest.at[i])->flags & EXPR_HAS_DIVISION;
		floats |= nd(d->p, d->rest.at[i])->flags & EXPR_HAS_FLOAT;
	}
	divides &= !floats;
	varset_list(d->p, d->open, &open);
	for (size_t i = 0; i < open.len && divides; i++) {
		u128 n = domain_size(&d->sets[direct_position(d->vars, open.at[i])]);
		if (n > most) {
			most = n;
			x->var = open.at[i];
		}
	}
	for (size_t i = 0; i < open.len && divides; i++)
		if (open.at[i] != x->var && cases <= MOST_CASES) {
			cases *= domain_size(&d->sets[direct_position(d->vars, open.at[i])]);
			vec_push(&x->others, open.at[i]);
			vec_push(&x->other_cells, 0);
		}
	vec_free(&open);
	return divides && most > 1 && cases <= MOST_CASES;
}

int period_answer(Direct *d)
{
	PeriodSearch x = {.d = d};
	int result = SOLVE_OPEN;
	if (choose(&x)) {
		add_cells(&x);
		x.tape = tape_new(d->p, d->rest.at, d->rest.len);
		result = answer_cases(&x);
		tape_free(x.tape);
	}
	if (result == SOLVE_OPEN)
		direct_pick(d);
	vec_free(&x.cells);
	vec_free(&x.roots);
	vec_free(&x.others);
	vec_free(&x.other_cells);
	vec_free(&x.stack);
	return result;
}
