/* effort.c: limits the work of a query.
 *
 * Most queries take less than a millisecond, a few take seconds. A caller with many queries
 * first asks each with a small limit, and later repeats those that needed more. Work is counted,
 * not timed, so that answers are reproducible. One unit is about 10 ns: one cell visited while
 * narrowing. Z3 has a count of its own.
 */
#include "engine/solve/solver.h"

/* Measured on scanners, parsers of fields and hashed names: nine of ten queries end within the
 * first; of the rest, half within the second. */
static const u64 most_work[SOLVE_N_EFFORTS] = {
	[EFFORT_QUICK] = 200000,
	[EFFORT_SOME] = 5000000,
	[EFFORT_FULL] = UINT64_MAX,
};

void solver_effort(Solver *s, SolveEffort effort)
{
	s->effort = effort;
}

void effort_begin(Solver *s)
{
	u64 most = most_work[s->effort];
	s->work_end = most < UINT64_MAX - s->stats.work ? s->stats.work + most : UINT64_MAX;
}

bool solver_enough(const Solver *s)
{
	return s->stats.work > s->work_end || solver_over(s);
}

u32 effort_units(const Solver *s)
{
	u64 left = s->work_end > s->stats.work ? (s->work_end - s->stats.work) / WORK_PER_UNIT : 0;
	return left > UINT32_MAX ? UINT32_MAX : (u32)left;
}
