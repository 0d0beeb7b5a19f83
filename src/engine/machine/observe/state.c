/* state.c: call stack, registers, memory and system calls of a run at one of its constraints. */
#include "engine/machine/state.h"

#include <sys/syscall.h>

#include "engine/machine/machine_impl.h"

enum {
	PAGE = 4096,
	MOST_BYTES = 8 << 20, /* of stack and heap that are compared */
};

struct State {
	u32 number; /* constraint to stop at */
	void (*fn)(void *ctx);
	void *ctx;
	Buf kernel;  /* the system calls since the first watched block, with what they wrote */
	bool opaque; /* one of them did something that this does not show, or it is too long */
	bool asked;  /* true if one of them depends on an earlier run: see machine_asked */
	bool after;  /* true while the decisions of a system call follow its effects */
};

void machine_look_into(Machine *m)
{
	m->state = xcalloc(1, sizeof *m->state);
	for (size_t i = 0; i < m->p->functions.len; i++)
		m->fns[i].statements = true;
}

void machine_at_constraint(Machine *m, u32 number, void (*fn)(void *ctx), void *ctx)
{
	m->state->number = number;
	m->state->fn = fn;
	m->state->ctx = ctx;
}

void state_free(Machine *m)
{
	if (m->state)
		buf_free(&m->state->kernel);
	free(m->state);
}

void state_reset(Machine *m)
{
	if (!m->state)
		return;
	buf_reset(&m->state->kernel);
	m->state->opaque = m->state->asked = m->state->after = false;
}

void state_constraint(Machine *m)
{
	struct State *s = m->state;
	void (*fn)(void *ctx) = s->fn;
	if (!fn || m->constraints.len != s->number)
		return;
	s->fn = NULL;
	fn(s->ctx);
}

/* ---- frames ---- */

u32 machine_frames(const Machine *m)
{
	return m->thread.frames[0].fn ? m->thread.depth + 1 : 0;
}

StateFrame machine_frame(const Machine *m, u32 number)
{
	const Frame *f = &m->thread.frames[number];
	const Code *at = number < m->thread.depth ? f[1].call : m->thread.pc;
	StateFrame out = {.function = f->fn->fn->id,
					  .ins = NO_OPERAND,
					  .base = f->base,
					  .varargs = f->varargs,
					  .handler = f->signal.discard || f->signal.number};
	if (at >= f->fn->code && at < f->fn->code + f->fn->n) {
		const Origin *o = &f->fn->origin[at - f->fn->code];
		out.ins = o->ins[o->n ? o->n - 1 : 0];
	}
	return out;
}

bool machine_same_room(const Machine *a, const Machine *b, u32 frame)
{
	const FnCode *x = a->thread.frames[frame].fn, *y = b->thread.frames[frame].fn;
	if (x->fn->n_slots != y->fn->n_slots || x->fn->large_locals != y->fn->large_locals)
		return false;
	for (u32 i = 0; i < x->fn->n_slots; i++)
		if (x->slots[i].offset != y->slots[i].offset || x->slots[i].size != y->slots[i].size)
			return false;
	return true;
}

void machine_register(const Machine *m, u32 frame, u32 reg, u32 def, u64 *bits, Tag *tag)
{
	const Frame *f = &m->thread.frames[frame];
	if (def != NO_OPERAND)
		reg = f->fn->body->ins[def].dst + (reg - f->fn->fn->ins[def].dst);
	*bits = f->regs[reg].bits;
	*tag = f->regs[reg].tag;
}

bool machine_register_unset(Tag tag)
{
	return (tag & TAG_UNDEFINED) != 0;
}

bool machine_noted(const Machine *m, const char *kind)
{
	for (size_t i = 0; i < m->notes.len; i++)
		if (!strcmp(m->notes.at[i].kind, kind))
			return true;
	return false;
}

/* ---- memory ---- */

/* Bytes that are neither initialised nor tagged do not count. from is a multiple of 8. */
static bool same_range(const Memory *a, const Memory *b, u64 from, u64 to)
{
	for (u64 at = from; at < to; at += 8) {
		u8 plain = a->readable[at >> 3], tagged = a->tagged[at >> 3];
		if (plain != b->readable[at >> 3] || tagged != b->tagged[at >> 3])
			return false;
		for (u32 i = 0; (plain | tagged) >> i; i++) {
			if (((plain | tagged) >> i & 1) && a->bytes[at + i] != b->bytes[at + i])
				return false;
			if ((tagged >> i & 1) && a->tags[at + i] != b->tags[at + i])
				return false;
		}
	}
	return true;
}

static bool same_queue(const Memory *a, const IdQueue *p, const Memory *b, const IdQueue *q)
{
	if (p->len != q->len)
		return false;
	for (u32 i = 0; i < p->len; i++)
		if (p->at[(p->head + i) & (p->cap - 1)] - a->first_object !=
			q->at[(q->head + i) & (q->cap - 1)] - b->first_object)
			return false;
	return true;
}

/* What decides where the next object will be. */
static bool same_allocators(const Memory *a, const Memory *b)
{
	if (a->heap_next != b->heap_next || a->stack_next != b->stack_next ||
		a->heap_used != b->heap_used || a->quarantine_bytes != b->quarantine_bytes ||
		a->objects.len - a->first_object != b->objects.len - b->first_object ||
		!same_queue(a, &a->quarantine, b, &b->quarantine))
		return false;
	for (u32 i = 0; i < FRAME_CLASSES; i++)
		if (!same_queue(a, &a->frames[i], b, &b->frames[i]))
			return false;
	for (u32 i = 0; i < HEAP_CLASSES; i++)
		if (!same_queue(a, &a->free_blocks[i], b, &b->free_blocks[i]))
			return false;
	for (size_t i = 0; i < a->objects.len - a->first_object; i++) {
		const Object *o = &a->objects.at[a->first_object + i];
		const Object *p = &b->objects.at[b->first_object + i];
		if (o->lo != p->lo || o->size != p->size || o->kind != p->kind || o->live != p->live)
			return false;
	}
	return true;
}

static bool same_globals(const Memory *a, const Memory *b, const Memory *touched)
{
	for (size_t i = 0; i < touched->dirty.len; i++) {
		u64 page = touched->dirty.at[i];
		if (page + PAGE > a->globals_end + PAGE || page + PAGE > b->globals_end + PAGE ||
			!same_range(a, b, page, page + PAGE))
			return false;
	}
	return true;
}

/* An address expression must not belong to different objects. */
static bool same_provenance(const IntMap *a, const IntMap *b)
{
	u64 other;
	for (size_t i = 0; i < a->cap; i++)
		if (a->keys[i] && intmap_get(b, a->keys[i], &other) && other != a->values[i])
			return false;
	return true;
}

bool machine_same_memory(const Machine *x, const Machine *y)
{
	const Memory *a = &x->mem, *b = &y->mem;
	if (a->heap_next - HEAP_BASE + a->stack_next - STACK_BASE > MOST_BYTES)
		return false;
	return same_allocators(a, b) && x->thread.dynamic.len == y->thread.dynamic.len &&
		   same_globals(a, b, a) && same_globals(a, b, b) &&
		   same_range(a, b, STACK_BASE + PAGE, a->stack_next) &&
		   same_range(a, b, HEAP_BASE + PAGE, a->heap_next) &&
		   same_provenance(&x->provenance, &y->provenance);
}

/* ---- the kernel ---- */

/* Adds the bytes that are written, with the tags of those that have one. */
static void add_written(const Machine *m, u64 addr, u64 n, Buf *to)
{
	key_number(to, n);
	for (u64 i = 0; i < n; i++) {
		u64 at = addr + i;
		bool tagged = memory_is_tagged(&m->mem, at);
		buf_addc(to, (char)m->mem.bytes[at]);
		buf_addc(to, tagged); /* says what follows */
		if (tagged)
			buf_add(to, &m->mem.tags[at], sizeof m->mem.tags[at]);
	}
}

/* Of a function that is called in the midst of a program: whether the kernel would have answered
 * otherwise there. */
static bool hangs_on_before(u64 nr, u64 fd)
{
	switch (nr) {
	case SYS_read:
	case SYS_write:
	case SYS_fstat:
	case SYS_ioctl:
	case SYS_lseek: return fd > 2;
	case SYS_clock_gettime:
	case SYS_getpid:
	case SYS_rt_sigprocmask: /* of abort */
	case SYS_gettid:
	case SYS_tgkill:
	case SYS_kill:
	case SYS_exit:
	case SYS_exit_group: return false;
	default: return true;
	}
}

void state_ask(Machine *m)
{
	if (!m->state)
		m->state = xcalloc(1, sizeof *m->state);
}

bool machine_asked(const Machine *m)
{
	return m->state && m->state->asked;
}

void state_syscall(Machine *m, const u64 args[6], i64 result)
{
	struct State *s = m->state;
	u64 nr = m->site.args[0].lo;
	s->asked |= hangs_on_before(nr, args[0]);
	if (!m->watch_events.len)
		return;
	s->opaque |= s->kernel.len > MOST_BYTES;
	if (s->opaque)
		return; /* nothing is equal to it any more */
	key_number(&s->kernel, nr);
	key_number(&s->kernel, (u64)result);
	key_number(&s->kernel, args[0]);
	switch (nr) {
	case SYS_write: add_written(m, args[1], result > 0 ? (u64)result : 0, &s->kernel); break;
	case SYS_read:
	case SYS_lseek:
		key_number(&s->kernel, args[1]);
		key_number(&s->kernel, args[2]);
		break;
	case SYS_close:
	case SYS_fstat:
	case SYS_getpid:
	case SYS_exit:
	case SYS_exit_group: break;
	default: s->opaque = true;
	}
}

void state_after(Machine *m, bool after)
{
	if (unlikely(m->state != NULL))
		m->state->after = after;
}

bool machine_same_kernel(const Machine *a, const Machine *b)
{
	const Buf *x = &a->state->kernel, *y = &b->state->kernel;
	if (a->state->after || b->state->after)
		return false;
	return !a->state->opaque && !b->state->opaque && x->len == y->len &&
		   !memcmp(buf_str(x), buf_str(y), x->len) && os_same_positions(a->os, b->os) &&
		   !memcmp(a->fault_calls, b->fault_calls, sizeof a->fault_calls);
}
