/* executed.c: was a change executed, or only its block?
 *
 * Runs are watched by block. A run that ends within a block, by an error or exit, need not have
 * reached a change further down. It executed the change if it entered that block more often than it
 * has frames before the change at its end. Another run of the same input counts that, when it
 * matters. */
#include "engine/machine/state.h"
#include "versions/search/impl.h"

enum { MOST_DOUBTS = 64 }; /* runs of a change that are counted */

/* Frames at the end of the latest run that are in the block, before its first point. */
static u32 standing(const Search *search, int side, const ChangeBlock *b)
{
	const Machine *m = search->machine[side];
	const Block *block =
		&search->config.subject[side]->program->functions.at[b->function].blocks[b->block];
	u32 n = 0;
	for (u32 i = 0; i < machine_frames(m); i++) {
		StateFrame f = machine_frame(m, i);
		n += f.function == b->function && f.ins != NO_OPERAND && f.ins >= block->first &&
			 f.ins < block->end && f.ins < b->first;
	}
	return n;
}

static void add_doubt(Search *search, int side, const ChangeBlock *b, u32 frames)
{
	u32 n = 0;
	for (size_t i = 0; i < search->changes.doubts.len; i++)
		n += search->changes.doubts.at[i].change == b->change;
	if (n == MOST_DOUBTS || !search->pair.input)
		return;
	Doubt d = {.side = side,
			   .function = b->function,
			   .block = b->block,
			   .change = b->change,
			   .standing = frames,
			   .input = inputs_keep(search->config.inputs, search->pair.shape, search->pair.input)};
	vec_push(&search->changes.doubts, d);
}

static bool all_passed(const Search *search)
{
	for (size_t i = 0; i < search->changes.list.len; i++)
		if (!search->changes.list.at[i].passed)
			return false;
	return true;
}

void executed_after_run(Search *search)
{
	if (all_passed(search))
		return;
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const WatchEvent *e = machine_watch_events(search->machine[side], &n);
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < search->changes.blocks[side].len; k++) {
				const ChangeBlock *b = &search->changes.blocks[side].at[k];
				ChangeState *c = &search->changes.list.at[b->change];
				if (b->watch != e[i].watch || c->passed)
					continue;
				u32 frames = standing(search, side, b);
				c->passed = !frames;
				if (frames)
					add_doubt(search, side, b, frames);
			}
	}
}

/* How often the run entered the block; 0: cannot be said. */
static u64 count_entries(Search *search, const Doubt *d)
{
	Err ignored;
	MachineOptions options = {.purpose = MACHINE_PLAIN, .budget = search->until};
	MachineRunner one;
	if (!subject_start(search->config.subject[d->side], search->config.inputs, &options, &one,
					   &ignored))
		return 0;
	machine_count(one.m, d->function, d->block);
	PathRun out = {0};
	Assignment a = {0};
	assignment_init(&a, search->pool);
	inputs_recall(search->config.inputs, &d->input, &a);
	one.plain = true;
	machine_runner_run(&one, d->input.shape, &a, &out);
	u64 n = out.result.cut ? 0 : machine_counted(one.m);
	subject_stop(&one);
	assignment_free(&a);
	return n;
}

void executed_settle(Search *search)
{
	for (size_t i = 0; i < search->changes.doubts.len; i++) {
		const Doubt *d = &search->changes.doubts.at[i];
		ChangeState *c = &search->changes.list.at[d->change];
		if (!c->passed)
			c->passed = count_entries(search, d) > d->standing;
	}
	for (size_t i = 0; i < search->changes.list.len; i++)
		search->changes.list.at[i].reached = search->changes.list.at[i].passed;
}

void executed_leave(Search *search)
{
	for (size_t i = 0; i < search->changes.list.len; i++)
		search->changes.list.at[i].left = !search->changes.list.at[i].passed;
}
