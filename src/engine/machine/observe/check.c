/* check.c: checks during runs that no stale tag is read.
 *
 * In the checked build, and if DRIFT_CHECK is set in the environment of the engine,
 *   - later runs do not reuse numbers of dependences (dep_reset), so that a number of an earlier
 *     run is detected wherever it is looked up,
 *   - registers of a new frame have a tag that must not be read,
 *   - after a reset no byte of used memory has a tag.
 * A failed check ends the process at once. Without these checks, only numbers outside of the
 * graph are noticed.
 */
#include "base/check.h"
#include "engine/machine/machine_impl.h"

bool check_wanted(void)
{
	return CHECKED || getenv("DRIFT_CHECK");
}

void check_failed(const char *what, u64 which)
{
	fprintf(stderr, "drift: internal error: %s was read: %llu\n", what, (unsigned long long)which);
	abort();
}

void check_frame(const Frame *f)
{
	u32 pinned = f->fn->pin / sizeof *f->regs;
	for (u32 i = 0; i < f->fn->n_regs; i++)
		if (!f->fn->pin || i != pinned)
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
