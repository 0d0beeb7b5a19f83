/* check.c: tags that no longer mean anything are never read: looked at while runs go on.
 *
 * With DRIFT_CHECK set in the environment of the engine (make check CHECK=1)
 *   - numbers of dependences are not used again by later runs (dep_reset), so that one of a former
 *     run is known wherever it is looked up,
 *   - registers of a new frame have a tag that nothing may read,
 *   - after a reset no byte of the memory that was used has a tag.
 * What fails ends the process at once. Without it, only numbers outside of the graph are noticed.
 */
#include "machine/machine_impl.h"

bool check_wanted(void)
{
	return getenv("DRIFT_CHECK") != NULL;
}

void check_failed(const char *what, u64 which)
{
	fprintf(stderr, "drift: internal error: %s was read: %llu\n", what, (unsigned long long)which);
	abort();
}

void check_frame(const Frame *f)
{
	for (u32 i = 0; i < f->fn->n_regs; i++)
		f->regs[i].tag = TAG_NEVER;
}

static void no_tags(const Memory *m, u64 from, u64 to)
{
	for (u64 a = from & ~7ull; a < to; a += 8)
		if (m->tagged[a >> 3])
			check_failed("memory with a tag of a former run", a);
}

void check_memory(const Memory *m, u64 stack_end, u64 heap_end)
{
	no_tags(m, GLOBALS_BASE, m->globals_end);
	no_tags(m, STACK_BASE, stack_end);
	no_tags(m, HEAP_BASE, heap_end);
}
