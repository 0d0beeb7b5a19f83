/* thread.c: creates, frees and copies threads. */
#include "engine/machine/thread.h"

#include <sys/mman.h>

#define REG_STACK (4ull << 30) /* bytes of address space for registers, mapped lazily */
#define FRAME_STACK (MAX_DEPTH * sizeof(Frame))

static void *reserve(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
				   -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

bool thread_init(Thread *t)
{
	*t = (Thread){.regs = reserve(REG_STACK), .frames = reserve(FRAME_STACK)};
	t->regs_end = t->regs ? t->regs + REG_STACK / sizeof(Reg) : NULL;
	return t->regs && t->frames;
}

void thread_free(Thread *t)
{
	if (t->regs)
		munmap(t->regs, REG_STACK);
	if (t->frames)
		munmap(t->frames, FRAME_STACK);
	vec_free(&t->dynamic);
	vec_free(&t->regions);
}

void thread_reset(Thread *t, u64 stack)
{
	t->depth = 0;
	t->serial = 0;
	t->stack_noted = stack;
	t->dynamic.len = 0;
	t->regions.len = 0;
	t->ctx = t->stores = 0;
}

void thread_begin(Thread *t, const Code *pc)
{
	t->pc = pc;
	t->frames[0] = (Frame){.call = pc, .regs = t->regs};
}

/* The lists and arrays of the destination stay its own. */
void thread_copy(Thread *to, const Thread *from)
{
	Thread own = *to;
	*to = *from;
	to->frames = own.frames;
	to->regs = own.regs;
	to->regs_end = own.regs_end;
	to->dynamic = own.dynamic;
	to->regions = own.regions;
	to->dynamic.len = to->regions.len = 0;
	vec_fit(&to->dynamic, from->dynamic.len);
	vec_append(&to->dynamic, from->dynamic.at, from->dynamic.len);
	vec_fit(&to->regions, from->regions.len);
	vec_append(&to->regions, from->regions.at, from->regions.len);
}

u64 thread_bytes(const Thread *t)
{
	return t->dynamic.len * sizeof *t->dynamic.at + t->regions.len * sizeof *t->regions.at;
}
