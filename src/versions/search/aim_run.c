/* aim_run.c: finds the branches that keep a run from the remaining parts of changes, and the
 * decisions these depend on. */
#include "versions/search/aim.h"

enum {
	MOST_BRANCHES = 1 << 16, /* of a run that are looked at, the latest */
	OF_SITE = 3,             /* instances of a branch that are taken, the latest */
	OF_TARGET = 24,          /* decisions of a run that are taken for a target */
	OF_BRANCH = 12,          /* latest decisions that a branch depends on */
	INDIRECT = 4,            /* cost of a decision that the branch does not directly depend on */
	LONGEST = 4000,          /* conditions of a query */
	RUN_WORK = 1 << 20,      /* dependences visited for a run: less than a tenth of a second */
	MOST_WORK = 1 << 26,     /* for all: some five seconds; then nothing more is looked at */
};

/* A branch that went another way than to the target. */
typedef struct Missed {
	u32 branch; /* of the run */
	u32 way;    /* that leads to the target */
	u32 distance;
} Missed;

typedef VEC(Missed) MissedList;

static bool prepare(Search *search, Aim *a, int side)
{
	Err err;
	MachineOptions options = {.purpose = MACHINE_TRACKING,
							  .tracked = STATIC_NEAR,
							  .inside = true,
							  .budget = explorer_budget(search->explorer)};
	Subject *s = search->config.subject[side];
	a->ready[side] = true;
	if (!subject_start(s, search->config.inputs, &options, &a->runner[side], &err))
		return false;
	a->m[side] = a->runner[side].m;
	a->statics[side] = subject_static(s, STATIC_NEAR);
	return true;
}

/* True if enough was done for a run: dependences may be tens of thousands for each branch. */
static bool worked_enough(const Search *search, const Aim *a)
{
	return a->work.run > RUN_WORK || solver_over(search->find.solver);
}

static void measure(Search *search, Aim *a, AimTarget *target)
{
	if (target->distance)
		return;
	const Function *f =
		&search->config.subject[target->side]->program->functions.at[target->function];
	Target at = {target->function, f->blocks[target->block].first};
	target->distance = static_distance(a->statics[target->side], &at, 1);
	target->later = static_later(a->statics[target->side], &at, 1);
}

/* The branch of each constraint. */
static void number_branches(Aim *a, int side)
{
	size_t n, n_constraints;
	const BranchRun *b = machine_branches(a->m[side], &n);
	const DepGraph *g = machine_deps(a->m[side]);
	const Constraint *all = machine_constraints(a->m[side], &n_constraints);
	a->branch_of.len = 0;
	for (size_t i = 0; i < n_constraints; i++)
		vec_push(&a->branch_of, NO_OPERAND);
	for (u32 i = 0; i < n; i++) {
		const DepNode *node = &g->nodes.at[b[i].dep & ~DEP_UNDEFINED];
		if (node->kind == DEP_LEAF && all[node->b].function == b[i].function &&
			all[node->b].ins == b[i].ins)
			a->branch_of.at[node->b] = i;
	}
}

/* True if all other successors of a decision leave the function of the target without reaching
 * it. */
static bool leads_away(Aim *a, const AimTarget *target, u32 constraint)
{
	u32 number = a->branch_of.at[constraint];
	size_t n;
	if (number == NO_OPERAND)
		return false;
	const BranchRun *b = &machine_branches(a->m[target->side], &n)[number];
	if (b->function != target->function)
		return false;
	const Flow *flow = static_flow(a->statics[target->side], b->function);
	u32 block = static_block(a->statics[target->side], b->function, b->ins);
	for (u32 k = flow->succ_at[block]; k < flow->succ_at[block + 1]; k++)
		if (k - flow->succ_at[block] != b->way && flow->succ[k] < flow->n &&
			later_from(target->later, b->function, flow->succ[k]))
			return false;
	return true;
}

/* The way from a branch that leads nearer to the target than the one it took. */
static bool nearer_way(Aim *a, int side, const Distance *d, const BranchRun *b, Missed *out)
{
	Static *s = a->statics[side];
	const Flow *flow = static_flow(s, b->function);
	u32 block = static_block(s, b->function, b->ins);
	u32 n = flow->succ_at[block + 1] - flow->succ_at[block];
	if (b->way >= n)
		return false;
	u32 taken = static_distance_way(s, d, b->function, block, b->way);
	out->distance = FAR;
	for (u32 k = 0; k < n; k++) {
		u32 here = k == b->way ? FAR : static_distance_way(s, d, b->function, block, k);
		if (here < out->distance) {
			out->distance = here;
			out->way = k;
		}
	}
	return out->distance < taken;
}

static int by_distance(const void *x, const void *y)
{
	const Missed *a = x, *b = y;
	if (a->distance != b->distance)
		return a->distance < b->distance ? -1 : 1;
	return a->branch > b->branch ? -1 : a->branch < b->branch;
}

static u32 site_of(Aim *a, u32 target, const BranchRun *b)
{
	Key key = KEY(target, b->function, b->ins);
	u64 number;
	if (keymap_get(&a->site_of, key, &number))
		return (u32)number;
	vec_push(&a->sites, (AimSite){0});
	keymap_put(&a->site_of, key, a->sites.len - 1);
	return (u32)a->sites.len - 1;
}

/* Returns what the path to a branch requires of a constraint. */
static Expr goal_of(Search *search, int side, const Constraint *c, const BranchRun *b, u32 way)
{
	const Function *f = &search->config.subject[side]->program->functions.at[c->function];
	const Ins *in = &f->ins[c->ins];
	if (c->kind != CON_SWITCH || !b || !way || in->op != I_SWITCH || way > in->n_extra ||
		expr_width(search->pool, c->value) > 64)
		return expr_not(search->pool, c->cond);
	return expr_eq(search->pool, c->value,
				   expr_const(search->pool, expr_width(search->pool, c->value),
							  f->cases[in->extra + way - 1].lo));
}

/* The number of the conditions that a branch depends on, without one constraint. */
static u64 context_of(Aim *a, const Constraint *all, u32 without)
{
	Buf key = {0};
	for (size_t i = 0; i < a->whole.len; i++)
		if (a->whole.at[i] != without)
			buf_add(&key, &all[a->whole.at[i]].cond, sizeof all->cond);
	u64 number = keymap_number(&a->contexts, buf_key(&key));
	buf_free(&key);
	return number;
}

/* Keeps a decision to negate. */
static bool add_flip(Aim *a, AimFlip s, int side, u32 constraint, Expr goal)
{
	size_t n;
	const Constraint *all = machine_constraints(a->m[side], &n);
	const Constraint *c = &all[constraint];
	u64 context = context_of(a, all, constraint), known;
	a->slice.len = 0;
	dep_walk_begin(&a->walk, machine_deps(a->m[side]));
	dep_walk_set(&a->walk, c->dep, &a->slice);
	a->work.run += a->slice.len;
	if (a->slice.len > LONGEST)
		return false;
	s.goal = goal;
	s.key = context << 32 | goal;
	intmap_put(&a->seen, context << 32 | c->cond, AIM_MET);
	if (intmap_get(&a->seen, s.key, &known))
		return false;
	s.first = (u32)a->conds.len;
	/* A decision that was made twice is negated twice. */
	for (size_t i = 0; i < a->slice.len; i++)
		if (all[a->slice.at[i]].cond != c->cond)
			vec_push(&a->conds, all[a->slice.at[i]].cond);
	s.n = (u32)a->conds.len - s.first;
	vec_push(&a->flips, s);
	return true;
}

/* Numbers that are compared are the nearer to being equal the better; less than a step. */
static u32 gap_price(u64 gap)
{
	u32 price = 5;
	if (gap < 8)
		return (u32)gap;
	for (; gap && price < AIM_STEP - 1; gap >>= 1)
		price++;
	return price;
}

/* Adds the decisions that a missed branch depends on. Returns how many were added. */
static u32 add_branch(Search *search, Aim *a, AimFlip s, int side, const BranchRun *b,
					  const Missed *m)
{
	const DepGraph *g = machine_deps(a->m[side]);
	size_t n;
	const Constraint *all = machine_constraints(a->m[side], &n);
	u32 own = g->nodes.at[b->dep & ~DEP_UNDEFINED].b;
	s.distance = m->distance;
	s.site = site_of(a, s.target, b);
	a->whole.len = 0;
	dep_walk_begin(&a->walk, g);
	dep_walk_set(&a->walk, b->dep, &a->whole);
	a->work.run += a->whole.len;
	if (own < n && a->branch_of.at[own] == m->branch)
		return add_flip(a, s, side, own, goal_of(search, side, &all[own], b, m->way));
	/* First the decisions that the value itself depends on, then those that these depend on. */
	u32 added = 0;
	s.gap = gap_price(b->gap);
	AimSite *site = &a->sites.at[s.site];
	if (!site->met || b->gap < site->gap) {
		a->nearer = site->met;
		*site = (AimSite){.met = true, .gap = b->gap};
	}
	for (int direct = 1; direct >= 0; direct--) {
		a->list.len = 0;
		dep_walk_begin(&a->walk, g);
		if (direct)
			dep_walk_direct(&a->walk, b->data, &a->list);
		else
			dep_walk_set(&a->walk, b->data, &a->list);
		a->work.run += a->list.len;
		for (size_t i = a->list.len; i-- > 0 && added < OF_BRANCH && !worked_enough(search, a);) {
			const Constraint *c = &all[a->list.at[i]];
			if (c->kind == CON_BOUNDS || c->kind == CON_DIVISION ||
				leads_away(a, &a->targets.at[s.target], a->list.at[i]))
				continue;
			s.order = added + (direct ? 0 : INDIRECT);
			added += add_flip(a, s, side, a->list.at[i], goal_of(search, side, c, NULL, 0));
		}
	}
	return added;
}

/* True if the current run aims at the target. */
static bool wanted_here(const Search *search, const AimTarget *target, int side)
{
	return target->side == side && !target->aside && aim_wants(search, target);
}

static void look_for(Search *search, Aim *a, u32 run, u32 number)
{
	AimTarget *target = &a->targets.at[number];
	int side = target->side;
	size_t n;
	const BranchRun *branches = machine_branches(a->m[side], &n);
	MissedList missed = {0};
	IntMap taken = {0};
	measure(search, a, target);
	for (size_t i = n > MOST_BRANCHES ? n - MOST_BRANCHES : 0; i < n; i++) {
		Missed m = {.branch = (u32)i};
		if (nearer_way(a, side, target->distance, &branches[i], &m))
			vec_push(&missed, m);
	}
	if (missed.len)
		qsort(missed.at, missed.len, sizeof *missed.at, by_distance);
	u32 added = 0;
	for (size_t i = 0; i < missed.len && added < OF_TARGET && !worked_enough(search, a); i++) {
		const BranchRun *b = &branches[missed.at[i].branch];
		u64 key = ((u64)b->function << 32 | b->ins) + 1, count = 0;
		intmap_get(&taken, key, &count);
		if (count >= OF_SITE)
			continue;
		intmap_put(&taken, key, count + 1);
		AimFlip s = {.target = number, .run = run};
		added += add_branch(search, a, s, side, b, &missed.at[i]);
	}
	vec_free(&missed);
	intmap_free(&taken);
}

void aim_look(Search *search, Aim *a, u32 run)
{
	for (int side = OLD; side <= NEW; side++) {
		bool wanted = false;
		a->work.run = 0;
		if (a->work.all > MOST_WORK)
			return;
		for (u32 i = 0; i < a->targets.len; i++)
			wanted |= wanted_here(search, &a->targets.at[i], side);
		if (!wanted)
			continue;
		if (!a->ready[side] && !prepare(search, a, side)) {
			a->off = true;
			return;
		}
		PathRun out = {0};
		inputs_recall(search->config.inputs, &a->runs.at[run], &a->input);
		machine_runner_run(&a->runner[side], a->runs.at[run].shape, &a->input, &out);
		a->work.looked += out.result.instructions;
		number_branches(a, side);
		for (u32 i = 0; i < a->targets.len && !worked_enough(search, a); i++)
			if (wanted_here(search, &a->targets.at[i], side))
				look_for(search, a, run, i);
		a->work.all += a->work.run;
	}
}
