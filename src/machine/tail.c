/* tail.c: calls in tail position need no room.
 *
 * A compiler makes a jump of a call whose result the caller only hands on, so that the caller's
 * frame is gone natively. Here it stays, for reports, until there is no room for more: then all
 * frames that only wait to hand on are taken away at once.
 */
#include "machine/machine_impl.h"

enum {
	FEW_STEPS = 16, /* instructions between a call and the return */
	WORTH = 16,     /* one frame in so many must go, or the next look comes too soon */
};

static u32 block_of(const Function *f, u32 ins)
{
	for (u32 b = 0; b < f->n_blocks; b++)
		if (ins >= f->blocks[b].first && ins < f->blocks[b].end)
			return b;
	return 0;
}

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

/* Whether nothing happens between the call and the return but handing on its result. */
static bool in_tail_position(const Function *f, u32 ins)
{
	u32 value = f->ins[ins].dst, block = block_of(f, ins), i = ins + 1;
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

static bool calls_setjmp(const Machine *m, const Function *f)
{
	for (u32 i = 0; i < f->n_calls; i++)
		if (f->calls[i].callee != NO_OPERAND &&
			strstr(m->p->functions.at[f->calls[i].callee].name, "setjmp"))
			return true;
	return false;
}

/* Frame number k waits for number k + 1 and has nothing of its own. */
static bool only_waits(const Machine *m, u32 k)
{
	const Frame *f = &m->frames[k], *next = f + 1;
	const CodeCall *cc = &f->fn->calls[next->call->b];
	if (f->block || f->varargs || f->discard || f->signal || next->discard || next->signal)
		return false;
	return f->dynamic == next->dynamic && cc->call->n_results == f->fn->fn->n_results &&
		   in_tail_position(f->fn->fn, cc->ins) && !calls_setjmp(m, f->fn->fn);
}

static u32 count_waiting(const Machine *m)
{
	u32 n = 0;
	for (u32 k = 1; k < m->depth; k++)
		n += only_waits(m, k);
	return n;
}

/* Puts frame number from, with its registers, behind number to - 1. */
static void move_frame(Machine *m, u32 from, u32 to, const Code *call)
{
	Frame f = m->frames[from];
	const Frame *below = &m->frames[to - 1];
	Reg *regs = below->regs + below->fn->n_regs;
	memmove(regs, f.regs, f.fn->n_regs * sizeof *regs);
	f.regs = regs;
	f.call = call;
	f.stack_used = below->stack_used + f.fn->native_size;
	m->frames[to] = f;
}

/* The result of a removed frame's callee goes to where its own would have gone. */
static void remove_waiting(Machine *m)
{
	u32 to = 1;
	const Code *call = m->frames[1].call;
	bool first = true;
	for (u32 k = 1; k <= m->depth; k++) {
		if (first)
			call = m->frames[k].call;
		first = k == m->depth || !only_waits(m, k);
		if (first)
			move_frame(m, k, to++, call);
	}
	m->depth = to - 1;
}

TailRoom tail_room(Machine *m)
{
	if (!m->depth)
		return TAIL_NONE;
	u32 n = count_waiting(m);
	if (!n || n < m->depth / WORTH)
		return TAIL_NONE;
	if (m->track || m->trace)
		return TAIL_KEPT;
	remove_waiting(m);
	return TAIL_MADE;
}
