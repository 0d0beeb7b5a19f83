/* tail.c: removes frames of tail calls when the stack is full.
 *
 * If a caller only returns the result of a call, the compiler turns the call into a jump, and
 * natively the caller's frame is gone. Here it stays, for reports, until the stack is full. Then
 * all frames that only wait to return such a result are removed at once.
 */
#include "engine/machine/frame.h"

enum {
	FEW_STEPS = 16, /* instructions between a call and the return */
	WORTH = 16,     /* one frame in so many must go, or the next look comes too soon */
};

/* Enters block to from block from; the value may go on under another name. */
static u32 pass_phis(const Function *f, u32 from, u32 to, u32 *value)
{
	u32 i = f->blocks[to].first, was = *value;
	for (; f->ins[i].op == I_PHI; i++) {
		const Ins *phi = &f->ins[i];
		for (u32 k = 0; k < phi->n_extra; k++) {
			const u32 *pair = &f->extra[phi->extra + 2 * k];
			if (pair[0] == from && pair[1] == was && was != NO_REG)
				*value = phi->dst;
		}
	}
	return i;
}

/* True if the function only returns the result between the call and the return. */
static bool in_tail_position(const Function *f, u32 ins)
{
	u32 value = f->ins[ins].dst, block = function_block(f, ins), i = ins + 1;
	for (int step = 0; step < FEW_STEPS; step++) {
		const Ins *in = &f->ins[i];
		if (in->op == I_RET)
			return !in->n_extra || (in->n_extra == 1 && f->extra[in->extra] == value);
		if (in->op == I_BR) {
			u32 to = (u32)in->imm;
			i = pass_phis(f, block, to, &value);
			block = to;
		} else if (in->op == I_MOV && in->a == value) {
			value = in->dst;
			i++;
		} else {
			return false;
		}
	}
	return false;
}

static bool handles_signal(const Frame *f)
{
	return f->signal.discard || f->signal.number;
}

/* Frame number k waits for number k + 1 and has nothing of its own. */
static bool only_waits(const Machine *m, u32 k)
{
	const Frame *f = &m->thread.frames[k], *next = f + 1;
	const CodeCall *cc = &f->fn->calls[next->call->b];
	if (f->block || f->varargs || handles_signal(f) || handles_signal(next))
		return false;
	return f->dynamic == next->dynamic && cc->call->n_results == f->fn->fn->n_results &&
		   in_tail_position(f->fn->fn, cc->ins) && !function_calls_setjmp(m->p, f->fn->fn);
}

static u32 count_waiting(const Machine *m)
{
	u32 n = 0;
	for (u32 k = 1; k < m->thread.depth; k++)
		n += only_waits(m, k);
	return n;
}

/* Puts frame number from, with its registers, behind number to - 1. */
static void move_frame(Thread *t, u32 from, u32 to, const Code *call)
{
	Frame f = t->frames[from];
	const Frame *below = &t->frames[to - 1];
	Reg *regs = frame_end(below);
	memmove(regs, f.regs, f.fn->n_regs * sizeof *regs);
	f.regs = regs;
	f.call = call;
	f.stack_used = below->stack_used + f.fn->native_size;
	t->frames[to] = f;
}

/* The result of a removed frame's callee goes to where its own would have gone. */
static void remove_waiting(Machine *m)
{
	Thread *t = &m->thread;
	u32 to = 1;
	const Code *call = t->frames[1].call;
	bool first = true;
	for (u32 k = 1; k <= t->depth; k++) {
		if (first)
			call = t->frames[k].call;
		first = k == t->depth || !only_waits(m, k);
		if (first)
			move_frame(t, k, to++, call);
	}
	t->depth = to - 1;
}

TailRoom tail_room(Machine *m)
{
	if (!m->thread.depth)
		return TAIL_NONE;
	u32 n = count_waiting(m);
	if (!n || n < m->thread.depth / WORTH)
		return TAIL_NONE;
	if (m->track || m->trace)
		return TAIL_KEPT;
	remove_waiting(m);
	return TAIL_MADE;
}
