/* refute.c: runs inputs that the search did not need, and reports which step of its proof was
 * wrong. */
#include "versions/verdict/refute_inputs.h"

#include "base/watch.h"

enum {
	KEPT_CUTS = 48,        /* runs with a cut that are remembered */
	BEYOND = 6,            /* decisions behind a cut, of each version */
	LEAST_INPUTS = 200,    /* that are run, if there are as many */
	MOST_INPUTS = 2000,    /* and so many at most */
	LEAST_WORK = 1 << 23,  /* instructions */
	PROVED_WORK = 1 << 18, /* likewise, if a proof without a bound is to be refuted */
	SHARE = 10,            /* of the runs and instructions of the search */
	LEAST_ASKED = 600,     /* for the solver: a query is one, with Z3 more */
	MOST_ASKED = 1800,
	Z3_COST = 15,
	Z3_LIMIT = Z3_UNITS_SECOND / 50, /* units of a query */
};

/* ---- cuts are remembered ---- */

static void take_beyond(CutRun *to, const Constraint *list, size_t from, size_t n)
{
	for (size_t i = from; i < n && i < from + BEYOND; i++)
		vec_push(&to->beyond, list[i].cond);
}

static void cut_free(CutRun *c)
{
	kept_input_free(&c->input);
	vec_free(&c->kept);
	vec_free(&c->beyond);
}

void refute_cut(Comparison *comparison, const Constraint *const list[], const ProductCut *all,
				const ProductCut *kept)
{
	Refutation *o = &comparison->refute;
	if (kept->keep[OLD] == all->keep[OLD] && kept->keep[NEW] == all->keep[NEW])
		return;
	if (kept->keep[OLD] < all->keep[OLD])
		o->cut_loc = list[OLD][kept->keep[OLD]].loc;
	/* Each cut has the same chance to be in the sample. */
	u64 slot = o->seen++;
	if (slot >= KEPT_CUTS)
		slot = random_next(&(u64){slot}) % o->seen;
	if (slot >= KEPT_CUTS || !search_product(comparison->search)->input)
		return;
	CutRun c = {.input = inputs_keep(search_inputs(comparison->search),
									 search_product(comparison->search)->shape,
									 search_product(comparison->search)->input)};
	for (size_t i = 0; i < search_product(comparison->search)->fixed.len; i++)
		vec_push(&c.kept, search_product(comparison->search)->fixed.at[i].cond);
	for (int side = OLD; side <= NEW; side++) {
		for (size_t i = 0; i < kept->keep[side]; i++)
			vec_push(&c.kept, list[side][i].cond);
		take_beyond(&c, list[side], kept->keep[side], all->keep[side]);
	}
	if (slot < o->cuts.len) {
		cut_free(&o->cuts.at[slot]);
		o->cuts.at[slot] = c;
	} else {
		vec_push(&o->cuts, c);
	}
}

/* ---- what was wrong ---- */

/* The edge of a node that the input takes; 0: none. */
static u32 edge_taken(Comparison *comparison, const Tree *tree, u32 node, const Assignment *a)
{
	expr_eval_next(search_finder(comparison->search)->eval, a);
	for (u32 e = tree->nodes.at[node].first; e; e = tree->edges.at[e].next)
		if (expr_eval_value(search_finder(comparison->search)->eval, tree->edges.at[e].cond))
			return e;
	return 0;
}

/* The node where the input leaves the tree: that decision has a side that the search did not know
 * of, or closed. 0: it does not. */
static u32 left_tree(Comparison *comparison, u32 shape, const Assignment *a)
{
	const Tree *tree = search_tree(comparison->search);
	u32 edge = shape + 1;
	while (tree->edges.at[edge].to) {
		u32 node = tree->edges.at[edge].to;
		edge = edge_taken(comparison, tree, node, a);
		if (!edge)
			return node;
	}
	return 0;
}

static void set_failed(Comparison *comparison, const char *why, u32 loc)
{
	Buf location = {0};
	if (comparison->refute.failed)
		return;
	product_location(search_product(comparison->search), loc, &location);
	comparison->refute.failed = xstrdup(why);
	comparison->refute.where = xstrdup(loc ? buf_str(&location) : "?");
	buf_free(&location);
}

/* Finds which step of the search's proof the input refutes. */
static void diagnose(Comparison *comparison, u32 shape, const Assignment *a)
{
	static const char *const cuts[N_PRUNES] = {
		[PRUNE_REACH] =
			"the search treated these inputs as one path because they cannot reach a change",
		[PRUNE_INFECT] =
			"the search treated these inputs as one path because the change has no effect",
		[PRUNE_PROPAGATE] =
			"the search treated these inputs as one path because the effect has ended",
		[PRUNE_SKIP_NEW] =
			"the search did not run NEW on these inputs because OLD executed no change"};
	GuideStats before = search_stats(comparison->search), after;
	search_rerun(comparison->search, shape, a);
	after = search_stats(comparison->search);
	for (int i = 0; i < N_PRUNES; i++)
		if (after.cut_runs[i] > before.cut_runs[i]) {
			set_failed(comparison, cuts[i], comparison->refute.cut_loc);
			return;
		}
	u32 node = left_tree(comparison, shape, a);
	if (node)
		set_failed(comparison,
				   search_tree(comparison->search)->nodes.at[node].closed
					   ? "the search closed a side of a decision because it cannot reach a change"
					   : "the search treated the other side of a decision as impossible",
				   search_tree(comparison->search)->nodes.at[node].loc);
	else
		set_failed(comparison, "the search treated both outputs as equal on their path", 0);
}

/* ---- one input ---- */

/* True if the versions, observed on an input, did the same. */
static bool look_same(Comparison *comparison, const Assignment *a)
{
	Search *search = comparison->search;
	expr_eval_next(search_finder(search)->eval, a);
	return behaviour_same(search_pool(search), search_finder(search)->eval,
						  &search_behaviours(search)[OLD], &search_behaviours(search)[NEW],
						  search_see(search));
}

/* True if the verdict is right for an input that the versions were observed on. */
static bool is_fine(Comparison *comparison, u32 shape, const Assignment *a)
{
	if (!comparison->client.wrong)
		return look_same(comparison, a);
	Expr wrong = comparison->client.wrong(comparison->client.ctx, shape, a);
	return !wrong || !expr_eval(search_pool(comparison->search), wrong, a);
}

/* The versions differ on an input: as any other difference, but for the note. */
static void found(Comparison *comparison, u32 shape, const Assignment *a)
{
	u32 before = search_found(comparison->search);
	bool open = search_inconclusive(comparison->search);
	comparison->client.differs(comparison->client.ctx, shape, a,
							   search_condition(comparison->search, shape));
	if (search_found(comparison->search) > before)
		diagnose(comparison, shape, a);
	else
		comparison->refute.open += open;
}

/* A change was executed that the search held for out of reach: it goes on, to find out whether that
 * hid a difference. */
static void look_for_stray(Comparison *comparison)
{
	for (u32 i = 0;
		 !comparison->refute.stray && search_product(comparison->search)->by != BY_OUTPUT &&
		 i < search_n_changes(comparison->search);
		 i++)
		if (search_change(comparison->search, i)->passed &&
			search_change(comparison->search, i)->left)
			comparison->refute.stray = i + 1;
}

static void settle_stray(Comparison *comparison)
{
	char why[80];
	if (!comparison->refute.stray)
		return;
	snprintf(why, sizeof why, "the search treated change %u as unreachable",
			 comparison->refute.stray);
	set_failed(comparison, why, 0);
}

static bool is_new(Comparison *comparison, u32 shape, const Assignment *a)
{
	KeptInput kept = inputs_keep(search_inputs(comparison->search), shape, a);
	Buf key = {0};
	key_number(&key, shape);
	buf_add(&key, kept.packed, search_inputs(comparison->search)->packed_size);
	bool known = keymap_get(&comparison->refute.tried, buf_key(&key), NULL);
	keymap_put(&comparison->refute.tried, buf_key(&key), 1);
	kept_input_free(&kept);
	buf_free(&key);
	return !known;
}

bool refute_try(Comparison *comparison, u32 shape, Assignment *a)
{
	Refutation *o = &comparison->refute;
	ExprList *base = &search_shape(comparison->search, shape)->base;
	inputs_canonical(search_inputs(comparison->search), shape, a);
	/* What the assumptions exclude is moved to the nearest that they allow. */
	if (!conditions_hold(search_finder(comparison->search), base, EXPR_TRUE, a) &&
		(solve(o->solver, base->at, base->len, EXPR_TRUE, a, a) != SOLVE_SAT ||
		 (inputs_canonical(search_inputs(comparison->search), shape, a) &&
		  !conditions_hold(search_finder(comparison->search), base, EXPR_TRUE, a))))
		return refute_goes_on(comparison);
	if (!is_new(comparison, shape, a))
		return refute_goes_on(comparison);
	o->inputs++;
	search_observe(comparison->search, shape, a);
	if (search_cut_short(comparison->search)) {
		o->most = 0;
		return false;
	}
	u64 cost = search_result(comparison->search, OLD)->instructions +
			   search_result(comparison->search, NEW)->instructions;
	o->work -= cost < o->work ? cost : o->work;
	look_for_stray(comparison);
	if (!is_fine(comparison, shape, a))
		found(comparison, shape, a);
	return refute_goes_on(comparison);
}

SolveResult refute_solve(Comparison *comparison, Solver *s, const ExprList *conds, Expr goal,
						 const Assignment *near, Assignment *model)
{
	Refutation *o = &comparison->refute;
	u64 checks = solver_stats(s)->z3_checks;
	SolveResult r = solve(s, conds->at, conds->len, goal, near, model);
	u64 cost = 1 + Z3_COST * (solver_stats(s)->z3_checks - checks);
	o->asked -= cost < o->asked ? cost : o->asked;
	return r;
}

void refute_ask(Comparison *comparison, u32 shape, const Assignment *a)
{
	Refutation *o = &comparison->refute;
	bool own = comparison->client.wrong;
	if (!o->asked || !refute_goes_on(comparison) || search_inconclusive(comparison->search) ||
		search_cut_short(comparison->search) || (!own && search_same(comparison->search)))
		return;
	Expr differs = own ? comparison->client.wrong(comparison->client.ctx, shape, a)
					   : search_differs(comparison->search);
	if (!differs || differs == EXPR_FALSE)
		return;
	Assignment other = {0};
	assignment_init(&other, search_pool(comparison->search));
	if (refute_solve(comparison, o->solver, search_condition(comparison->search, shape), differs, a,
					 &other) == SOLVE_SAT)
		refute_try(comparison, shape, &other);
	assignment_free(&other);
}

bool refute_goes_on(const Comparison *comparison)
{
	const Refutation *o = &comparison->refute;
	return o->inputs < o->most && o->work && !o->failed &&
		   !solver_over(search_finder(comparison->search)->solver);
}

/* ---- the whole attempt ---- */

static Solver *make_solver(Comparison *comparison, SolveOptions opt)
{
	opt.z3_limit = search_config(comparison->search)->z3_limit &&
						   search_config(comparison->search)->z3_limit < Z3_LIMIT
					   ? search_config(comparison->search)->z3_limit
					   : Z3_LIMIT;
	Solver *s = solver_new(search_pool(comparison->search), &opt);
	solver_until(s, search_budget(comparison->search));
	return s;
}

static u64 bounded(u64 least, u64 share, u64 most)
{
	u64 n = least + share;
	return n < most ? n : most;
}

void refute_run(Comparison *comparison)
{
	Refutation *o = &comparison->refute;
	double begin = now_seconds();
	u64 runs = search_runs(comparison->search);
	stall("opinion");
	const ExploreStats *s = search_explored(comparison->search);
	executed_settle(comparison->search);
	executed_leave(comparison->search);
	o->most = bounded(LEAST_INPUTS, runs / SHARE, MOST_INPUTS);
	o->work =
		search_proved(comparison->search) ? PROVED_WORK : LEAST_WORK + s->instructions / SHARE;
	o->asked = bounded(LEAST_ASKED, runs / SHARE, MOST_ASKED);
	o->solver = make_solver(comparison, (SolveOptions){0});
	/* Z3 draws nothing at random, and is dear. */
	u32 cheap = (1u << SOLVE_N_LAYERS) - 1 - (1u << LAYER_Z3);
	o->random = make_solver(comparison, (SolveOptions){.layers = cheap, .random = true, .seed = 1});
	o->plain =
		make_solver(comparison, (SolveOptions){.layers = 1u << LAYER_STRUCTURE | 1u << LAYER_Z3});
	refute_inputs(comparison);
	if (!search_proved(comparison->search)) /* then no change is held for out of reach */
		settle_stray(comparison);
	search_uncount(comparison->search, runs);
	o->seconds = now_seconds() - begin;
}

bool refute_holds(const Comparison *comparison)
{
	return !comparison->refute.failed && !comparison->refute.open;
}

void refute_free(Comparison *comparison)
{
	Refutation *o = &comparison->refute;
	for (size_t i = 0; i < o->cuts.len; i++)
		cut_free(&o->cuts.at[i]);
	vec_free(&o->cuts);
	keymap_free(&o->tried);
	Solver *solvers[] = {o->solver, o->random, o->plain};
	for (size_t i = 0; i < countof(solvers); i++)
		if (solvers[i])
			solver_free(solvers[i]);
	free(o->failed);
	free(o->where);
}
