/* flow_checked.c: checks the invariants of a flow graph and of its derived tables. */
#include "base/check.h"
#include "engine/static/flow/flow.h"

enum { MOST_BLOCKS = 300 }; /* of a graph whose dominators are checked */

static u32 count(const u32 *at, const u32 *to, u32 from, u32 wanted)
{
	u32 n = 0;
	for (u32 k = at[from]; k < at[from + 1]; k++)
		n += to[k] == wanted;
	return n;
}

static bool is_above(const u32 *above, u32 a, u32 b)
{
	for (; b != NO_BLOCK && b != a; b = above[b])
		;
	return b == a;
}

/* Each way from b leads through its immediate post-dominator, and so does each way on from there. */
static void dominators_check(const Flow *f)
{
	bool *reached = xcalloc(f->n + 2, 1);
	for (u32 i = 0; i < f->n_order; i++)
		reached[f->order[i]] = true;
	for (u32 b = 0; b <= f->n; b++)
		for (u32 k = f->succ_at[b]; reached[b] && k < f->succ_at[b + 1]; k++) {
			u32 to = f->succ[k];
			must_that(f->idom[to] == NO_BLOCK || is_above(f->idom, f->idom[to], b),
					  "block %u does not dominate %u, which leads to %u", f->idom[to], b, to);
			must_that(f->ipdom[b] == NO_BLOCK || is_above(f->ipdom, f->ipdom[b], to),
					  "block %u does not post-dominate %u, to which %u leads", f->ipdom[b], to, b);
		}
	free(reached);
}

void flow_check(const Flow *f)
{
	must(f->succ_at[0] == 0 && f->pred_at[0] == 0);
	for (u32 b = 0; b < f->n; b++) {
		must_that(f->succ_at[b] <= f->succ_at[b + 1], "ways out of block %u", b);
		for (u32 k = f->succ_at[b]; k < f->succ_at[b + 1]; k++) {
			u32 to = f->succ[k];
			must_that(to <= f->n, "block %u leads to %u of %u", b, to, f->n);
			/* What leads to a block has it as a successor: walks go both ways. */
			must_that(count(f->succ_at, f->succ, b, to) == count(f->pred_at, f->pred, to, b),
					  "block %u leads to %u, which does not come from it", b, to);
		}
	}
	must(f->succ_at[f->n + 1] == f->pred_at[f->n + 1]);
	if (f->n <= MOST_BLOCKS)
		dominators_check(f);
}
