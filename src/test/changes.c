/* changes.c: which changes the runs reach, and what comes of it. */
#include "test/tester.h"

static u32 block_of(const Function *f, u32 ins)
{
	u32 low = 0, high = f->n_blocks;
	while (high - low > 1) {
		u32 mid = (low + high) / 2;
		if (f->blocks[mid].first <= ins)
			low = mid;
		else
			high = mid;
	}
	return low;
}

/* Blocks that hold a point of the change, each to be watched once. */
static void watch_part(Tester *t, int side, u32 change, const ChangePart *part)
{
	for (u32 i = 0; i < part->n_points; i++) {
		const ChangePoint *point = &part->points[i];
		const Function *f = &t->config.subject[side]->program->functions.at[point->function];
		ChangeBlock b = {.function = point->function,
						 .block = block_of(f, point->ins),
						 .change = change,
						 .first = point->ins,
						 .watch = NO_OPERAND};
		u32 watches = 0;
		bool known = false;
		for (size_t k = 0; k < t->blocks[side].len; k++) {
			const ChangeBlock *other = &t->blocks[side].at[k];
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
			machine_watch(t->machine[side], b.function, b.block);
		}
		vec_push(&t->blocks[side], b);
	}
}

bool changes_prepare(Tester *t, Err *err)
{
	const TestConfig *c = &t->config;
	u32 entry[2] = {c->subject[OLD]->entry, c->subject[NEW]->entry};
	ChangeOptions options = {.entry = c->entry ? entry : NULL};
	t->map = change_map(c->subject[OLD]->program, c->subject[NEW]->program, &options, err);
	if (!t->map)
		return false;
	u32 n = change_map_count(t->map);
	const char *const *left_out;
	t->same_code = !n && !change_map_notes(t->map, &left_out);
	for (u32 i = 0; i < n; i++)
		vec_push(&t->changes, (ChangeState){0});
	return true;
}

void changes_watch(Tester *t)
{
	for (u32 i = 0; i < t->changes.len; i++)
		for (int side = OLD; side <= NEW; side++)
			watch_part(t, side, i, &change_map_at(t->map, i)->part[side]);
}

void changes_targets(Tester *t, int side, Condition *c)
{
	TargetList targets = {0};
	for (u32 i = 0; i < t->changes.len; i++) {
		const ChangePart *part = &change_map_at(t->map, i)->part[side];
		for (u32 k = 0; k < part->n_points; k++)
			vec_push(&targets, ((Target){part->points[k].function, part->points[k].ins}));
	}
	condition_targets(c, t->machine[side], targets.at, (u32)targets.len);
	vec_free(&targets);
}

void changes_free(Tester *t)
{
	if (t->map)
		change_map_free(t->map);
	for (int side = OLD; side <= NEW; side++)
		vec_free(&t->blocks[side]);
	vec_free(&t->changes);
	vec_free(&t->executed);
}

static void reached(Tester *t, u32 change)
{
	ChangeState *c = &t->changes.at[change];
	for (size_t i = 0; i < t->executed.len; i++)
		if (t->executed.at[i] == change)
			return;
	vec_push(&t->executed, change);
	if (c->reached)
		return;
	c->reached = true;
	c->runs_to_reach = t->pair.runs;
	t->reach_epoch++;
}

/* NEW's order of execution; what only OLD executes (deletions) comes after it. */
void changes_after_run(Tester *t)
{
	static const int order[] = {NEW, OLD};
	t->executed.len = 0;
	for (int o = 0; o < 2; o++) {
		int side = order[o];
		size_t n;
		const WatchEvent *e = machine_watch_events(t->machine[side], &n);
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < t->blocks[side].len; k++)
				if (t->blocks[side].at[k].watch == e[i].watch)
					reached(t, t->blocks[side].at[k].change);
	}
}

void changes_infected(Tester *t)
{
	for (size_t i = 0; i < t->executed.len; i++)
		t->changes.at[t->executed.at[i]].infected = true;
}
