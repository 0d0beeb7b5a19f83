/* frame.h: private to src/engine/machine: enters and leaves functions.
 *
 * frame_enter pushes the frame of a function, frame_leave pops the running frame. Both are
 * inline, because the interpreter's calls and returns consist of them; rare cases are in
 * exec/frame.c. A frame is left once, by a return or by longjmp. It is never left if the run
 * ends in it.
 */
#ifndef DRIFT_MACHINE_FRAME_H
#define DRIFT_MACHINE_FRAME_H

#include "engine/machine/machine_impl.h"

/* exec/frame.c */
/* Called if the frame of a function does not fit, or if something about the stack must be
 * reported. Returns true if it fits now; frames may have moved. Returns false if the run has
 * ended. */
bool stack_room(Machine *m, const FnCode *fc);
/* Ends the run because there is no memory for the locals. */
void frame_fails(Machine *m, const FnCode *fc);
/* Ends the objects that live as long as the frame. */
void frame_release(Machine *m, const Frame *f);

/* exec/tail.c */
typedef enum TailRoom {
	TAIL_NONE, /* no frame can be removed */
	TAIL_MADE, /* some frames were removed */
	TAIL_KEPT, /* some frames could be removed, but an observer of the run needs them */
} TailRoom;
TailRoom tail_room(Machine *m);

/* Returns the first register behind those of the frame. */
static inline Reg *frame_end(const Frame *f)
{
	return f->regs + f->fn->n_regs;
}

/* Enters the function, whose bytecode is made, from the running frame. call is the bytecode
 * instruction that waits for the result. first is true if no function was entered before, so
 * that the running frame is the function's own. Registers of the new frame are uninitialised.
 * Returns NULL if the run has ended. The caller's frame may have moved. */
static inline __attribute__((always_inline)) Frame *frame_enter(Machine *m, Frame *caller,
																FnCode *fn, const FrameShape *shape,
																const Code *call, bool first)
{
	Thread *t = &m->thread;
	Reg *regs = first ? t->regs : frame_end(caller);
	u64 stack = caller->stack_used + shape->native_size;
	if (unlikely(regs + shape->n_regs > t->regs_end || t->depth + 1 >= MAX_DEPTH ||
				 stack > t->stack_noted)) {
		t->pc = call;
		if (!stack_room(m, fn))
			return NULL;
		caller = thread_frame(t);
		regs = first ? t->regs : frame_end(caller);
		stack = caller->stack_used + shape->native_size;
	}
	Frame *f = first ? caller : caller + 1;
	t->depth += !first;
	f->call = call;
	f->fn = fn;
	f->regs = regs;
	f->base = 0;
	f->stack_used = stack;
	f->serial = ++t->serial;
	f->dynamic = (u32)t->dynamic.len;
	f->varargs = 0;
	f->stack = 0;
	f->signal = (FrameSignal){0};
	f->block = 0;
	if (shape->frame_size) {
		f->block = memory_frame(&m->mem, fn->fn->id, shape->frame_size);
		if (unlikely(!f->block)) {
			t->pc = call;
			frame_fails(m, fn);
			return NULL;
		}
		f->base = m->mem.objects.at[f->block].lo;
	}
	if (shape->pin)
		*(Reg *)((char *)regs + shape->pin) = (Reg){GLOBALS_BASE, 0};
	return f;
}

/* Leaves f, the running frame. last is true if no frame is below it. Then it stays, without its
 * objects in memory, as the location where the run ended. */
static inline void frame_leave(Machine *m, Frame *f, bool last)
{
	Thread *t = &m->thread;
	if (f->block | (t->dynamic.len - f->dynamic))
		frame_release(m, f);
	t->depth -= !last;
}

#endif
