/* frame.c: rare cases of entering and leaving a function. */
#include "engine/machine/frame.h"

/* Much of the stack is native layout: frames have other sizes there, and who starts the program says
 * how much there is. A run that comes near its end reports that. */
bool stack_room(Machine *m, const FnCode *fc)
{
	Thread *t = &m->thread;
	TailRoom tail = tail_room(m);
	const Frame *f = thread_frame(t);
	const Reg *regs = f->fn ? frame_end(f) : t->regs;
	u64 stack = f->stack_used + fc->native_size;
	bool full = regs + fc->n_regs > t->regs_end || t->depth + 1 >= MAX_DEPTH ||
				stack > m->config.stack_size;
	if (!full && stack <= t->stack_noted)
		return true;
	if (full && tail == TAIL_KEPT)
		return unsupported(m, "calls in tail position, deeper than the stack, in runs that follow "
							  "dependences");
	if (full)
		return fail(m, ERROR_STACK_OVERFLOW, "the call of %s needs more than %llu bytes of stack",
					fc->fn->source_name, (unsigned long long)m->config.stack_size);
	if (m->pool)
		world_note(m, WORLD_STACK, NULL, false);
	t->stack_noted = m->config.stack_size;
	return true;
}

void frame_fails(Machine *m, const FnCode *fc)
{
	fail(m, ERROR_STACK_OVERFLOW, "no room for the locals of %s", fc->fn->source_name);
}

void frame_release(Machine *m, const Frame *f)
{
	Thread *t = &m->thread;
	while (t->dynamic.len > f->dynamic)
		memory_release(&m->mem, vec_pop(&t->dynamic), 0);
	if (f->block)
		memory_frame_end(&m->mem, f->block);
}
