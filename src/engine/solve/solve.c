/* solve.c: passes a query through the layers. */
#include "engine/solve/float/bounds.h"
#include "engine/solve/float/descend.h"
#include "engine/solve/solver.h"

enum { DEFAULT_LIMIT = 8000000 }; /* Z3's resource units for one check */

#define LAYER_TEXT(name, text) text,
static const char *const layer_names[SOLVE_N_LAYERS] = {SOLVE_LAYERS(LAYER_TEXT)};

const char *solve_layer_name(SolveLayer layer)
{
	return layer_names[layer];
}

u32 solve_units(double seconds)
{
	double units = seconds * Z3_UNITS_SECOND;
	if (units <= 0)
		return 0;
	return units > UINT32_MAX ? UINT32_MAX : (u32)units;
}

static void on_release(void *ctx, u32 mark)
{
	Solver *s = ctx;
	if (mark < s->low_water)
		s->low_water = mark;
}

Solver *solver_new(ExprPool *p, const SolveOptions *opt)
{
	Solver *s = xcalloc(1, sizeof *s);
	s->p = p;
	if (opt)
		s->opt = *opt;
	if (!s->opt.layers)
		s->opt.layers = ~0u;
	s->random = s->opt.seed;
	s->low_water = UINT32_MAX;
	s->effort = EFFORT_FULL;
	s->eval = expr_eval_new(p);
	s->moves = expr_eval_new(p);
	s->reuse = reuse_new();
	s->domains = domains_new();
	s->facts = facts_new();
	s->terms = terms_new();
	slicer_init(&s->slicer, p);
	expr_on_release(p, on_release, s);
	return s;
}

void solver_free(Solver *s)
{
	if (!s)
		return;
	expr_off_release(s->p, on_release, s);
	slicer_free(&s->slicer);
	reuse_free(s->reuse);
	domains_free(s->domains);
	facts_free(s->facts);
	terms_free(s->terms);
	z3_free(s->z3);
	expr_eval_free(s->eval);
	expr_eval_free(s->moves);
	assignment_free(&s->spare);
	vec_free(&s->q.goal);
	vec_free(&s->q.all);
	vec_free(&s->q.vars);
	free(s);
}

const SolveStats *solver_stats(const Solver *s)
{
	return &s->stats;
}

/* Numbers that were released may mean something else by now. */
void solver_forget(Solver *s)
{
	if (s->low_water == UINT32_MAX)
		return;
	slicer_forget(&s->slicer, s->low_water);
	reuse_forget(s->reuse, s->low_water);
	domains_forget(s->domains, s->low_water);
	facts_forget(s->facts, s->low_water);
	terms_forget(s->terms, s->low_water);
	if (s->z3)
		z3_forget(s->z3, s->low_water);
	s->low_water = UINT32_MAX;
}

/* ---- layers ---- */

/* A part of the goal whose negation is among the constraints. */
static int structure_answer(Solver *s)
{
	const Slicer *sl = &s->slicer;
	if (s->q.all.len == 0)
		return SOLVE_SAT; /* nothing is left to satisfy */
	for (size_t i = 0; i < s->q.goal.len; i++) {
		Expr no = expr_not(s->p, s->q.goal.at[i]);
		if (no < sl->seen_cap && sl->seen[no] == sl->stamp)
			return SOLVE_UNSAT;
	}
	return SOLVE_OPEN;
}

int z3_answer(Solver *s)
{
	if (!s->z3)
		s->z3 = z3_new(s->p);
	u32 limit = s->opt.z3_limit ? s->opt.z3_limit : DEFAULT_LIMIT, left = effort_units(s);
	Z3Ask ask = {.once = s->inside, .limit = left < limit ? left : limit, .budget = s->budget};
	/* In the order of the prefix, goal last: so the next query finds most of it in place. */
	ExprList order = {0};
	for (size_t i = s->q.goal.len; i < s->q.all.len; i++)
		vec_push(&order, s->q.all.at[i]);
	vec_append(&order, s->q.goal.at, s->q.goal.len);
	s->stats.z3_checks++;
	int result = z3_check(s->z3, &order, &ask, &s->q.vars, s->q.model);
	s->stats.work += (u64)ask.used * WORK_PER_UNIT;
	vec_free(&order);
	if (result == SOLVE_SAT && query_holds(s, s->q.model))
		model_shape(s);
	return result;
}

typedef int LayerFn(Solver *s);
static LayerFn *const layers[SOLVE_N_LAYERS] = {
	[LAYER_STRUCTURE] = structure_answer, [LAYER_REUSE] = reuse_answer,
	[LAYER_MOVE] = move_answer,           [LAYER_BOUNDS] = bounds_answer,
	[LAYER_DIRECT] = direct_answer,       [LAYER_FIXED] = settle_answer,
	[LAYER_DESCENT] = descend_answer,     [LAYER_Z3] = z3_answer,
};

static int ask(Solver *s)
{
	double before = now_seconds();
	for (SolveLayer k = 0; k < SOLVE_N_LAYERS; k++) {
		if (!(s->opt.layers & 1u << k))
			continue;
		/* Reuse and moves give models near the current input, not random ones. */
		if (s->opt.random && (k == LAYER_REUSE || k == LAYER_MOVE))
			continue;
		/* The first three are over at once. */
		if (k > LAYER_MOVE && solver_enough(s))
			return SOLVE_UNKNOWN;
		int result = layers[k](s);
		double now = now_seconds();
		s->stats.seconds[k] += now - before;
		before = now;
		if (result == SOLVE_OPEN)
			continue;
		s->stats.answered[k]++;
		if (k > LAYER_STRUCTURE && result != SOLVE_UNKNOWN)
			reuse_learn(s, result);
		return result;
	}
	return SOLVE_UNKNOWN;
}

/* A model that does not satisfy the query is a defect of drift, never an answer. */
static void check_model(Solver *s, const Expr *prefix, size_t n, Expr goal)
{
	bool good = query_holds(s, s->q.model) && (u64)expr_eval_value(s->eval, goal);
	/* Outside of the slice nothing changed, and slicing saw it hold. */
	if (good && (CHECKED || s->q.vars.len == s->q.model->n))
		for (size_t i = 0; good && i < n; i++)
			good = (u64)expr_eval_value(s->eval, prefix[i]);
	if (good)
		return;
	Buf text = {0};
	expr_smtlib_script(s->p, s->q.all.at, s->q.all.len, &text);
	internal_error("a model does not satisfy its query\n%s", buf_str(&text));
}

SolveResult solve(Solver *s, const Expr *prefix, size_t n, Expr goal, const Assignment *current,
				  Assignment *model)
{
	double before = now_seconds();
	Assignment answer = {0}, start = {0};
	int result;
	solver_forget(s);
	s->stats.calls++;
	effort_begin(s);
	s->stats.constraints += n;
	/* One value for every variable, whatever the caller's assignment covers. */
	assignment_init(&start, s->p);
	for (u32 v = 0; v < start.n; v++)
		start.at[v] = assignment_get(current, v);
	assignment_copy(&answer, &start);
	s->q.current = &start;
	s->q.model = &answer;
	if (!slice(s, prefix, n, goal)) {
		s->stats.answered[LAYER_STRUCTURE]++;
		result = SOLVE_UNSAT;
	} else {
		result = ask(s);
		direct_free(s->left);
		s->left = NULL;
	}
	if (result == SOLVE_SAT) {
		check_model(s, prefix, n, goal);
		assignment_copy(model, &answer);
	}
	if (CHECKED && result == SOLVE_UNSAT && !s->inside && every(8))
		solve_check_unsat(s->p, prefix, n, goal);
	assignment_free(&answer);
	assignment_free(&start);
	s->stats.results[result]++;
	s->stats.total_seconds += now_seconds() - before;
	return result;
}

bool solve_implies(Solver *s, const Expr *prefix, size_t n, Expr e, const Assignment *current)
{
	Assignment model = {0};
	SolveResult r = solve(s, prefix, n, expr_not(s->p, e), current, &model);
	assignment_free(&model);
	return r == SOLVE_UNSAT;
}
