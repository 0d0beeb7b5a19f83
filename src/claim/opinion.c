/* opinion.c: runs inputs that the search had no need of, and says which of its claims was wrong. */
#include "claim/attack.h"

#include "base/watch.h"

enum {
	KEPT_CUTS = 48,       /* runs with a cut that are remembered */
	BEYOND = 6,           /* decisions behind a cut, of each version */
	LEAST_INPUTS = 200,   /* that are run, if there are as many */
	MOST_INPUTS = 2000,   /* and so many at most */
	LEAST_WORK = 1 << 23, /* instructions */
	SHARE = 10,           /* of the runs and instructions of the search */
	LEAST_ASKED = 600,    /* for the solver: a query is one, with Z3 more */
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

void opinion_cut(Claim *claim, const Constraint *const list[], const JointCut *all,
				 const JointCut *kept)
{
	Opinion *o = &claim->opinion;
	if (kept->keep[OLD] == all->keep[OLD] && kept->keep[NEW] == all->keep[NEW])
		return;
	if (kept->keep[OLD] < all->keep[OLD])
		o->cut_loc = list[OLD][kept->keep[OLD]].loc;
	/* Each cut has the same chance to be in the sample. */
	u64 slot = o->seen++;
	if (slot >= KEPT_CUTS)
		slot = hash_mix(slot, 0x9e3779b97f4a7c15u) % o->seen;
	if (slot >= KEPT_CUTS || !claim->search->pair.input)
		return;
	CutRun c = {.input = inputs_keep(claim->search->config.inputs, claim->search->pair.shape,
									 claim->search->pair.input)};
	for (size_t i = 0; i < claim->search->pair.fixed.len; i++)
		vec_push(&c.kept, claim->search->pair.fixed.at[i].cond);
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
static u32 edge_taken(Claim *claim, const Tree *tree, u32 node, const Assignment *a)
{
	expr_eval_next(claim->search->find.eval, a);
	for (u32 e = tree->nodes.at[node].first; e; e = tree->edges.at[e].next)
		if (expr_eval_value(claim->search->find.eval, tree->edges.at[e].cond))
			return e;
	return 0;
}

/* Where the input leaves the tree, if it does: that decision has a side that the search did not
 * know of. */
static bool left_tree(Claim *claim, u32 shape, const Assignment *a, u32 *loc)
{
	const Tree *tree = explorer_tree(claim->search->explorer);
	u32 edge = shape + 1;
	while (tree->edges.at[edge].to) {
		u32 node = tree->edges.at[edge].to;
		*loc = tree->nodes.at[node].loc;
		edge = edge_taken(claim, tree, node, a);
		if (!edge)
			return true;
	}
	return false;
}

static void set_failed(Claim *claim, const char *why, u32 loc)
{
	Buf place = {0};
	if (claim->opinion.failed)
		return;
	joint_place(&claim->search->pair, loc, &place);
	claim->opinion.failed = xstrdup(why);
	claim->opinion.where = xstrdup(loc ? buf_str(&place) : "?");
	buf_free(&place);
}

/* Which claim of the search the input refutes. */
static void diagnose(Claim *claim, u32 shape, const Assignment *a)
{
	static const char *const cuts[N_PRUNES] = {
		[PRUNE_REACH] = "the search held these inputs for one path: they cannot come to a change",
		[PRUNE_INFECT] = "the search held these inputs for one path: the change has no effect",
		[PRUNE_PROPAGATE] = "the search held these inputs for one path: the effect is gone",
		[PRUNE_ONCE] = "the search held NEW for the same on these inputs: no change is executed"};
	GuideStats before = search_stats(claim->search), after;
	Runner runner;
	PathRun run;
	u32 loc = 0;
	joint_runner(&claim->search->pair, &runner);
	runner.run(runner.ctx, shape, a, &run);
	after = search_stats(claim->search);
	for (int i = 0; i < N_PRUNES; i++)
		if (after.cut_runs[i] > before.cut_runs[i]) {
			set_failed(claim, cuts[i], claim->opinion.cut_loc);
			return;
		}
	if (left_tree(claim, shape, a, &loc))
		set_failed(claim, "the search held the other side of a decision for impossible", loc);
	else
		set_failed(claim, "the search held both outputs for the same on their path", 0);
}

/* ---- one input ---- */

/* Whether the versions, observed on an input, did the same. */
static bool look_same(Claim *claim, const Assignment *a)
{
	Search *search = claim->search;
	expr_eval_next(search->find.eval, a);
	return behaviour_same(search->pool, search->find.eval, &search->seen.now[OLD],
						  &search->seen.now[NEW], search->config.see);
}

/* Whether the claim holds on an input that the versions were observed on. */
static bool is_fine(Claim *claim, u32 shape, const Assignment *a)
{
	if (!claim->client.wrong)
		return look_same(claim, a);
	Expr wrong = claim->client.wrong(claim->client.ctx, shape, a);
	return !wrong || !expr_eval(claim->search->pool, wrong, a);
}

/* The versions differ on an input: as any other difference, but for the note. */
static void found(Claim *claim, u32 shape, const Assignment *a)
{
	u32 before = claim->search->found;
	bool open = behaviours_open(&claim->search->seen);
	search_condition(claim->search, shape);
	claim->client.differs(claim->client.ctx, shape, a, &claim->search->conditions);
	if (claim->search->found > before)
		diagnose(claim, shape, a);
	else
		claim->opinion.open += open;
}

/* A change was executed that the search held for out of reach: it goes on, to find out whether that
 * hid a difference. */
static void look_for_stray(Claim *claim)
{
	for (u32 i = 0; !claim->opinion.stray && claim->search->pair.by != BY_OUTPUT &&
					i < claim->search->changes.list.len;
		 i++)
		if (claim->search->changes.list.at[i].passed && claim->search->changes.list.at[i].left)
			claim->opinion.stray = i + 1;
}

static void settle_stray(Claim *claim)
{
	char why[80];
	if (!claim->opinion.stray)
		return;
	snprintf(why, sizeof why, "the search held change %u for out of reach", claim->opinion.stray);
	set_failed(claim, why, 0);
}

static bool is_new(Claim *claim, u32 shape, const Assignment *a)
{
	KeptInput kept = inputs_keep(claim->search->config.inputs, shape, a);
	u64 at,
		key =
			hash_mix(hash_bytes(kept.packed, claim->search->config.inputs->packed_size), shape) | 1;
	bool known = intmap_get(&claim->opinion.tried, key, &at);
	kept_input_free(&kept);
	intmap_put(&claim->opinion.tried, key, 1);
	return !known;
}

bool opinion_try(Claim *claim, u32 shape, Assignment *a)
{
	Opinion *o = &claim->opinion;
	ExprList *base = &claim->search->config.inputs->shapes.at[shape].base;
	inputs_canonical(claim->search->config.inputs, shape, a);
	/* What the assumptions exclude is moved to the nearest that they allow. */
	if (!conditions_hold(&claim->search->find, base, EXPR_TRUE, a) &&
		(solve(o->solver, base->at, base->len, EXPR_TRUE, a, a) != SOLVE_SAT ||
		 (inputs_canonical(claim->search->config.inputs, shape, a) &&
		  !conditions_hold(&claim->search->find, base, EXPR_TRUE, a))))
		return opinion_goes_on(claim);
	if (!is_new(claim, shape, a))
		return opinion_goes_on(claim);
	o->inputs++;
	search_observe(claim->search, shape, a);
	if (joint_was_cut(&claim->search->pair)) {
		o->most = 0;
		return false;
	}
	u64 cost =
		claim->search->pair.result[OLD].instructions + claim->search->pair.result[NEW].instructions;
	o->work -= cost < o->work ? cost : o->work;
	look_for_stray(claim);
	if (!is_fine(claim, shape, a))
		found(claim, shape, a);
	return opinion_goes_on(claim);
}

SolveResult opinion_solve(Claim *claim, Solver *s, const ExprList *conds, Expr goal,
						  const Assignment *near, Assignment *model)
{
	Opinion *o = &claim->opinion;
	u64 checks = solver_stats(s)->z3_checks;
	SolveResult r = solve(s, conds->at, conds->len, goal, near, model);
	u64 cost = 1 + Z3_COST * (solver_stats(s)->z3_checks - checks);
	o->asked -= cost < o->asked ? cost : o->asked;
	return r;
}

void opinion_ask(Claim *claim, u32 shape, const Assignment *a)
{
	Opinion *o = &claim->opinion;
	u32 see = claim->search->config.see;
	bool own = claim->client.wrong;
	if (!o->asked || !opinion_goes_on(claim) || behaviours_open(&claim->search->seen) ||
		joint_was_cut(&claim->search->pair) ||
		(!own && behaviour_hash(&claim->search->seen.now[OLD], see) ==
					 behaviour_hash(&claim->search->seen.now[NEW], see)))
		return;
	Expr differs = own ? claim->client.wrong(claim->client.ctx, shape, a)
					   : behaviour_differs(claim->search->pool, &claim->search->seen.now[OLD],
										   &claim->search->seen.now[NEW], see);
	if (!differs || differs == EXPR_FALSE)
		return;
	Assignment other = {0};
	assignment_init(&other, claim->search->pool);
	search_condition(claim->search, shape);
	if (opinion_solve(claim, o->solver, &claim->search->conditions, differs, a, &other) ==
		SOLVE_SAT)
		opinion_try(claim, shape, &other);
	assignment_free(&other);
}

bool opinion_goes_on(const Claim *claim)
{
	const Opinion *o = &claim->opinion;
	return o->inputs < o->most && o->work && !o->failed && !solver_over(claim->search->find.solver);
}

/* ---- all of it ---- */

static Solver *make_solver(Claim *claim, SolveOptions opt)
{
	opt.z3_limit = claim->search->config.z3_limit && claim->search->config.z3_limit < Z3_LIMIT
					   ? claim->search->config.z3_limit
					   : Z3_LIMIT;
	Solver *s = solver_new(claim->search->pool, &opt);
	solver_until(s, explorer_budget(claim->search->explorer));
	return s;
}

static u64 bounded(u64 least, u64 share, u64 most)
{
	u64 n = least + share;
	return n < most ? n : most;
}

void opinion_run(Claim *claim)
{
	Opinion *o = &claim->opinion;
	double begin = now_seconds();
	u64 runs = claim->search->pair.runs;
	stall("opinion");
	const ExploreStats *s = explorer_stats(claim->search->explorer);
	executed_settle(claim->search);
	for (size_t i = 0; i < claim->search->changes.list.len; i++)
		claim->search->changes.list.at[i].left = !claim->search->changes.list.at[i].passed;
	o->most = bounded(LEAST_INPUTS, runs / SHARE, MOST_INPUTS);
	o->work = LEAST_WORK + s->instructions / SHARE;
	o->asked = bounded(LEAST_ASKED, runs / SHARE, MOST_ASKED);
	o->solver = make_solver(claim, (SolveOptions){0});
	/* Z3 draws nothing at random, and is dear. */
	u32 cheap = (1u << SOLVE_N_LAYERS) - 1 - (1u << LAYER_Z3);
	o->random = make_solver(claim, (SolveOptions){.layers = cheap, .random = true, .seed = 1});
	o->plain = make_solver(claim, (SolveOptions){.layers = 1u << LAYER_STRUCTURE | 1u << LAYER_Z3});
	attack(claim);
	settle_stray(claim);
	claim->search->pair.runs = runs; /* those of the search */
	o->seconds = now_seconds() - begin;
}

bool opinion_holds(const Claim *claim)
{
	return !claim->opinion.failed && !claim->opinion.open;
}

void opinion_free(Claim *claim)
{
	Opinion *o = &claim->opinion;
	for (size_t i = 0; i < o->cuts.len; i++)
		cut_free(&o->cuts.at[i]);
	vec_free(&o->cuts);
	intmap_free(&o->tried);
	Solver *solvers[] = {o->solver, o->random, o->plain};
	for (size_t i = 0; i < countof(solvers); i++)
		if (solvers[i])
			solver_free(solvers[i]);
	free(o->failed);
	free(o->where);
}
