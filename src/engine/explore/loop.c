/* loop.c: run, negate, solve, repeat. */
#include "engine/explore/jobs/crew.h"
#include "engine/explore/jobs/report.h"

#include "base/check.h"
#include "base/watch.h"

static const double TICK = 0.1; /* seconds */

enum {
	HARD_SHARE = 4,        /* of all work, this part is for nodes that were set aside */
	WORK_OF_RUN = 100000,  /* a run, as work of the solver: a thousandth of a second */
	FIRST_WORK = 20000000, /* until then, a second at most, queries have more than a little */
};

Explorer *explorer_new(Inputs *in, const Runner *runner, const ExploreOptions *opt,
					   const ExploreEvents *events, const ExploreGuide *guide)
{
	Explorer *x = xcalloc(1, sizeof *x);
	x->in = in;
	x->pool = in->pool;
	x->runner = *runner;
	x->opt = *opt;
	if (events)
		x->events = *events;
	tree_init(&x->tree, (u32)in->shapes.len);
	x->tree.max_depth = opt->max_depth;
	queue_init(&x->queue, opt->order, runner->covered, runner->ctx);
	if (guide) {
		x->guide = *guide;
		x->queue.rank = guide->rank;
		x->queue.rank_ctx = guide->ctx;
	}
	x->solver = solver_new(x->pool, &opt->solve);
	x->budget.stop = opt->stop;
	x->budget.end = opt->end;
	x->budget.memory = opt->memory;
	solver_until(x->solver, &x->budget);
	x->eval = expr_eval_new(x->pool);
	assignment_init(&x->input, x->pool);
	assignment_init(&x->parent, x->pool);
	vec_push(&x->runs, (KeptInput){0});
	for (size_t i = 0; i < in->notes.len; i++)
		remark(x, "seed", in->notes.at[i], 0, 1, false);
	return x;
}

void explorer_free(Explorer *x)
{
	if (!x)
		return;
	crew_end(x);
	tree_free(&x->tree);
	queue_free(&x->queue);
	solver_free(x->solver);
	expr_eval_free(x->eval);
	assignment_free(&x->input);
	assignment_free(&x->parent);
	remarks_clear(x);
	vec_free(&x->remarks);
	keymap_free(&x->remark_of);
	vec_free(&x->runs);
	vec_free(&x->conditions);
	vec_free(&x->prefix);
	free(x->seen);
	arena_free(&x->arena);
	free(x);
}

void tick(Explorer *x)
{
	double now = now_seconds();
	x->stats.seconds = now - x->begin;
	if (!x->events.tick || now - x->ticked < TICK)
		return;
	x->ticked = now;
	x->events.tick(x->events.ctx);
}

static u64 runs_of_all(const Explorer *x)
{
	return x->processes.page ? atomic_load(&x->processes.page->runs) : x->stats.runs;
}

/* Of this process, in units of the solver's work: it does not depend on the computer. */
static u64 work_of(const Explorer *x)
{
	return solver_stats(x->solver)->work + x->stats.runs * WORK_OF_RUN + x->stats.instructions;
}

bool budget_spent(Explorer *x, ExploreEnd *end)
{
	if (x->budget.enough || (x->opt.stop && *x->opt.stop))
		*end = END_STOPPED;
	else if (x->opt.end > 0 && now_seconds() >= x->opt.end)
		*end = END_TIME;
	else if (x->opt.runs && runs_of_all(x) >= x->opt.runs)
		*end = END_RUNS;
	else if (x->opt.idle && work_of(x) - x->fresh_at >= x->opt.idle)
		*end = END_IDLE;
	else if (budget_over(&x->budget) || expr_pool_full(x->pool))
		*end = x->budget.full || expr_pool_full(x->pool) ? END_MEMORY : END_TIME;
	else
		return false;
	return true;
}

Budget *explorer_budget(Explorer *x)
{
	return &x->budget;
}

void explorer_begin(Explorer *x)
{
	x->begin = x->ticked = now_seconds();
}

/* ---- running ---- */

/* Drops conditions that are constant or were decided earlier in the same run. */
static void conditions_of(Explorer *x, const PathRun *run)
{
	u32 number = ++x->listing;
	x->conditions.len = 0;
	for (size_t i = 0; i < run->n; i++) {
		const Constraint *c = &run->constraints[i];
		if (c->cond >= x->seen_cap) {
			u32 cap = expr_pool_len(x->pool) * 2;
			x->seen = xrealloc(x->seen, cap * sizeof *x->seen);
			memset(x->seen + x->seen_cap, 0, (cap - x->seen_cap) * sizeof *x->seen);
			x->seen_cap = cap;
		}
		if (c->cond == EXPR_TRUE || x->seen[c->cond] == number)
			continue;
		x->seen[c->cond] = number;
		vec_push(&x->conditions, *c);
	}
}

static void record_run(Explorer *x, u32 shape, const Assignment *a)
{
	KeptInput r = {.packed = arena_alloc(&x->arena, x->in->packed_size), .shape = shape};
	inputs_pack(x->in, a, r.packed);
	vec_push(&x->runs, r);
}

/* Paths differ in the prefixes of their conditions. If runs with the same prefix continue differently,
 * an input may belong to no path or to two, and the search is incomplete. With an exact runner, this is
 * a bug in drift: something that is in no condition determined the path. */
static void diverge(Explorer *x, const char *what, u32 loc)
{
	must_that(!x->runner.exact, "%s, at location %u, in run %llu", what, loc,
			  (unsigned long long)x->stats.runs);
	x->stats.divergences++;
	remark(x, "divergence", what, loc, 1, true);
}

/* The run must pass the node it was solved for, on an edge that was not there. */
static void check_target(Explorer *x, u32 target, u32 run)
{
	u32 where;
	Node *n = &x->tree.nodes.at[target];
	bool passed = tree_passed(&x->tree, target, &where);
	if (passed && x->tree.edges.at[x->tree.walk.at[n->depth + 1]].run == run)
		return;
	diverge(x, "a run left the path it was solved for", passed ? n->loc : where);
	n->state = NODE_UNKNOWN;
}

/* No input of the shape takes the walk up to its i-th edge and leaves it there. */
static void check_implied(Explorer *x, const ExprList *base, size_t i)
{
	ExprList prefix = {0};
	vec_append(&prefix, base->at, base->len);
	for (size_t k = 1; k < i; k++)
		vec_push(&prefix, x->tree.edges.at[x->tree.walk.at[k]].cond);
	Expr no = expr_not(x->pool, x->tree.edges.at[x->tree.walk.at[i]].cond);
	solve_check_unsat(x->pool, prefix.at, prefix.len, no);
	vec_free(&prefix);
}

/* Closes new nodes whose decision the ones before imply. */
static void close_implied(Explorer *x, u32 shape)
{
	const ExprList *base = &x->in->shapes.at[shape].base;
	Tree *t = &x->tree;
	if (!t->created.len)
		return;
	solve_path_begin(x->solver);
	for (size_t i = 0; i < base->len; i++)
		solve_path_take(x->solver, base->at[i]);
	for (size_t i = 1; i < t->walk.len && (i % 64 || !solver_over(x->solver)); i++) {
		const Edge *e = &t->edges.at[t->walk.at[i]];
		Node *n = &t->nodes.at[e->from];
		bool implied = solve_path_take(x->solver, e->cond);
		bool open = n->state != NODE_CLOSED && n->state != NODE_GIVEN;
		if (implied && n->n_edges == 1 && open && !n->queued) {
			n->state = NODE_CLOSED;
			x->stats.implied++;
			if (CHECKED && every(8))
				check_implied(x, base, i);
		}
	}
}

/* What the latest run left open. */
static void queue_created(Explorer *x, u32 target, bool fresh)
{
	if (target && x->tree.nodes.at[target].state == NODE_OPEN && !x->tree.nodes.at[target].queued)
		queue_push(&x->queue, &x->tree, target, fresh);
	for (size_t i = 0; i < x->tree.created.len; i++) {
		u32 node = x->tree.created.at[i];
		x->stats.closed += x->tree.nodes.at[node].closed != 0;
		if (x->tree.nodes.at[node].state == NODE_CUT)
			remark(x, "depth", "not negated: deeper than --max-depth", x->tree.nodes.at[node].loc,
				   1, true);
		else if (x->tree.nodes.at[node].state == NODE_OPEN)
			queue_push(&x->queue, &x->tree, node, fresh);
	}
}

/* A run for itself. */
static void tell_path(Explorer *x, const Path *path)
{
	if (x->processes.helper)
		helper_path(x->processes.helper, path);
	else if (x->events.path)
		x->events.path(x->events.ctx, path);
}

/* Runs an input if the runs of all processes allow one more. Returns false if the run says nothing,
 * because everything ends here. */
static bool run_within(Explorer *x, u32 shape, const Assignment *a, PathRun *run)
{
	stall("explore");
	x->cut = x->processes.page && !x->processes.repeating &&
			 atomic_fetch_add(&x->processes.page->runs, 1) >= x->opt.runs && x->opt.runs;
	if (x->cut)
		return false;
	x->runner.run(x->runner.ctx, shape, a, run);
	x->stats.runs++;
	if (!x->opt.blind)
		x->stats.instructions += run->result.instructions;
	x->cut = run->result.cut;
	if (run->fresh)
		x->fresh_at = work_of(x);
	return !x->cut;
}

static WalkResult walk_run(Explorer *x, u32 shape, const Assignment *a, const PathRun *run,
						   u32 *where)
{
	WalkInput input = {.run = (u32)x->runs.len, .a = a, .eval = x->eval};
	conditions_of(x, run);
	record_run(x, shape, a);
	const Constraint *list = x->conditions.at;
	size_t n = x->conditions.len;
	return x->opt.sets ? tree_walk_set(&x->tree, x->pool, shape, list, n, &input, where)
					   : tree_walk(&x->tree, x->pool, shape, list, n, &input, where);
}

static void tell_blind(Explorer *x, u32 shape, const Assignment *a, const PathRun *run)
{
	Path path = {.number = (u32)x->stats.runs,
				 .shape = shape,
				 .set = run->constraints,
				 .n_set = run->n,
				 .input = a,
				 .run = run};
	if (x->events.path)
		x->events.path(x->events.ctx, &path);
}

/* Runs an input; target is the node it was solved for, or 0. */
static void run_input(Explorer *x, u32 shape, const Assignment *a, u32 target)
{
	PathRun run = {0};
	u32 where = 0, number = (u32)x->runs.len;
	if (!run_within(x, shape, a, &run))
		return;
	if (x->opt.blind) {
		tell_blind(x, shape, a, &run);
		return;
	}
	if (run.deps.nodes > x->stats.deps.nodes)
		x->stats.deps = run.deps;
	WalkResult walk = walk_run(x, shape, a, &run, &where);
	if (CHECKED && (walk == WALK_NEW || every(4)))
		tree_check_walk(&x->tree, x->pool, shape, a);
	if (walk == WALK_DIVERGED) {
		diverge(x, "runs with the same prefix decide different things", where);
		if (target)
			x->tree.nodes.at[target].state = NODE_UNKNOWN;
	} else if (target) {
		check_target(x, target, number);
	}
	for (size_t i = 0; run.preferred && i < x->tree.walk.len; i++) {
		Edge *e = &x->tree.edges.at[x->tree.walk.at[i]];
		e->preferred = e->preferred ? e->preferred : number;
	}
	remark_run(x, &run);
	close_implied(x, shape);
	queue_created(x, target, run.fresh > 0);
	/* What is another worker's is a hint, which only guides give: it is told, and not counted. */
	bool other = walk == WALK_NEW && tree_left(&x->tree) && !x->processes.repeating;
	if (walk != WALK_NEW || (other && !x->guide.propose))
		return;
	x->stats.paths += !other;
	Path path = {.number = (u32)x->stats.paths,
				 .shape = shape,
				 .leaf = tree_leaf(&x->tree),
				 .set = x->opt.sets ? x->conditions.at : NULL,
				 .n_set = x->conditions.len,
				 .input = a,
				 .run = &run};
	tell_path(x, &path);
}

bool enter_run(Explorer *x, u32 shape)
{
	PathRun run = {0};
	u32 where;
	return run_within(x, shape, &x->input, &run) &&
		   walk_run(x, shape, &x->input, &run, &where) != WALK_DIVERGED;
}

bool repeat_run(Explorer *x, u32 shape)
{
	ExploreStats before = x->stats;
	x->processes.repeating = true;
	run_input(x, shape, &x->input, 0);
	x->processes.repeating = false;
	u64 paths = x->stats.paths;
	bool fits = !x->cut && x->stats.divergences == before.divergences &&
				(paths > before.paths || x->guide.doubt);
	x->stats = before;
	x->stats.paths = paths;
	return fits;
}

/* ---- solving ---- */

static bool holds(Explorer *x, Expr goal, const Assignment *a)
{
	expr_eval_next(x->eval, a);
	if (!expr_eval_value(x->eval, goal))
		return false;
	for (size_t i = 0; i < x->prefix.len; i++)
		if (!expr_eval_value(x->eval, x->prefix.at[i]))
			return false;
	return true;
}

/* Searches for a canonical input that satisfies x->prefix and goal. */
static SolveResult solve_input(Explorer *x, u32 shape, Expr goal, const Assignment *current,
							   Assignment *model)
{
	SolveResult r = solve(x->solver, x->prefix.at, x->prefix.len, goal, current, model);
	if (r != SOLVE_SAT || !inputs_canonical(x->in, shape, model) || holds(x, goal, model))
		return r;
	/* The program looks past the end of a string: ask for an input that can exist. */
	inputs_canonical_conditions(x->in, shape, &x->prefix);
	return solve(x->solver, x->prefix.at, x->prefix.len, goal, current, model);
}

/* Processes a solver's answer for a node; the input is x->input. */
static void take_answer(Explorer *x, u32 node, SolveResult answer)
{
	Node *n = &x->tree.nodes.at[node];
	n->queued = false;
	if (answer == SOLVE_UNSAT) {
		n->state = NODE_CLOSED;
	} else if (answer == SOLVE_UNKNOWN && solver_over(x->solver)) {
		return; /* given up because everything is: it stays open */
	} else if (answer == SOLVE_UNKNOWN && n->effort < EFFORT_FULL) {
		n->effort++;
		queue_set_aside(&x->queue, &x->tree, node);
	} else if (answer == SOLVE_UNKNOWN) {
		n->state = NODE_UNKNOWN;
		x->stats.unknown++;
		remark(x, "unknown", "the solver gave up on the other side", n->loc, 1, true);
	} else if (n->state == NODE_OPEN) {
		n->effort = EFFORT_QUICK;
		run_input(x, tree_root(&x->tree, node), &x->input, node);
	}
}

/* The effort that a query is asked with first, by the work of all before it: small searches are done
 * before it pays to ask twice. */
static SolveEffort first_effort(u64 work)
{
	return work < FIRST_WORK ? EFFORT_SOME : EFFORT_QUICK;
}

bool explore_hard_turn(u64 hard, u64 work, u64 runs)
{
	return hard < (work + runs * WORK_OF_RUN) / HARD_SHARE;
}

/* Returns the next node to negate; 0 if the queue is empty. */
static u32 next_node(Explorer *x)
{
	u64 work = solver_stats(x->solver)->work;
	return queue_pop(&x->queue, &x->tree, explore_hard_turn(x->hard_work, work, x->stats.runs));
}

static void try_node(Explorer *x, u32 node)
{
	Node *n = &x->tree.nodes.at[node];
	u32 shape = tree_root(&x->tree, node);
	const ExprList *base = &x->in->shapes.at[shape].base;
	x->prefix.len = 0;
	vec_append(&x->prefix, base->at, base->len);
	tree_prefix(&x->tree, node, &x->prefix);
	inputs_recall(x->in, &x->runs.at[tree_start(&x->tree, node)], &x->parent);
	u64 before = solver_stats(x->solver)->work;
	SolveEffort least = first_effort(before);
	n->effort = n->effort < least ? least : n->effort;
	solver_effort(x->solver, n->effort);
	SolveResult answer = solve_input(x, shape, n->others, &x->parent, &x->input);
	solver_effort(x->solver, EFFORT_FULL);
	if (n->effort > least)
		x->hard_work += solver_stats(x->solver)->work - before;
	if (answer == SOLVE_SAT && x->guide.draw)
		x->guide.draw(x->guide.ctx, &x->prefix, x->tree.nodes.at[node].others, &x->input);
	take_answer(x, node, answer);
}

/* ---- the whole ---- */

static bool run_start(Explorer *x, const Start *start, bool *possible)
{
	const ExprList *base = &x->in->shapes.at[start->shape].base;
	inputs_start(x->in, start, &x->parent);
	x->prefix.len = 0;
	vec_append(&x->prefix, base->at, base->len);
	SolveResult r = solve_input(x, start->shape, EXPR_TRUE, &x->parent, &x->input);
	if (r == SOLVE_UNKNOWN) /* perhaps nothing of its shape will be run */
		remark(x, "unknown", "the solver gave up on whether an input satisfies the assumptions", 0,
			   1, true);
	if (r != SOLVE_SAT)
		return false;
	*possible = true;
	run_input(x, start->shape, &x->input, 0);
	return true;
}

/* Runs an input that the guide proposes. Returns false if it proposes none. */
static bool run_proposed(Explorer *x)
{
	u32 shape;
	if (!x->guide.propose || (!x->queue.len && !x->opt.blind) ||
		!x->guide.propose(x->guide.ctx, &shape, &x->input))
		return false;
	run_input(x, shape, &x->input, 0);
	return true;
}

bool explore_step(Explorer *x)
{
	if (CHECKED && every(32)) {
		tree_check(&x->tree, x->pool, (u32)x->runs.len);
		queue_check(&x->queue, &x->tree);
	}
	if (run_proposed(x))
		return true;
	u32 node = next_node(x);
	if (node)
		try_node(x, node);
	return node;
}

static ExploreEnd loop(Explorer *x)
{
	ExploreEnd end = END_DONE;
	while (!budget_spent(x, &end) && explore_step(x))
		tick(x);
	return end;
}

bool explorer_run(Explorer *x, ExploreEnd *end, Err *err)
{
	bool possible = false, more = true;
	explorer_begin(x);
	*end = END_DONE;
	if ((x->opt.jobs > 1 || x->processes.keep) && !x->opt.sets && !x->opt.blind &&
		!crew_begin(x, err))
		return false;
	for (size_t i = 0; more && !x->opt.blind && i < x->in->starts.len; i++) {
		x->cut = false;
		run_start(x, &x->in->starts.at[i], &possible);
		more = !budget_spent(x, end);
		size_t left = x->in->starts.len - i - !x->cut;
		if (!more && left)
			remark(x, "seed", "drift did not run these given inputs to their end", 0, left, true);
		tick(x);
	}
	if (!possible && more && !x->opt.blind)
		return err_set(err, "no input satisfies the assumptions");
	if (more)
		*end = x->processes.crew ? crew_run(x) : loop(x);
	if (x->opt.blind && *end == END_DONE && !budget_spent(x, end))
		return err_set(err, "no input satisfies the assumptions");
	x->ended_early = *end != END_DONE;
	x->stats.seconds = now_seconds() - x->begin;
	return true;
}

bool explorer_exhaustive(const Explorer *x)
{
	if (x->ended_early)
		return false;
	for (size_t i = 0; i < x->remarks.len; i++)
		if (x->remarks.at[i].incomplete)
			return false;
	/* Every decision has all its sides, or whatever kept it from that left a remark. */
	for (u32 i = 1; CHECKED && !x->opt.blind && i < x->tree.nodes.len; i++)
		must_that(x->tree.nodes.at[i].state == NODE_CLOSED ||
					  (x->processes.crew && x->tree.nodes.at[i].state == NODE_GIVEN),
				  "the search is exhaustive and node %u is in state %u", i,
				  x->tree.nodes.at[i].state);
	return true;
}

const ExploreStats *explorer_stats(Explorer *x)
{
	x->stats.solve = *solver_stats(x->solver);
	return x->processes.crew ? crew_stats(x->processes.crew, &x->stats) : &x->stats;
}

const Remark *explorer_remarks(const Explorer *x, size_t *n)
{
	*n = x->remarks.len;
	return x->remarks.at;
}

void explorer_input(const Explorer *x, u32 run, Assignment *a)
{
	inputs_recall(x->in, &x->runs.at[run], a);
}

const Tree *explorer_tree(const Explorer *x)
{
	return &x->tree;
}

void explorer_rerank(Explorer *x)
{
	queue_rerank(&x->queue, &x->tree);
}

size_t explorer_waiting(const Explorer *x)
{
	return x->queue.len + (x->processes.crew ? crew_waiting(x->processes.crew) : 0);
}

u32 explorer_worker(const Explorer *x)
{
	return x->processes.worker;
}
