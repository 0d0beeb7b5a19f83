/* opinion.c: runs inputs that the search had no need of, and says which of its claims was wrong. */
#include "test/attack.h"

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
	Z3_LIMIT = 100000, /* units of a query: a few hundredths of a second */
};

/* ---- cuts are remembered ---- */

static void take_beyond(CutRun *to, const Constraint *list, size_t from, size_t n)
{
	for (size_t i = from; i < n && i < from + BEYOND; i++)
		vec_push(&to->beyond, list[i].cond);
}

static void cut_free(CutRun *c)
{
	free(c->packed);
	vec_free(&c->kept);
	vec_free(&c->beyond);
}

void opinion_cut(Tester *t, const Constraint *const list[2], const PairCut *all,
				 const PairCut *kept)
{
	Opinion *o = &t->opinion;
	if (kept->keep[OLD] == all->keep[OLD] && kept->keep[NEW] == all->keep[NEW])
		return;
	if (kept->keep[OLD] < all->keep[OLD])
		o->cut_loc = list[OLD][kept->keep[OLD]].loc;
	/* Each cut has the same chance to be in the sample. */
	u64 slot = o->seen++;
	if (slot >= KEPT_CUTS)
		slot = hash_mix(slot, 0x9e3779b97f4a7c15u) % o->seen;
	if (slot >= KEPT_CUTS || !t->pair.input)
		return;
	CutRun c = {.shape = t->pair.shape, .packed = xmalloc(t->config.inputs->packed_size + 1)};
	inputs_pack(t->config.inputs, t->pair.input, c.packed);
	for (size_t i = 0; i < t->pair.fixed.len; i++)
		vec_push(&c.kept, t->pair.fixed.at[i].cond);
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
static u32 edge_taken(Tester *t, const Tree *tree, u32 node, const Assignment *a)
{
	expr_eval_begin(t->eval, a);
	for (u32 e = tree->nodes.at[node].first; e; e = tree->edges.at[e].next)
		if (expr_eval_value(t->eval, tree->edges.at[e].cond))
			return e;
	return 0;
}

/* Where the input leaves the tree, if it does: that decision has a side that the search did not
 * know of. */
static bool left_tree(Tester *t, u32 shape, const Assignment *a, u32 *loc)
{
	const Tree *tree = explorer_tree(t->explorer);
	u32 edge = shape + 1;
	while (tree->edges.at[edge].to) {
		u32 node = tree->edges.at[edge].to;
		*loc = tree->nodes.at[node].loc;
		edge = edge_taken(t, tree, node, a);
		if (!edge)
			return true;
	}
	return false;
}

static void set_failed(Tester *t, const char *why, u32 loc)
{
	Buf place = {0};
	if (t->opinion.failed)
		return;
	pair_place(&t->pair, loc, &place);
	t->opinion.failed = xstrdup(why);
	t->opinion.where = xstrdup(loc ? buf_str(&place) : "?");
	buf_free(&place);
}

/* Which claim of the search the input refutes. */
static void diagnose(Tester *t, u32 shape, const Assignment *a)
{
	static const char *const cuts[N_PRUNES] = {
		[PRUNE_REACH] = "the search held these inputs for one path: they cannot come to a change",
		[PRUNE_INFECT] = "the search held these inputs for one path: the change has no effect",
		[PRUNE_PROPAGATE] = "the search held these inputs for one path: the effect is gone"};
	PruneStats before = prune_stats(t), after;
	Runner runner;
	PathRun run;
	u32 loc = 0;
	pair_runner(&t->pair, &runner);
	runner.run(runner.ctx, shape, a, &run);
	after = prune_stats(t);
	for (int i = 0; i < N_PRUNES; i++)
		if (after.runs[i] > before.runs[i]) {
			set_failed(t, cuts[i], t->opinion.cut_loc);
			return;
		}
	if (left_tree(t, shape, a, &loc))
		set_failed(t, "the search held the other side of a decision for impossible", loc);
	else
		set_failed(t, "the search held both outputs for the same on their path", 0);
}

/* ---- one input ---- */

static bool same_bytes(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

static bool same_files(Tester *t, const Assignment *a)
{
	const Behaviour *old = &t->now[OLD], *newer = &t->now[NEW];
	bool same = old->files.len == newer->files.len;
	expr_eval_begin(t->eval, a);
	for (size_t i = 0; same && i < old->files.len; i++) {
		const FileLeft *f = &old->files.at[i], *g = &newer->files.at[i];
		Buf text[2] = {0};
		items_render(t->pool, &f->items, t->eval, &text[OLD]);
		items_render(t->pool, &g->items, t->eval, &text[NEW]);
		same = !strcmp(f->path, g->path) && f->gone == g->gone && f->mode == g->mode &&
			   same_bytes(&text[0], &text[1]);
		buf_free(&text[OLD]);
		buf_free(&text[NEW]);
	}
	return same;
}

static bool same_end(Tester *t, const Assignment *a)
{
	const Behaviour *old = &t->now[OLD], *newer = &t->now[NEW];
	if (old->outcome != newer->outcome || old->error != newer->error)
		return false;
	if (old->outcome > RAN_SIGNAL)
		return true;
	if (old->status != newer->status || !old->type != !newer->type || old->value != newer->value)
		return false;
	expr_eval_begin(t->eval, a);
	return !old->left || !expr_eval_value(t->eval, left_differ(t->pool, old->left));
}

/* Whether the versions, observed on an input, did the same. */
static bool look_same(Tester *t, const Assignment *a)
{
	u32 see = t->config.see;
	const Behaviour *old = &t->now[OLD], *newer = &t->now[NEW];
	if (see & SEE_STATUS && !same_end(t, a))
		return false;
	if (old->outcome > RAN_ERROR || newer->outcome > RAN_ERROR)
		return true; /* how far a run came says nothing */
	return (!(see & SEE_STDOUT) || same_bytes(&old->text[0], &newer->text[0])) &&
		   (!(see & SEE_STDERR) || same_bytes(&old->text[1], &newer->text[1])) &&
		   (!(see & SEE_FILES) || same_files(t, a));
}

/* The condition of all inputs that do what the latest run did. */
static void take_condition(Tester *t, u32 shape)
{
	const ExprList *base = &t->config.inputs->shapes.at[shape].base;
	t->conditions.len = 0;
	for (size_t i = 0; i < base->len; i++)
		vec_push(&t->conditions, base->at[i]);
	for (size_t i = 0; i < t->pair.all.len; i++)
		vec_push(&t->conditions, t->pair.all.at[i].cond);
}

/* The versions differ on an input: as any other difference, but for the note. */
static void found(Tester *t, u32 shape, const Assignment *a)
{
	u32 before = t->semantic;
	bool open = open_pair(t);
	take_condition(t, shape);
	if (t->config.pair)
		t->config.pair(t->config.pair_ctx, t, shape, a, &t->conditions);
	else
		compare_found(t, shape, a, &t->conditions);
	if (t->semantic > before)
		diagnose(t, shape, a);
	else
		t->opinion.open += open;
}

/* A change was executed that the search held for out of reach: it goes on, to find out whether that
 * hid a difference. */
static void look_for_stray(Tester *t)
{
	for (u32 i = 0; !t->opinion.stray && t->pair.by != BY_OUTPUT && i < t->changes.len; i++)
		if (t->changes.at[i].passed && t->changes.at[i].left)
			t->opinion.stray = i + 1;
}

static void settle_stray(Tester *t)
{
	char why[80];
	if (!t->opinion.stray)
		return;
	snprintf(why, sizeof why, "the search held change %u for out of reach", t->opinion.stray);
	set_failed(t, why, 0);
}

static bool is_new(Tester *t, u32 shape, const Assignment *a)
{
	u64 at, n = t->config.inputs->packed_size;
	u8 *packed = xmalloc(n + 1);
	inputs_pack(t->config.inputs, a, packed);
	u64 key = hash_mix(hash_bytes(packed, n), shape) | 1;
	bool known = intmap_get(&t->opinion.tried, key, &at);
	free(packed);
	intmap_put(&t->opinion.tried, key, 1);
	return !known;
}

bool opinion_try(Tester *t, u32 shape, Assignment *a)
{
	Opinion *o = &t->opinion;
	ExprList *base = &t->config.inputs->shapes.at[shape].base;
	inputs_canonical(t->config.inputs, shape, a);
	/* What the assumptions exclude is moved to the nearest that they allow. */
	if (!conditions_hold(t, base, EXPR_TRUE, a) &&
		(solve(o->solver, base->at, base->len, EXPR_TRUE, a, a) != SOLVE_SAT ||
		 (inputs_canonical(t->config.inputs, shape, a) && !conditions_hold(t, base, EXPR_TRUE, a))))
		return opinion_goes_on(t);
	if (!is_new(t, shape, a))
		return opinion_goes_on(t);
	o->inputs++;
	tester_observe(t, shape, a);
	if (tester_cut(t)) {
		o->most = 0;
		return false;
	}
	u64 cost = t->pair.result[OLD].instructions + t->pair.result[NEW].instructions;
	o->work -= cost < o->work ? cost : o->work;
	look_for_stray(t);
	if (!look_same(t, a))
		found(t, shape, a);
	return opinion_goes_on(t);
}

SolveResult opinion_solve(Tester *t, Solver *s, const ExprList *conds, Expr goal,
						  const Assignment *near, Assignment *model)
{
	Opinion *o = &t->opinion;
	u64 checks = solver_stats(s)->z3_checks;
	SolveResult r = solve(s, conds->at, conds->len, goal, near, model);
	u64 cost = 1 + Z3_COST * (solver_stats(s)->z3_checks - checks);
	o->asked -= cost < o->asked ? cost : o->asked;
	return r;
}

void opinion_ask(Tester *t, u32 shape, const Assignment *a)
{
	Opinion *o = &t->opinion;
	u32 see = t->config.see;
	if (!o->asked || !opinion_goes_on(t) || open_pair(t) || tester_cut(t) ||
		behaviour_hash(&t->now[OLD], see) == behaviour_hash(&t->now[NEW], see))
		return;
	Expr differs = behaviour_differs(t->pool, &t->now[OLD], &t->now[NEW], see);
	if (!differs || differs == EXPR_FALSE)
		return;
	Assignment other = {0};
	assignment_init(&other, t->pool);
	take_condition(t, shape);
	if (opinion_solve(t, o->solver, &t->conditions, differs, a, &other) == SOLVE_SAT)
		opinion_try(t, shape, &other);
	assignment_free(&other);
}

bool opinion_goes_on(const Tester *t)
{
	const Opinion *o = &t->opinion;
	return o->inputs < o->most && o->work && !o->failed && !solver_over(t->solver);
}

/* ---- all of it ---- */

static Solver *make_solver(Tester *t, SolveOptions opt)
{
	opt.z3_limit =
		t->config.z3_limit && t->config.z3_limit < Z3_LIMIT ? t->config.z3_limit : Z3_LIMIT;
	Solver *s = solver_new(t->pool, &opt);
	solver_until(s, explorer_budget(t->explorer));
	return s;
}

static u64 bounded(u64 least, u64 share, u64 most)
{
	u64 n = least + share;
	return n < most ? n : most;
}

void opinion_run(Tester *t)
{
	Opinion *o = &t->opinion;
	double begin = now_seconds();
	u64 runs = t->pair.runs;
	const ExploreStats *s = explorer_stats(t->explorer);
	executed_settle(t);
	for (size_t i = 0; i < t->changes.len; i++)
		t->changes.at[i].left = !t->changes.at[i].passed;
	o->most = bounded(LEAST_INPUTS, runs / SHARE, MOST_INPUTS);
	o->work = LEAST_WORK + s->instructions / SHARE;
	o->asked = bounded(LEAST_ASKED, runs / SHARE, MOST_ASKED);
	o->solver = make_solver(t, (SolveOptions){0});
	/* Z3 draws nothing at random, and is dear. */
	u32 cheap = (1u << SOLVE_N_LAYERS) - 1 - (1u << LAYER_Z3);
	o->random = make_solver(t, (SolveOptions){.layers = cheap, .random = true, .seed = 1});
	o->plain = make_solver(t, (SolveOptions){.layers = 1u << LAYER_STRUCTURE | 1u << LAYER_Z3});
	attack(t);
	settle_stray(t);
	t->pair.runs = runs; /* those of the search */
	o->seconds = now_seconds() - begin;
}

bool opinion_holds(const Tester *t)
{
	return !t->opinion.failed && !t->opinion.open;
}

void opinion_free(Tester *t)
{
	Opinion *o = &t->opinion;
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
