/* aim.c: decides which inputs to aim at parts of changes, and when. */
#include "versions/search/aim.h"

enum {
	PATIENCE = 6,         /* runs before it begins: most changes are reached at once */
	MOST_PENDING = 32,    /* runs that wait to be looked at */
	MOST_RUNS = 2048,     /* that are looked at */
	QUERIES = 8,          /* of one proposal */
	NO_PATH = 7,          /* as many of these is one that finds no path */
	GIVE_UP = 400,        /* inputs in vain, after which there are no more */
	MOST_TARGETS = 256,   /* blocks of changes that are aimed at */
	HARD_PRICE = 1 << 20, /* of each time that it took too much work */
	LOOK_PRICE = 8,       /* instructions of the search in the time of one with dependences */
	LOOK_FREE = 64 << 20, /* instructions of the search that looks may always take */
	LOOK_SHARE = 4,       /* looks for changes, in shares of all other runs; 1: for uses */
};

static void note_executed(Search *search, Aim *a)
{
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const WatchEvent *e = machine_watch_events(search->machine[side], &n);
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < a->targets.len; k++) {
				AimTarget *target = &a->targets.at[k];
				if (target->side != side || target->executed || target->watch != e[i].watch)
					continue;
				target->executed = true;
				a->fruitless = 0;
			}
	}
	/* If an effect is known, a run with the effect should reach the use, not just any run. */
	Machine *effect = propagate_effect_machine(search);
	for (size_t k = 0; k < a->targets.len; k++) {
		AimTarget *target = &a->targets.at[k];
		if (!target->use)
			continue;
		const u8 *covered =
			machine_covered(effect ? effect : search->machine[NEW], target->function);
		bool executed = covered && covered[target->block];
		if (executed && !target->executed)
			a->fruitless = 0;
		target->executed = executed;
	}
}

/* True if the block of OLD is one that NEW has, too. */
static bool also_new(const Search *search, const Aim *a, const ChangeBlock *b)
{
	u32 function = change_map_function(search->changes.map, OLD, b->function);
	u32 block = change_map_block(search->changes.map, OLD, b->function, b->block);
	for (size_t i = 0; i < a->targets.len; i++) {
		const AimTarget *other = &a->targets.at[i];
		if (other->side == NEW && other->function == function && other->block == block)
			return true;
	}
	return false;
}

static void add_targets(Search *search, Aim *a, int side)
{
	for (u32 i = 0; i < search->changes.blocks[side].len && a->targets.len < MOST_TARGETS; i++) {
		const ChangeBlock *b = &search->changes.blocks[side].at[i];
		bool known = side == OLD && also_new(search, a, b);
		for (u32 k = 0; k < i && !known; k++)
			known = search->changes.blocks[side].at[k].watch == b->watch;
		if (!known)
			vec_push(
				&a->targets,
				((AimTarget){
					.side = side, .function = b->function, .block = b->block, .watch = b->watch}));
	}
}

Aim *aim_new(Search *search)
{
	Aim *a = xcalloc(1, sizeof *a);
	assignment_init(&a->input, search->pool);
	return a;
}

static void *begin(Search *search)
{
	if (search->config.every_pair)
		return NULL;
	Aim *a = aim_new(search);
	/* What is new first: it is what a change is usually about. */
	add_targets(search, a, NEW);
	add_targets(search, a, OLD);
	aim_uses(search, a);
	return a;
}

bool aim_wants(const Search *search, const AimTarget *target)
{
	if (target->executed || !target->use)
		return !target->executed;
	return search->changes.epoch && !search->found && !search->waiting;
}

static bool left(const Search *search, const Aim *a)
{
	for (size_t i = 0; i < a->targets.len; i++)
		if (aim_wants(search, &a->targets.at[i]))
			return true;
	return false;
}

bool aim_keep(Search *search, Aim *a, u32 shape, const Assignment *input)
{
	if (a->pending.len >= MOST_PENDING || a->runs.len >= MOST_RUNS)
		return false;
	vec_push(&a->runs, inputs_keep(search->config.inputs, shape, input));
	vec_push(&a->pending, (u32)a->runs.len - 1);
	return true;
}

static void after_path(Search *search, const Path *path)
{
	Aim *a = search->guide[GUIDE_AIM];
	if (a->off)
		return;
	note_executed(search, a);
	bool telling = path->run->fresh || search->changes.executed.len;
	if (telling && !a->proposed && left(search, a))
		aim_keep(search, a, path->shape, path->input);
	a->proposed = false;
}

static u32 price(const Aim *a, const AimFlip *s)
{
	return s->distance * AIM_STEP + s->gap + a->sites.at[s->site].tries * 4 + s->order * 2 +
		   s->effort * HARD_PRICE;
}

/* The cheapest that is left, the newest of several. What took the solver more than a little work
 * waits for its turn. */
static bool take_best(const Search *search, Aim *a, AimFlip *out)
{
	u64 work = solver_stats(search->find.solver)->work;
	bool hard = explore_hard_turn(a->hard_work, work, search->pair.runs);
	size_t best = a->flips.len, n = 0;
	for (size_t i = 0; i < a->flips.len; i++) {
		const AimFlip *s = &a->flips.at[i];
		u64 known;
		if (!aim_wants(search, &a->targets.at[s->target]) ||
			(intmap_get(&a->seen, s->key, &known) && known > s->effort))
			continue;
		a->flips.at[n] = *s;
		bool now = hard || !s->effort;
		if (now && (best >= n || price(a, s) <= price(a, &a->flips.at[best])))
			best = n;
		n++;
	}
	a->flips.len = n;
	if (best >= n)
		return false;
	*out = a->flips.at[best];
	intmap_put(&a->seen, out->key, 1 + out->effort);
	a->sites.at[out->site].tries++;
	return true;
}

/* Programs reject odd characters early: use none if others satisfy the query as well. */
static void make_printable(Search *search, Aim *a, Expr goal, Assignment *out)
{
	for (u32 var = 0; var < out->n; var++) {
		u64 old = out->at[var];
		if (old == a->input.at[var] || !old || (old >= ' ' && old < 127) ||
			input_of(search->pool, var)->kind != INPUT_BYTES)
			continue;
		out->at[var] = 'a';
		if (!conditions_hold(&search->find, &a->query, goal, out))
			out->at[var] = old;
	}
}

/* What takes too much work is asked again later, with more. */
static SolveResult ask(Search *search, Aim *a, const AimFlip *s, Assignment *out)
{
	Solver *solver = search->find.solver;
	u64 before = solver_stats(solver)->work;
	solver_effort(solver, s->effort);
	SolveResult r =
		solve_near(&search->find, a->runs.at[s->run].shape, &a->input, &a->query, s->goal, out);
	solver_effort(solver, EFFORT_FULL);
	if (s->effort)
		a->hard_work += solver_stats(solver)->work - before;
	if (r == SOLVE_UNKNOWN && s->effort < EFFORT_FULL) {
		AimFlip again = *s;
		again.effort++;
		vec_push(&a->flips, again);
	}
	return r;
}

static bool make_input(Search *search, Aim *a, const AimFlip *s, Assignment *out)
{
	const KeptInput *r = &a->runs.at[s->run];
	const ExprList *base = &search->config.inputs->shapes.at[r->shape].base;
	a->query.len = 0;
	vec_append(&a->query, base->at, base->len);
	for (u32 i = 0; i < s->n; i++)
		vec_push(&a->query, a->conds.at[s->first + i]);
	inputs_recall(search->config.inputs, r, &a->input);
	a->queries++;
	if (ask(search, a, s, out) != SOLVE_SAT)
		return false;
	make_printable(search, a, s->goal, out);
	return true;
}

static bool change_left(const Search *search, const Aim *a)
{
	for (size_t i = 0; i < a->targets.len; i++)
		if (!a->targets.at[i].use && aim_wants(search, &a->targets.at[i]))
			return true;
	return false;
}

/* As long as the latest came nearer; more often than not as long as any helped; then ever more
 * seldom. */
static bool my_turn(const Search *search, Aim *a)
{
	bool nearer = a->nearer;
	a->nearer = false;
	if (nearer)
		return true;
	u32 every = a->fruitless < 32 ? 0 : a->fruitless < 128 ? 2 : 8;
	/* Other orders also reach uses. */
	if (!change_left(search, a) && every < 4)
		every = 4;
	a->turn++;
	return every ? a->turn % every == 0 : a->turn % 4 != 0;
}

bool aim_next(Search *search, Aim *a, u32 *shape, Assignment *out)
{
	AimFlip s;
	for (u32 i = 0; i < QUERIES && take_best(search, a, &s); i++) {
		if (!make_input(search, a, &s, out))
			continue;
		*shape = a->runs.at[s.run].shape;
		a->fruitless++;
		a->proposals++;
		a->proposed = true;
		return true;
	}
	return false;
}

/* Runs with dependences must not take most of the time if they are long. */
static bool may_look(const Search *search, const Aim *a)
{
	u64 share = change_left(search, a) ? LOOK_SHARE : 1;
	return a->work.looked * LOOK_PRICE <= LOOK_FREE + search->pair.instructions * share;
}

static bool propose(Search *search, u32 *shape, Assignment *out)
{
	Aim *a = search->guide[GUIDE_AIM];
	/* What was proposed last was a path that is known. */
	if (a->proposed)
		a->fruitless += NO_PATH;
	a->proposed = false;
	if (a->off || (search->pair.runs < PATIENCE && !search->changes.epoch) ||
		a->fruitless >= GIVE_UP || !left(search, a))
		return false;
	size_t n = 0;
	for (; n < a->pending.len && !a->off && may_look(search, a); n++)
		aim_look(search, a, a->pending.at[n]);
	a->pending.len -= n;
	memmove(a->pending.at, a->pending.at + n, a->pending.len * sizeof *a->pending.at);
	if (!my_turn(search, a) || !aim_next(search, a, shape, out))
		return false;
	aim_keep(search, a, *shape, out);
	return true;
}

static void stats(const void *state, GuideStats *to)
{
	const Aim *a = state;
	to->aim_queries = a->queries;
	to->aim_runs = a->proposals;
}

void aim_free(void *aim)
{
	Aim *a = aim;
	if (!a)
		return;
	for (int side = OLD; side <= NEW; side++)
		subject_stop(&a->runner[side]);
	for (size_t i = 0; i < a->targets.len; i++) {
		distance_free(a->targets.at[i].distance);
		later_free(a->targets.at[i].later);
	}
	for (size_t i = 0; i < a->runs.len; i++)
		kept_input_free(&a->runs.at[i]);
	assignment_free(&a->input);
	dep_walk_free(&a->walk);
	vec_free(&a->list);
	vec_free(&a->slice);
	vec_free(&a->whole);
	vec_free(&a->query);
	vec_free(&a->branch_of);
	vec_free(&a->targets);
	vec_free(&a->sites);
	keymap_free(&a->site_of);
	vec_free(&a->runs);
	vec_free(&a->pending);
	vec_free(&a->flips);
	vec_free(&a->conds);
	keymap_free(&a->contexts);
	intmap_free(&a->seen);
	free(a);
}

const Guide guide_aim = {
	.begin = begin, .after_path = after_path, .propose = propose, .stats = stats, .free = aim_free};
