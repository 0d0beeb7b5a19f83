/* aim.c: which inputs are aimed at parts of changes, and when. */
#include "test/aim.h"

enum {
	PATIENCE = 6,       /* runs before it begins: most changes are reached at once */
	MOST_PENDING = 32,  /* runs that wait to be looked at */
	MOST_RUNS = 2048,   /* that are looked at */
	QUERIES = 8,        /* of one proposal */
	NO_PATH = 7,        /* as many of these is one that finds no path */
	GIVE_UP = 400,      /* inputs in vain, after which there are no more */
	MOST_TARGETS = 256, /* blocks of changes that are aimed at */
};

static void note_executed(Tester *t, Aim *a)
{
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const WatchEvent *e = machine_watch_events(t->machine[side], &n);
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < a->targets.len; k++) {
				AimTarget *target = &a->targets.at[k];
				if (target->side != side || target->executed || target->watch != e[i].watch)
					continue;
				target->executed = true;
				a->fruitless = 0;
			}
	}
	/* Where an effect is known, it is to come to the use, not any run. */
	Machine *carrier = spread_carrier(t);
	for (size_t k = 0; k < a->targets.len; k++) {
		AimTarget *target = &a->targets.at[k];
		if (!target->use)
			continue;
		const u8 *covered = machine_covered(carrier ? carrier : t->machine[NEW], target->function);
		bool executed = covered && covered[target->block];
		if (executed && !target->executed)
			a->fruitless = 0;
		target->executed = executed;
	}
}

/* Whether the block of OLD is one that NEW has, too. */
static bool also_new(const Tester *t, const Aim *a, const ChangeBlock *b)
{
	u32 function = change_map_function(t->map, SIDE_OLD, b->function);
	u32 block = change_map_block(t->map, SIDE_OLD, b->function, b->block);
	for (size_t i = 0; i < a->targets.len; i++) {
		const AimTarget *other = &a->targets.at[i];
		if (other->side == NEW && other->function == function && other->block == block)
			return true;
	}
	return false;
}

static void add_targets(Tester *t, Aim *a, int side)
{
	for (u32 i = 0; i < t->blocks[side].len && a->targets.len < MOST_TARGETS; i++) {
		const ChangeBlock *b = &t->blocks[side].at[i];
		bool known = side == OLD && also_new(t, a, b);
		for (u32 k = 0; k < i && !known; k++)
			known = t->blocks[side].at[k].watch == b->watch;
		if (!known)
			vec_push(
				&a->targets,
				((AimTarget){
					.side = side, .function = b->function, .block = b->block, .watch = b->watch}));
	}
}

void aim_prepare(Tester *t)
{
	Strategy s = t->config.strategy;
	if (t->same_code || t->config.pair || (s != STRATEGY_AUTO && s != STRATEGY_DIRECTED))
		return;
	Aim *a = t->aim = xcalloc(1, sizeof *a);
	assignment_init(&a->input, t->pool);
	/* What is new first: it is what a change is usually about. */
	add_targets(t, a, NEW);
	add_targets(t, a, OLD);
	aim_uses(t, a);
}

bool aim_wants(const Tester *t, const AimTarget *target)
{
	if (target->executed || !target->use)
		return !target->executed;
	return t->reach_epoch && !t->semantic && !t->postponed.len;
}

static bool left(const Tester *t, const Aim *a)
{
	for (size_t i = 0; i < a->targets.len; i++)
		if (aim_wants(t, &a->targets.at[i]))
			return true;
	return false;
}

/* The input is to be looked at. */
static void keep_run(Tester *t, Aim *a, u32 shape, const Assignment *input)
{
	if (a->pending.len >= MOST_PENDING || a->runs.len >= MOST_RUNS)
		return;
	vec_push(&a->runs, inputs_keep(t->config.inputs, shape, input));
	vec_push(&a->pending, (u32)a->runs.len - 1);
}

void aim_after_path(Tester *t, const Path *path)
{
	Aim *a = t->aim;
	if (!a || a->off)
		return;
	note_executed(t, a);
	bool telling = path->run->fresh || t->executed.len;
	if (telling && !a->proposed && left(t, a))
		keep_run(t, a, path->shape, path->input);
	a->proposed = false;
}

static u32 price(const Aim *a, const AimShot *s)
{
	return s->distance * AIM_STEP + s->gap + a->sites.at[s->site].tries * 4 + s->order * 2;
}

/* The cheapest that is left, the newest of several. */
static bool take_best(const Tester *t, Aim *a, AimShot *out)
{
	size_t best = a->shots.len, n = 0;
	for (size_t i = 0; i < a->shots.len; i++) {
		const AimShot *s = &a->shots.at[i];
		u64 known;
		if (!aim_wants(t, &a->targets.at[s->target]) || intmap_get(&a->seen, s->key, &known))
			continue;
		a->shots.at[n] = *s;
		if (best >= n || price(a, s) <= price(a, &a->shots.at[best]))
			best = n;
		n++;
	}
	a->shots.len = n;
	if (best >= n)
		return false;
	*out = a->shots.at[best];
	intmap_put(&a->seen, out->key, 1);
	a->sites.at[out->site].tries++;
	return true;
}

/* Programs refuse odd characters before they come to anything: where others do as well, none. */
static void make_printable(Tester *t, Aim *a, Expr goal, Assignment *out)
{
	for (u32 var = 0; var < out->n; var++) {
		u64 old = out->at[var];
		if (old == a->input.at[var] || !old || (old >= ' ' && old < 127) ||
			input_of(t->pool, var)->kind != INPUT_BYTES)
			continue;
		out->at[var] = 'a';
		if (!conditions_hold(t, &a->query, goal, out))
			out->at[var] = old;
	}
}

static bool shoot(Tester *t, Aim *a, const AimShot *s, Assignment *out)
{
	const KeptInput *r = &a->runs.at[s->run];
	const ExprList *base = &t->config.inputs->shapes.at[r->shape].base;
	a->query.len = 0;
	for (size_t i = 0; i < base->len; i++)
		vec_push(&a->query, base->at[i]);
	for (u32 i = 0; i < s->n; i++)
		vec_push(&a->query, a->conds.at[s->first + i]);
	inputs_recall(t->config.inputs, r, &a->input);
	a->stats.queries++;
	if (solve_near(t, r->shape, &a->input, &a->query, s->goal, out) != SOLVE_SAT)
		return false;
	make_printable(t, a, s->goal, out);
	return true;
}

/* As long as the latest came nearer; more often than not as long as any helped; then ever more
 * seldom. */
static bool my_turn(const Tester *t, Aim *a)
{
	bool nearer = a->nearer;
	a->nearer = false;
	if (nearer)
		return true;
	u32 every = a->fruitless < 32 ? 0 : a->fruitless < 128 ? 2 : 8;
	/* Uses are where other orders come to as well. */
	bool change = false;
	for (size_t i = 0; i < a->targets.len; i++)
		change |= !a->targets.at[i].use && aim_wants(t, &a->targets.at[i]);
	if (!change && every < 4)
		every = 4;
	a->turn++;
	return every ? a->turn % every == 0 : a->turn % 4 != 0;
}

bool aim_propose(Tester *t, u32 *shape, Assignment *out)
{
	Aim *a = t->aim;
	AimShot s;
	/* What was proposed last was a path that is known. */
	if (a && a->proposed)
		a->fruitless += NO_PATH;
	if (a)
		a->proposed = false;
	if (!a || a->off || (t->pair.runs < PATIENCE && !t->reach_epoch) || a->fruitless >= GIVE_UP ||
		!left(t, a))
		return false;
	for (size_t i = 0; i < a->pending.len && !a->off; i++)
		aim_look(t, a, a->pending.at[i]);
	a->pending.len = 0;
	if (!my_turn(t, a))
		return false;
	for (u32 i = 0; i < QUERIES && take_best(t, a, &s); i++) {
		if (!shoot(t, a, &s, out))
			continue;
		*shape = a->runs.at[s.run].shape;
		a->fruitless++;
		a->stats.runs++;
		a->proposed = true;
		keep_run(t, a, *shape, out);
		return true;
	}
	return false;
}

AimStats aim_stats(const Tester *t)
{
	return t->aim ? t->aim->stats : (AimStats){0};
}

void aim_free(Tester *t)
{
	Aim *a = t->aim;
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
	intmap_free(&a->site_of);
	vec_free(&a->runs);
	vec_free(&a->pending);
	vec_free(&a->shots);
	vec_free(&a->conds);
	intmap_free(&a->seen);
	free(a);
}
