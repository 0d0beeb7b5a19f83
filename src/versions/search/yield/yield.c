/* yield.c: what each guide cost and what it brought.
 *
 * Work is counted, not time: that of the solver, of symbolic runs and of concrete ones, in the unit
 * of the solver. What happens while a guide is asked, and the run that it proposes, is its own; the
 * rest belongs to the queue. A guide brings inputs that reach new code or execute changes in a new
 * way, and differences. */
#include "versions/search/impl.h"

enum {
	WORK_OF_RUN = 15000,  /* a symbolic run of both */
	INSTRUCTION_WORK = 1, /* an instruction of a symbolic run */
};

u64 search_work(const Search *search)
{
	const ExploreStats *s = search_explored(search);
	return s->solve.work + solver_stats(search->find.solver)->work + s->runs * WORK_OF_RUN +
		   s->instructions * INSTRUCTION_WORK;
}

void yield_charge(Search *search, u32 who)
{
	Yields *y = &search->yields;
	u64 work = search_work(search) + y->concrete, runs = search_explored(search)->runs;
	y->of[who].work += work - y->work;
	y->of[who].runs += runs - y->runs;
	y->of[who].brought += search->found - y->found;
	y->work = work;
	y->runs = runs;
	y->found = search->found;
}

void yield_path(Search *search, const Path *path)
{
	search->yields.of[search->yields.proposer].brought += path->run->fresh > 0;
}

void yield_concrete(Search *search, GuideKind guide, u64 work, u32 runs)
{
	search->yields.concrete += work;
	search->yields.of[guide].runs += runs;
}

void yield_brought(Search *search, GuideKind guide)
{
	search->yields.of[guide].brought++;
}

const GuideYield *search_yield(const Search *search, u32 who)
{
	return &search->yields.of[who];
}

const char *search_yield_name(u32 who)
{
#define X(name, function) #function,
	static const char *const names[] = {GUIDES(X) "queue"};
#undef X
	return names[who];
}
