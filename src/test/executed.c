/* executed.c: was a change executed, or only the block that it stands in?
 *
 * Runs are watched by block. One that ends in the midst of a block, by an error or exit, need not
 * have come to a change further down. It did if it was in that block more often than it stands in
 * front of the change at its end, which another run of the same input counts, once it matters.
 */
#include "machine/state.h"
#include "test/tester.h"

enum { MOST_DOUBTS = 64 }; /* runs of a change that are counted */

/* Frames at the end of the latest run that stand in the block, in front of its first point. */
static u32 standing(const Tester *t, int side, const ChangeBlock *b)
{
	const Machine *m = t->machine[side];
	const Block *block =
		&t->config.subject[side]->program->functions.at[b->function].blocks[b->block];
	u32 n = 0;
	for (u32 i = 0; i < machine_frames(m); i++) {
		StateFrame f = machine_frame(m, i);
		n += f.function == b->function && f.ins != NO_OPERAND && f.ins >= block->first &&
			 f.ins < block->end && f.ins < b->first;
	}
	return n;
}

static void add_doubt(Tester *t, int side, const ChangeBlock *b, u32 frames)
{
	u32 n = 0;
	for (size_t i = 0; i < t->covers.doubts.len; i++)
		n += t->covers.doubts.at[i].change == b->change;
	if (n == MOST_DOUBTS || !t->pair.input)
		return;
	Doubt d = {.side = side,
			   .function = b->function,
			   .block = b->block,
			   .change = b->change,
			   .standing = frames,
			   .input = inputs_keep(t->config.inputs, t->pair.shape, t->pair.input)};
	vec_push(&t->covers.doubts, d);
}

static bool all_passed(const Tester *t)
{
	for (size_t i = 0; i < t->changes.len; i++)
		if (!t->changes.at[i].passed)
			return false;
	return true;
}

void executed_after_run(Tester *t)
{
	if (all_passed(t))
		return;
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const WatchEvent *e = machine_watch_events(t->machine[side], &n);
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < t->blocks[side].len; k++) {
				const ChangeBlock *b = &t->blocks[side].at[k];
				ChangeState *c = &t->changes.at[b->change];
				if (b->watch != e[i].watch || c->passed)
					continue;
				u32 frames = standing(t, side, b);
				c->passed = !frames;
				if (frames)
					add_doubt(t, side, b, frames);
			}
	}
}

/* How often the run entered the block; 0: cannot be said. */
static u64 count_entries(Tester *t, const Doubt *d)
{
	Err ignored;
	MachineWish wish = {.purpose = MACHINE_PLAIN};
	MachineRunner one;
	if (!subject_start(t->config.subject[d->side], t->config.inputs, &wish, &one, &ignored))
		return 0;
	machine_count(one.m, d->function, d->block);
	PathRun out = {0};
	Assignment a = {0};
	assignment_init(&a, t->pool);
	inputs_recall(t->config.inputs, &d->input, &a);
	machine_runner_run(&one, d->input.shape, &a, &out);
	u64 n = machine_counted(one.m);
	subject_stop(&one);
	assignment_free(&a);
	return n;
}

void executed_settle(Tester *t)
{
	for (size_t i = 0; i < t->covers.doubts.len; i++) {
		const Doubt *d = &t->covers.doubts.at[i];
		ChangeState *c = &t->changes.at[d->change];
		if (!c->passed)
			c->passed = count_entries(t, d) > d->standing;
	}
	for (size_t i = 0; i < t->changes.len; i++)
		t->changes.at[i].reached = t->changes.at[i].passed;
}

void executed_free(Tester *t)
{
	for (size_t i = 0; i < t->covers.doubts.len; i++)
		kept_input_free(&t->covers.doubts.at[i].input);
	vec_free(&t->covers.doubts);
}
