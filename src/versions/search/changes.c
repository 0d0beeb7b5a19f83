/* changes.c: which changes the runs reach, and with what effect. */
#include "versions/search/impl.h"

#include "base/check.h"

/* A function and its counterpart are one location. */
static u64 location_key(const Search *search, int side, u32 change, u32 *function)
{
	u32 other = side == NEW ? *function : change_map_function(search->changes.map, OLD, *function);
	u32 n = (u32)search->config.subject[NEW]->program->functions.len;
	*function = other != NO_OPERAND ? other : n + *function;
	return ((u64)change << 32 | *function) + 1;
}

static u32 location_number(Search *search, int side, u32 change, u32 function)
{
	Changes *c = &search->changes;
	u64 known, key = location_key(search, side, change, &function);
	if (intmap_get(&c->location_of, key, &known))
		return (u32)known - 1;
	vec_push(&c->locations, ((ChangeLocation){.change = change, .function = function}));
	intmap_put(&c->location_of, key, c->locations.len);
	return (u32)c->locations.len - 1;
}

bool changes_location_reached(const Search *search, int side, u32 change, u32 function)
{
	u64 known, key = location_key(search, side, change, &function);
	return intmap_get(&search->changes.location_of, key, &known) &&
		   search->changes.locations.at[known - 1].reached;
}

/* Blocks that hold a point of the change, each to be watched once. */
static void watch_part(Search *search, int side, u32 change, const ChangePart *part)
{
	for (u32 i = 0; i < part->n_points; i++) {
		const ChangePoint *point = &part->points[i];
		const Function *f = &search->config.subject[side]->program->functions.at[point->function];
		ChangeBlock b = {.function = point->function,
						 .block = function_block(f, point->ins),
						 .change = change,
						 .first = point->ins,
						 .watch = NO_OPERAND,
						 .location = location_number(search, side, change, point->function)};
		u32 watches = 0;
		bool known = false;
		for (size_t k = 0; k < search->changes.blocks[side].len; k++) {
			const ChangeBlock *other = &search->changes.blocks[side].at[k];
			watches = other->watch >= watches ? other->watch + 1 : watches;
			if (other->function != b.function || other->block != b.block)
				continue;
			b.watch = other->watch;
			known |= other->change == change;
		}
		if (known)
			continue;
		if (b.watch == NO_OPERAND) {
			b.watch = watches;
			machine_watch(search->machine[side], b.function, b.block);
		}
		vec_push(&search->changes.blocks[side], b);
	}
}

/* Looks for refactorings. If all changes are, the search is only the attempt to refute that. */
static void prove_changes(Search *search)
{
	enum { RUNS = 24, INSTRUCTIONS = 1 << 16 }; /* of a search that only tries to refute a proof */
	SearchConfig *c = &search->config;
	const char *why;
	ProveOptions o = {{NO_OPERAND, NO_OPERAND}, 0};
	for (int side = OLD; side <= NEW && c->entry; side++)
		o.entry[side] = c->subject[side]->entry;
	search->changes.proofs =
		proofs_find(search->changes.map, c->subject[OLD]->program, c->subject[NEW]->program, &o);
	search->changes.proved = proofs_equivalent(search->changes.proofs, &why);
	if (!search->changes.proved)
		return;
	if (!c->runs || c->runs > RUNS)
		c->runs = RUNS;
	for (int side = OLD; side <= NEW; side++)
		if (!c->subject[side]->limit_insns || c->subject[side]->limit_insns > INSTRUCTIONS)
			c->subject[side]->limit_insns = INSTRUCTIONS;
}

bool changes_prepare(Search *search, Err *err)
{
	SearchConfig *c = &search->config;
	u32 entry[2] = {c->subject[OLD]->entry, c->subject[NEW]->entry};
	ChangeOptions options = {.entry = c->entry ? entry : NULL};
	search->changes.map =
		change_map(c->subject[OLD]->program, c->subject[NEW]->program, &options, err);
	if (!search->changes.map)
		return false;
	u32 n = change_map_count(search->changes.map);
	const char *const *left_out;
	search->changes.none = !n && !c->same_too && !search_retyped(search) &&
						   !change_map_notes(search->changes.map, &left_out);
	for (u32 i = 0; i < n; i++)
		vec_push(&search->changes.list, (ChangeState){0});
	if (c->prove && n && !search_retyped(search))
		prove_changes(search);
	if (CHECKED)
		search_check_map(search);
	return true;
}

void changes_watch(Search *search)
{
	for (u32 i = 0; i < search->changes.list.len; i++)
		for (int side = OLD; side <= NEW; side++)
			watch_part(search, side, i, &change_map_at(search->changes.map, i)->part[side]);
}

void changes_targets(Search *search, int side, Condition *c)
{
	TargetList targets = {0};
	for (u32 i = 0; i < search->changes.list.len; i++) {
		const ChangePart *part = &change_map_at(search->changes.map, i)->part[side];
		bool none = search_refactoring(search, i) && !search->changes.proved;
		for (u32 k = 0; !none && k < part->n_points; k++)
			vec_push(&targets, ((Target){part->points[k].function, part->points[k].ins}));
	}
	condition_targets(c, search->machine[side], targets.at, (u32)targets.len);
	vec_free(&targets);
}

bool changes_in_data(const Search *search)
{
	const ChangeMap *map = search->changes.map;
	for (u32 i = 0; search->config.entry && i < change_map_count(map); i++) {
		const Change *c = change_map_at(map, i);
		if (c->part[OLD].global != NO_OPERAND || c->part[NEW].global != NO_OPERAND)
			return true;
	}
	return false;
}

bool changes_may_show(const Search *search)
{
	bool always =
		search->pair.by == BY_CHANGE && (search_retyped(search) || changes_in_data(search));
	return search->changes.executed.len || always;
}

void changes_free(Changes *c)
{
	proofs_free(c->proofs);
	if (c->map)
		change_map_free(c->map);
	for (int side = OLD; side <= NEW; side++)
		vec_free(&c->blocks[side]);
	for (size_t i = 0; i < c->doubts.len; i++)
		kept_input_free(&c->doubts.at[i].input);
	vec_free(&c->doubts);
	vec_free(&c->list);
	vec_free(&c->locations);
	intmap_free(&c->location_of);
	vec_free(&c->executed);
}

u32 changes_reached(const Search *search)
{
	u32 n = 0;
	for (size_t i = 0; i < search->changes.list.len; i++)
		n += search->changes.list.at[i].reached;
	return n;
}

static void reached(Search *search, const ChangeBlock *b)
{
	u32 change = b->change;
	ChangeState *c = &search->changes.list.at[change];
	ChangeLocation *location = &search->changes.locations.at[b->location];
	search->changes.epoch += !location->reached;
	location->reached = true;
	for (size_t i = 0; i < search->changes.executed.len; i++)
		if (search->changes.executed.at[i] == change)
			return;
	vec_push(&search->changes.executed, change);
	if (c->reached)
		return;
	c->reached = true;
	c->runs_to_reach = search->pair.runs;
}

/* NEW's order of execution; what only OLD executes (deletions) comes after it. */
void changes_after_run(Search *search)
{
	static const int order[] = {NEW, OLD};
	search->changes.executed.len = 0;
	for (int o = 0; o < 2; o++) {
		int side = order[o];
		size_t n;
		const WatchEvent *e = machine_watch_events(search->machine[side], &n);
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < search->changes.blocks[side].len; k++)
				if (search->changes.blocks[side].at[k].watch == e[i].watch)
					reached(search, &search->changes.blocks[side].at[k]);
	}
}

void changes_infected(Search *search)
{
	for (size_t i = 0; i < search->changes.executed.len; i++)
		search->changes.list.at[search->changes.executed.at[i]].infected = true;
}

/* True if the block does something else than OLD's, or may: not only that OLD has more before
 * it. */
static bool is_changed(const Search *search, const ChangeBlock *b)
{
	const ChangePart *part = &change_map_at(search->changes.map, b->change)->part[NEW];
	const Function *f = &search->config.subject[NEW]->program->functions.at[b->function];
	for (u32 i = 0; i < part->n_points; i++) {
		const ChangePoint *p = &part->points[i];
		if (p->kind != POINT_MARKER && p->function == b->function &&
			p->ins >= f->blocks[b->block].first && p->ins < f->blocks[b->block].end)
			return true;
	}
	return false;
}

bool changes_executed_really(const Search *search)
{
	size_t n;
	machine_watch_events(search->machine[OLD], &n);
	if (n)
		return true;
	const WatchEvent *e = machine_watch_events(search->machine[NEW], &n);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < search->changes.blocks[NEW].len; k++) {
			const ChangeBlock *b = &search->changes.blocks[NEW].at[k];
			if (b->watch == e[i].watch && is_changed(search, b))
				return true;
		}
	return false;
}
