/* interp.c: the interpreter's loop: plain values at full speed, everything else on the generic
 * path.
 *
 * This is threaded code: every handler ends by jumping to the next one. Handlers test the tags
 * of their operands. A tagged operand or a byte that is not plain goes to `slow`, which executes
 * the original instructions of the bytecode instruction one by one (exec.c).
 */
#include "engine/machine/interp.h"
#include "engine/machine/frame.h"
#include "engine/machine/exec/interp_words.h"
#include "engine/machine/snap.h"
#include "engine/machine/tier.h"

static i32 switch_target(const SwitchTable *t, u64 value, i32 otherwise)
{
	if (!t->values) {
		u64 k = value - t->low;
		return k < t->n ? t->targets[k] : otherwise;
	}
	u32 lo = 0, hi = t->n;
	while (lo < hi) {
		u32 mid = (lo + hi) / 2;
		if (t->values[mid] < value)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->n && t->values[lo] == value ? t->targets[lo] : otherwise;
}

/* Of two values without expressions. */
static inline Tag join_deps(Machine *m, Tag a, Tag b)
{
	if (a == b || !b)
		return a;
	return a ? tag_join(m, a, b) : b;
}

/* Half by half, as they were written: a load of both at once, as compilers make it, would have to
 * wait until both are in the cache. */
static inline void copy_reg(Reg *to, const Reg *from)
{
	u64 bits = from->bits;
	Tag tag = from->tag;
	__asm__("" : "+r"(bits), "+r"(tag));
	to->bits = bits;
	to->tag = tag;
}

/* True if the word takes a result as it is in the register. */
static inline bool waits(const Code *c)
{
	return (u16)(c->op - C_CALL) <= C_CALLI - C_CALL;
}

/* A branch on something computed from operands that are not plain. */
static bool decide(Machine *m, Tag a, Tag b)
{
	if ((u32)(a | b) || (a | b) & TAG_UNDEFINED || m->trace || (m->track && m->track->opt.inside))
		return exec_condition(m, true);
	exec_choice(m, join_deps(m, a, b));
	return true;
}

/* ---- handlers that are functions: see BY ---- */

/* The running frame is another one, and goes on at pc. */
static bool go_on(Machine *m, Interp *s, const Code *pc)
{
	s->frame = thread_frame(&m->thread);
	s->regs = s->frame->regs;
	s->pc = pc;
	return true;
}

/* Goes on where a call of this status leads. after: the word behind the call. */
static bool follow(Machine *m, Interp *s, CallStatus status, const Code *after)
{
	switch (status) {
	case CALL_DONE: return go_on(m, s, after);
	case CALL_ENTERED: return go_on(m, s, thread_frame(&m->thread)->fn->code);
	case CALL_JUMPED: return go_on(m, s, m->thread.resume);
	case CALL_ENDED: break;
	}
	return false;
}

/* A call that is not plain. */
static bool do_callx(Machine *m, Interp *s)
{
	CallStatus status = call_word(m);
	if (status == CALL_DONE)
		call_results(m, s->pc);
	return follow(m, s, status, s->pc + 1);
}

/* The running function returns, with Machine.results. */
static bool leave(Machine *m, Interp *s)
{
	Frame *f = s->frame;
	const Code *pc = f->call;
	FrameSignal signal = f->signal;
	bool again = signal.discard && signal.again;
	if (signal.discard)
		os_signal_done(m->os, signal.number);
	frame_leave(m, f, !m->thread.depth);
	m->thread.pc = pc;
	if (pc->op == C_END && !again) {
		finish(m, RAN_EXIT, (int)(m->results[0].lo & 0xff));
		return false;
	}
	if (signal.discard) /* another signal may have come up while the handler ran */
		return follow(m, s, deliver_signals(m, false, again), pc + !again);
	call_results(m, pc);
	return go_on(m, s, pc + 1);
}

/* Returns several values, or a wide one. */
static bool do_retn(Machine *m, Interp *s)
{
	const Function *f = s->frame->fn->body;
	const Ins *in = &f->ins[s->pc->b];
	m->n_results = in->n_extra;
	for (u32 k = 0; k < in->n_extra && k < MAX_RESULTS; k++)
		m->results[k] = get_operand(m, f->extra[in->extra + k], f->results[k]);
	if (m->track)
		track_results(m, in);
	return leave(m, s);
}

/* A goto to an address. */
static bool do_ibr(Machine *m, Interp *s)
{
	const FnCode *fc = s->frame->fn;
	const Reg *a = (const Reg *)((char *)s->regs + s->pc->a);
	if (unlikely(a->tag) && !exec_condition(m, false))
		return false;
	u64 k = (a->bits - CODE_BLOCKS) / CODE_STEP;
	bool is_block =
		k < m->p->block_addrs.len && a->bits == CODE_BLOCKS + k * CODE_STEP; /* not inside one */
	u64 where = is_block ? m->p->block_addrs.at[k] : UINT64_MAX;
	if (unlikely(where >> 32 != fc->fn->id))
		return fail(m, ERROR_BAD_GOTO, "goto to 0x%llx, which is no label of this function",
					(unsigned long long)a->bits);
	i32 distance = switch_target(&fc->switches[s->pc->b], (u32)where, INT32_MAX);
	if (unlikely(distance == INT32_MAX))
		return fail(m, ERROR_BAD_GOTO, "goto to a label that this statement cannot reach");
	s->pc += distance;
	return true;
}

/* Calls what may run instead of the callee's code, if all arguments are plain: what it counts for in
 * instructions, or 0: nothing was done. */
static u64 accelerate(Machine *m, const FnCode *callee, const CodeCall *cc, const Reg *regs,
					  u64 *result)
{
	u64 args[MAX_ACCEL_ARGS];
	Tag tag = 0;
	for (u32 k = 0; k < cc->n; k++) {
		u32 r = cc->regs[k];
		const Reg *from = (const Reg *)((const char *)regs + r);
		args[k] = r & CODE_CONST ? m->p->consts.at[r & ~CODE_CONST].lo : from->bits;
		tag |= r & CODE_CONST ? 0 : from->tag;
	}
	return tag ? 0 : callee->accel(m, args, result);
}

/* ---- the loop ---- */

static Interp interpret(Machine *m, Interp now)
{
	static const void *const labels[CODE_COUNT] = {
#define X(name) [C_##name] = &&op_##name,
		CODE_LIST(X)
#undef X
#define X(name, w) [C_##name##_##w] = &&op_##name##_##w, [C_##name##I_##w] = &&op_##name##I_##w,
#define B(name, w) \
	[C_BR_##name##_##w] = &&op_BR_##name##_##w, [C_BR_##name##I_##w] = &&op_BR_##name##I_##w,
#define Y(name) CODE_WIDTHS(X, name)
			CODE_INT_OPS(Y)
#undef Y
#define Y(name) CODE_WIDTHS2(X, name)
				CODE_DIV_OPS(Y)
#undef Y
#define Y(name) CODE_WIDTHS2(X, name) CODE_WIDTHS2(B, name)
					CODE_UCMP(Y)
#undef Y
#define Y(name) CODE_WIDTHS(X, name) CODE_WIDTHS(B, name)
						CODE_SCMP(Y)
#undef Y
#undef X
#undef B
	};
	const Memory *const mem = &m->mem;
	u8 *const bytes = m->mem.bytes;
	const Code *pc;
	Frame *frame;
	Reg *regs;
	i64 budget;
	FnCode *const fns = m->fns;
	FnCode *callee;
	const CodeCall *cc;
	const Code *code; /* of the callee */
	u16 op;
	const Const *const consts = m->p->consts.at;
	LOAD_STATE();
	GO(0);

	ALL_WIDTHS(ADD, x + y, x + y, x + y, x + y)
	ALL_WIDTHS(SUB, x - y, x - y, x - y, x - y)
	ALL_WIDTHS(MUL, x * y, x * y, x * y, x * y)
	ALL_WIDTHS(AND, x & y, x & y, x & y, x & y)
	ALL_WIDTHS(OR, x | y, x | y, x | y, x | y)
	ALL_WIDTHS(XOR, x ^ y, x ^ y, x ^ y, x ^ y)
	ALL_WIDTHS(SHL, x << (y & 31), x << (y & 31), x << (y & 31), x << (y & 63))
	ALL_WIDTHS(LSHR, x >> (y & 31), x >> (y & 31), x >> (y & 31), x >> (y & 63))
	ALL_WIDTHS(ASHR, S8(x) >> (y & 31), S16(x) >> (y & 31), S32(x) >> (y & 31), S64(x) >> (y & 63))
	DIVIDE(UDIV, 32, !y, x / y)
	DIVIDE(UDIV, 64, !y, x / y)
	DIVIDE(UREM, 32, !y, x % y)
	DIVIDE(UREM, 64, !y, x % y)
	DIVIDE(SDIV, 32, !y || ((u32)y == UINT32_MAX), S32(x) / S32(y))
	DIVIDE(SDIV, 64, !y || y == UINT64_MAX, S64(x) / S64(y))
	DIVIDE(SREM, 32, !y || ((u32)y == UINT32_MAX), S32(x) % S32(y))
	DIVIDE(SREM, 64, !y || y == UINT64_MAX, S64(x) % S64(y))

	UNSIGNED_COMPARE(EQ, ==)
	UNSIGNED_COMPARE(NE, !=)
	UNSIGNED_COMPARE(UGT, >)
	UNSIGNED_COMPARE(UGE, >=)
	UNSIGNED_COMPARE(ULT, <)
	UNSIGNED_COMPARE(ULE, <=)
	SIGNED_COMPARE(SGT, >)
	SIGNED_COMPARE(SGE, >=)
	SIGNED_COMPARE(SLT, <)
	SIGNED_COMPARE(SLE, <=)

op_GENERIC:
	m->thread.pc = pc;
	if (!exec_ins(m, &frame->fn->body->ins[pc->b]))
		goto done;
	GO(1);
slow:
	op = code_op(frame->fn, pc);
	if (op >= C_STORE_8 && op <= C_STOREXS_64 && !m->thread.stores && fresh_store(m, regs, pc, op))
		GO(op >= C_STOREX_8 ? 2 : 1);
	m->thread.pc = pc;
	keep_state(m, pc, budget, false);
	if (!exec_word(m))
		goto done;
	switch (op) {
	case C_SELECT:
	case C_GEPX:
	case C_GEPXS:
	case C_LOADX_8 ... C_LOADXS_64:
	case C_STOREX_8 ... C_STOREXS_64: GO(2);
	default: GO(1);
	}
op_COVER:
	cover_first(m, frame->fn, (u32)(pc - frame->fn->code));
	GO(0);
op_COVERED:
	if (!frame->fn->covered[pc->b])
		cover_block(m, frame->fn, pc->b);
	if (unlikely(m->thread.ctx) && m->thread.region_end == pc->b &&
		m->thread.region_depth == m->thread.depth)
		track_block(m, pc->b);
	GO(1);
op_HIT:
	if (!frame->fn->covered[pc->b])
		cover_block(m, frame->fn, pc->b);
	frame->fn->hits[pc->b] += frame->fn->hits[pc->b] != 255;
	GO(1);
op_WAY:
	frame->fn->covered[pc->b] = 1;
	if (frame->fn->hits) {
		frame->fn->code[pc - frame->fn->code].op = C_HIT;
		GO(0);
	}
	if (m->track)
		GO(1);
	code_settle(frame->fn, (u32)(pc - frame->fn->code));
	GO(0);
op_SKIP:
	GO((i32)pc->d);
op_EDGE:
	if (unlikely(m->thread.ctx) &&
		(frame->fn->inside ||
		 (m->thread.region_end == pc->a && m->thread.region_depth == m->thread.depth)))
		track_edge(m, pc->b);
	GO(1);
op_ADDRESS:
	if (pc->n && address_same(m, R(pc->d).bits, R(pc->a).bits))
		GO(1);
	m->thread.pc = pc;
	address_used(m, R(pc->d).bits, R(pc->a).bits);
	GO(1);
op_MOV:
	copy_reg(&R(pc->d), &R(pc->a));
	GO(1);
op_KONST:
	SET((u64)(i64)pc->imm);
	GO(1);
op_KONST64 : {
	u64 v;
	memcpy(&v, &pc[1], 8);
	SET(v);
	GO(2);
}
op_UNDEF:
	R(pc->d) = (Reg){0, TAG_UNDEFINED};
	GO(1);
	UNARY(ZEXT, x)
	UNARY(SEXT_8_32, U32(S8(x)))
	UNARY(SEXT_16_32, U32(S16(x)))
	UNARY(SEXT_8_64, U64(S8(x)))
	UNARY(SEXT_16_64, U64(S16(x)))
	UNARY(SEXT_32_64, U64(S32(x)))
	UNARY(SI32_F64, f64_bits((double)(i32)x))
	UNARY(SI64_F64, f64_bits((double)(i64)x))
	UNARY(FNEG_F64, x ^ 1ull << 63)
	UNARY(FNEG_F32, x ^ 1u << 31)
	UNARY(F32_F64, f64_bits((double)as_f32(x)))
	UNARY(F64_F32, f32_bits((float)as_f64(x)))
	UNARY(F64_SI32, U32((i32)as_f64(x)))
	UNARY(F64_SI64, U64((i64)as_f64(x)))
	FLOATS(FADD, +)
	FLOATS(FSUB, -)
	FLOATS(FMUL, *)
	FLOATS(FDIV, /)
op_FCMP_F64 : {
	const Reg *a = &R(pc->a), *b = &R(pc->b);
	if (unlikely(a->tag | b->tag))
		goto slow;
	SET(float_compare(pc->n, as_f64(a->bits), as_f64(b->bits)));
	GO(1);
}
op_FCMP_F32 : {
	const Reg *a = &R(pc->a), *b = &R(pc->b);
	if (unlikely(a->tag | b->tag))
		goto slow;
	SET(float_compare(pc->n, (double)as_f32(a->bits), (double)as_f32(b->bits)));
	GO(1);
}
op_SELECT : {
	const Reg *a = &R(pc->a);
	if (unlikely(a->tag))
		goto slow;
	copy_reg(&R(pc->d), a->bits ? &R(pc->b) : &R(pc[1].a));
	GO(2);
}
op_SLOT:
	SET(frame->base + pc->b);
	GO(1);
op_GEPI : {
	const Reg *a = &R(pc->a);
	if (unlikely(a->tag))
		goto slow;
	SET(a->bits + (u64)(i64)pc->imm);
	GO(1);
}
op_GEPX : {
	const Reg *a = &R(pc->a), *b = &R(pc->b);
	TAGS_OF(a->tag, b->tag);
	SET_TAGGED(a->bits + INDEX_X(b) * pc[1].a + (u64)(i64)pc[1].imm, tag);
	GO(2);
}
op_GEPXS : {
	const Reg *a = &R(pc->a), *b = &R(pc->b);
	TAGS_OF(a->tag, b->tag);
	SET_TAGGED(a->bits + INDEX_XS(b) * pc[1].a + (u64)(i64)pc[1].imm, tag);
	GO(2);
}
	LOAD(LOAD_8, 8, U64)
	LOAD(LOAD_16, 16, U64)
	LOAD(LOAD_32, 32, U64)
	LOAD(LOAD_64, 64, U64)
	LOAD(LOADS_8_32, 8, U32S8)
	LOAD(LOADS_8_64, 8, U64S8)
	LOAD(LOADS_16_32, 16, U32S16)
	LOAD(LOADS_32_64, 32, U64S32)
	LOADX_ALL(8)
	LOADX_ALL(16)
	LOADX_ALL(32)
	LOADX_ALL(64)
	STORES(8)
	STORES(16)
	STORES(32)
	STORES(64)
	STOREX_ALL(8)
	STOREX_ALL(16)
	STOREX_ALL(32)
	STOREX_ALL(64)

op_JMP:
	COUNT();
	GO((i32)pc->d);
op_CBR : {
	const Reg *a = &R(pc->a);
	COUNT();
	if (unlikely(a->tag)) {
		m->thread.pc = pc;
		keep_state(m, pc, budget + pc->n, (u32)a->tag);
		if (!decide(m, a->tag, 0))
			goto done;
	}
	if (a->bits & 1)
		GO((i32)pc->d);
	GO(1);
}
op_CBRN : {
	const Reg *a = &R(pc->a);
	COUNT();
	if (unlikely(a->tag)) {
		m->thread.pc = pc;
		keep_state(m, pc, budget + pc->n, (u32)a->tag);
		if (!decide(m, a->tag, 0))
			goto done;
	}
	if (!(a->bits & 1))
		GO((i32)pc->d);
	GO(1);
}
op_SWITCH : {
	const Reg *a = &R(pc->a);
	COUNT();
	if (unlikely(a->tag)) {
		m->thread.pc = pc;
		keep_state(m, pc, budget + pc->n, (u32)a->tag);
		if (!exec_condition(m, false))
			goto done;
	}
	GO(switch_target(&frame->fn->switches[pc->b], a->bits, (i32)pc->d));
}
op_IBR:
	COUNT();
	BY(do_ibr);
op_CALLI : {
	const Reg *a = &R(pc->a);
	cc = &frame->fn->calls[pc->b];
	if (unlikely(a->tag || !a->bits) ||
		(a->bits != cc->target && !call_known(m, &frame->fn->calls[pc->b], a->bits)))
		goto op_CALLX;
	callee = &fns[cc->callee];
	if (unlikely(!cc->code)) {
		machine_make_code(m, callee);
		code_entry(&frame->fn->calls[pc->b], callee, false);
	}
	code = cc->code;
	goto enter;
}
op_CALL:
	callee = &fns[pc->a];
	cc = &frame->fn->calls[pc->b];
	code = cc->code;
	if (likely(code))
		goto enter;
	machine_make_code(m, callee);
	code_entry(&frame->fn->calls[pc->b], callee, true);
	code = callee->code;
	if (callee->accel && !m->thread.stores) {
		u64 result, count = accelerate(m, callee, cc, regs, &result);
		if (count) {
			budget -= (i64)count; /* the next word that counts looks at it */
			if (pc->d != NO_REG)
				SET(result);
			GO(1);
		}
	}
enter : {
	Frame *next = frame_enter(m, frame, callee, &cc->shape, pc, false);
	if (unlikely(!next))
		goto done;
	regs = next[-1].regs; /* which may have moved */
	const u32 *from = cc->regs;
	for (u32 k = 0, n = cc->n; k < n; k++) {
		u32 r = from[k];
		if (r & CODE_CONST)
			next->regs[k] = (Reg){consts[r & ~CODE_CONST].lo, 0};
		else
			copy_reg(&next->regs[k], &R(r));
	}
	frame = next;
	regs = next->regs;
	pc = code;
	GO(0);
}
op_CALLX:
	m->thread.pc = pc;
	keep_state(m, pc, budget, false);
	BY(do_callx);
op_RETR : {
	COUNT();
	const Reg *a = &R(pc->a);
	u64 value = a->bits;
	Tag tag = a->tag;
	if (unlikely(m->thread.ctx) && m->thread.region_depth == m->thread.depth)
		tag = track_return(m, tag);
	if (unlikely(frame->signal.discard || !waits(frame->call))) {
		m->n_results = 1;
		m->results[0] = (Value){value, 0, tag};
		BY(leave);
	}
	pc = frame->call;
	frame_leave(m, frame--, false);
	regs = frame->regs;
	if (pc->d != NO_REG)
		SET_TAGGED(value, tag);
	GO(1);
}
op_RET:
	COUNT();
	if (unlikely(m->thread.ctx) && m->thread.region_depth == m->thread.depth)
		track_return(m, 0);
	if (unlikely(frame->signal.discard || !waits(frame->call))) {
		m->n_results = 0;
		BY(leave);
	}
	pc = frame->call;
	frame_leave(m, frame--, false);
	regs = frame->regs;
	if (pc->d != NO_REG) /* called as if it had a result */
		R(pc->d) = (Reg){0, TAG_UNDEFINED};
	GO(1);
op_RETN:
	COUNT();
	BY(do_retn);
op_TIER:
	SAVE_STATE();
	if (!tier_enter(m, &now)) {
		budget = now.budget;
		goto done;
	}
	LOAD_STATE();
	goto *labels[code_op(frame->fn, pc)];
op_END:
	m->thread.pc = pc;
	fail(m, ERROR_UNREACHABLE, "execution ran past the end of a function");
polled:
	if (!m->ended) { /* another task continues */
		SAVE_STATE();
		go_on(m, &now, m->thread.resume);
		LOAD_STATE();
		GO(0);
	}
done: /* the run has ended: nothing else of the state counts */
	now.budget = budget;
	return now;
}

void interp_run(Machine *m, const Code *pc, i64 budget)
{
	Interp s = {.budget = budget};
	go_on(m, &s, pc);
	s = interpret(m, s);
	m->slice -= s.budget > 0 ? (u64)s.budget : 0; /* what was not used */
}
