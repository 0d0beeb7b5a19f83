/* calls.c: what compiled code leaves to the machine. Each function does what the handler of the
 * interpreter does. */
#include "engine/machine/frame.h"
#include "engine/machine/snap.h"
#include "engine/machine/tier.h"

static Machine *machine_of(const UnitState *s)
{
	return s->machine;
}

static u64 store(UnitState *s, u64 addr, u64 value, u64 size)
{
	return fresh_write(machine_of(s), addr, value, (u32)size);
}

/* True if the frame can be made without looking for room, and without a report. */
static bool fits(const Machine *m, const Frame *caller, const FrameShape *shape)
{
	const Thread *t = &m->thread;
	return frame_end(caller) + shape->n_regs <= t->regs_end && t->depth + 1 < MAX_DEPTH &&
		   caller->stack_used + shape->native_size <= t->stack_noted;
}

/* No unit runs the callee, whose frame is made: the interpreter continues in it. */
static UnitResult hand_over(UnitState *s, Frame *frame, i64 budget, UnitReason why)
{
	s->pc = frame->fn->code;
	s->frame = frame;
	s->budget = budget;
	s->why = why;
	return (UnitResult){-1, 0};
}

static UnitResult not_compiled(UnitState *s, Frame *frame, i64 budget, u64 at)
{
	(void)at;
	return hand_over(s, frame, budget, LEFT_CALLEE);
}

static UnitResult too_deep(UnitState *s, Frame *frame, i64 budget, u64 at)
{
	(void)at;
	return hand_over(s, frame, budget, LEFT_DEPTH);
}

/* There is no memory for the callee's frame, which is reported. */
static UnitResult has_ended(UnitState *s, Frame *frame, i64 budget, u64 at)
{
	(void)at;
	return hand_over(s, frame, budget, LEFT_ENDED);
}

/* Chooses what runs the callee in its frame. */
static void choose_unit(Machine *m, UnitState *s, const Frame *callee)
{
	FnCode *fc = callee->fn;
	if (unlikely(!fc->unit))
		tier_called(m, fc);
	s->unit = !fc->unit                           ? not_compiled
			  : callee - s->outermost > UNIT_ROOM ? too_deep
												  : (UnitFn *)fc->unit;
}

/* The callee of a CALLI; NULL: it is not a simple call. */
static FnCode *callee_at(Machine *m, CodeCall *cc, u64 target)
{
	if (!target || (target != cc->target && !call_known(m, cc, target)))
		return NULL;
	return &m->fns[cc->callee];
}

static Frame *enter(UnitState *s, Frame *frame, u64 at, u64 target)
{
	Machine *m = machine_of(s);
	const Code *pc = &frame->fn->code[at];
	CodeCall *cc = &frame->fn->calls[pc->b];
	bool direct = code_op(frame->fn, pc) == C_CALL;
	FnCode *callee = direct ? &m->fns[pc->a] : callee_at(m, cc, target);
	if (!callee)
		return NULL;
	if (!cc->code) {
		machine_make_code(m, callee);
		code_entry(cc, callee, direct);
		u64 count = direct && callee->accel ? callee->accel(m, s->args, &s->value) : 0;
		if (count) {
			s->budget -= (i64)count;
			return UNIT_DONE;
		}
	}
	if (!fits(m, frame, &cc->shape))
		return NULL;
	Frame *next = frame_enter(m, frame, callee, &cc->shape, pc, false);
	if (likely(next != NULL)) {
		choose_unit(m, s, next);
		return next;
	}
	s->unit = has_ended;
	return thread_frame(&m->thread);
}

/* The unit has tested that the frame fits. */
static Frame *push(UnitState *s, Frame *frame, u64 at)
{
	Machine *m = machine_of(s);
	const Code *pc = &frame->fn->code[at];
	CodeCall *cc = &frame->fn->calls[pc->b];
	FnCode *callee = &m->fns[pc->a];
	if (!cc->code)
		code_entry(cc, callee, true);
	return frame_enter(m, frame, callee, &cc->shape, pc, false);
}

static void leave(UnitState *s, Frame *frame)
{
	frame_leave(machine_of(s), frame, false);
}

static u64 ended(UnitState *s)
{
	s->why = LEFT_ENDED;
	return 0;
}

static u64 generic(UnitState *s, Frame *frame, u64 at)
{
	Machine *m = machine_of(s);
	m->thread.pc = &frame->fn->code[at];
	if (exec_ins(m, &frame->fn->body->ins[m->thread.pc->b]))
		return 1;
	return ended(s);
}

/* True if the frame of the callee was just entered by the call, and its result is what the call
 * takes, in one register. */
static bool returns_simply(const Frame *f, const Call *c)
{
	const Function *callee = f->fn->fn;
	if (f->signal.discard || f->signal.number || c->n_results > 1)
		return false;
	return !c->n_results || (callee->n_results == 1 && callee->results[0] == c->results[0] &&
							 type_regs(c->results[0]) == 1);
}

static u64 callx(UnitState *s, Frame *frame, u64 at)
{
	Machine *m = machine_of(s);
	const Code *pc = m->thread.pc = &frame->fn->code[at];
	keep_state(m, pc, s->budget, false);
	CallStatus status = call_word(m);
	if (status == CALL_DONE) {
		call_results(m, pc);
		return 1;
	}
	if (status == CALL_ENDED)
		return ended(s);
	s->frame = thread_frame(&m->thread);
	if (status == CALL_ENTERED && s->frame == frame + 1 &&
		returns_simply(s->frame, frame->fn->calls[pc->b].call)) {
		choose_unit(m, s, s->frame);
		return UNIT_ENTERED;
	}
	s->pc = status == CALL_ENTERED ? s->frame->fn->code : m->thread.resume;
	s->why = LEFT_CALL;
	return 0;
}

static void address(UnitState *s, Frame *frame, u64 at, u64 d, u64 a)
{
	Machine *m = machine_of(s);
	const Code *pc = &frame->fn->code[at];
	if (pc->n && address_same(m, d, a))
		return;
	m->thread.pc = pc;
	address_used(m, d, a);
}

static i64 poll(UnitState *s, Frame *frame, u64 at, i64 budget)
{
	Machine *m = machine_of(s);
	i64 now = budget;
	m->thread.pc = &frame->fn->code[at];
	if (!machine_poll(m, &now)) {
		s->budget = now;
		ended(s);
		return -1;
	}
	s->refilled += (u64)(now - budget);
	return now;
}

const UnitCalls tier_calls = {.store = store,
							  .enter = enter,
							  .push = push,
							  .leave = leave,
							  .generic = generic,
							  .callx = callx,
							  .address = address,
							  .poll = poll};
