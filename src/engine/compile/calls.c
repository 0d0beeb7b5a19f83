/* calls.c: calls and returns. */
#include "engine/compile/emit.h"

static void put_budget(UnitEmit *e)
{
	emit_set_field(e, LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""), e->v.state,
				   offsetof(UnitState, budget));
}

static void take_budget(UnitEmit *e)
{
	LLVMBuildStore(e->b, emit_field(e, e->t.i64, e->v.state, offsetof(UnitState, budget)),
				   e->v.budget);
}

static void put_arguments(UnitEmit *e, const CodeCall *cc, const LLVMValueRef *args,
						  LLVMValueRef next)
{
	LLVMValueRef regs = emit_field(e, e->t.ptr, next, e->rq->layout->frame_regs);
	for (u32 k = 0; k < cc->n; k++) {
		emit_store(e, args[k], regs, emit_number(e, k * 16ull), ZONE_REGS);
		emit_store(e, emit_number(e, 0), regs, emit_number(e, k * 16ull + 8), ZONE_REGS);
	}
}

static LLVMValueRef *take_arguments(UnitEmit *e, const CodeCall *cc)
{
	LLVMValueRef *args = xcalloc(cc->n + 1, sizeof *args);
	for (u32 k = 0; k < cc->n; k++) {
		u32 r = cc->regs[k];
		args[k] = r & CODE_CONST ? emit_number(e, e->rq->p->consts.at[r & ~CODE_CONST].lo)
								 : emit_get(e, r);
	}
	return args;
}

/* The callee's frame is made, but no unit can run it: the interpreter enters it. */
static void hand_over(UnitEmit *e, LLVMValueRef next, LLVMValueRef fn, LLVMValueRef why)
{
	put_budget(e);
	emit_set_field(e, emit_field(e, e->t.ptr, fn, offsetof(FnCode, code)), e->v.state,
				   offsetof(UnitState, pc));
	emit_set_field(e, next, e->v.state, offsetof(UnitState, frame));
	emit_set_field(e, why, e->v.state, offsetof(UnitState, why));
	LLVMBuildBr(e->b, e->end.gone);
}

/* Runs the callee's unit in its frame. Returns the result. */
static LLVMValueRef run(UnitEmit *e, LLVMValueRef next)
{
	LLVMBasicBlockRef no = emit_block(e), room = emit_block(e), yes = emit_block(e),
					  on = emit_block(e);
	LLVMValueRef fn = emit_field(e, e->t.ptr, next, e->rq->layout->frame_fn);
	LLVMValueRef unit = emit_field(e, e->t.ptr, fn, e->rq->layout->fn_entry);
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	emit_branch(e, LLVMBuildIsNull(e->b, unit, ""), no, room);
	emit_go(e, room);
	emit_branch(e, LLVMBuildICmp(e->b, LLVMIntEQ, e->v.room, emit_number(e, 0), ""), no, yes);
	emit_go(e, no);
	LLVMValueRef why = LLVMBuildPhi(e->b, e->t.i64, ""),
				 whys[] = {emit_number(e, LEFT_CALLEE), emit_number(e, LEFT_DEPTH)};
	LLVMAddIncoming(why, whys, (LLVMBasicBlockRef[]){here, room}, 2);
	hand_over(e, next, fn, why);
	emit_go(e, yes);
	LLVMTypeRef types[] = {e->t.ptr, e->t.ptr, e->t.i64, e->t.i64};
	LLVMValueRef args[] = {e->v.state, next, LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""),
						   LLVMBuildSub(e->b, e->v.room, emit_number(e, 1), "")};
	LLVMValueRef r =
		LLVMBuildCall2(e->b, LLVMFunctionType(e->t.result, types, 4, 0), unit, args, 4, "");
	LLVMValueRef budget = LLVMBuildExtractValue(e->b, r, 0, "");
	LLVMValueRef left = LLVMBuildICmp(e->b, LLVMIntSLT, budget, emit_number(e, 0), "");
	emit_branch(e, left, e->end.gone, on);
	emit_go(e, on);
	LLVMBuildStore(e->b, budget, e->v.budget);
	return LLVMBuildExtractValue(e->b, r, 1, "");
}

/* Fields of the machine's structs, in a frame or the thread. */
static void set_small(UnitEmit *e, LLVMValueRef base, u32 offset, LLVMValueRef v)
{
	emit_set_field(e, LLVMBuildTrunc(e->b, v, e->t.i32, ""), base, offset);
}

static LLVMValueRef get_small(UnitEmit *e, LLVMValueRef base, u32 offset)
{
	return LLVMBuildZExt(e->b, emit_field(e, e->t.i32, base, offset), e->t.i64, "");
}

static LLVMValueRef sum(UnitEmit *e, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildAdd(e->b, a, b, "");
}

static LLVMValueRef behind(UnitEmit *e, LLVMValueRef base, LLVMValueRef bytes)
{
	return LLVMBuildGEP2(e->b, e->t.i8, base, &bytes, 1, "");
}

static LLVMValueRef thread(UnitEmit *e)
{
	return emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, thread));
}

/* What decides whether a unit can make the frame itself. */
typedef struct NewFrame {
	LLVMValueRef call; /* the CodeCall */
	LLVMValueRef regs, depth, stack;
	LLVMValueRef hard; /* true if it cannot */
} NewFrame;

static NewFrame measure(UnitEmit *e, const Code *c)
{
	const UnitLayout *l = e->rq->layout;
	NewFrame n;
	u64 shape = offsetof(CodeCall, shape);
	LLVMValueRef t = thread(e), zero = LLVMConstInt(e->t.i32, 0, 0);
	LLVMValueRef fn = emit_field(e, e->t.ptr, e->v.frame, l->frame_fn);
	LLVMValueRef calls = emit_field(e, e->t.ptr, fn, offsetof(FnCode, calls));
	n.call = behind(e, calls, emit_number(e, (u64)c->b * sizeof(CodeCall)));
	n.regs = behind(e, e->v.regs, emit_number(e, e->fc->n_regs * 16ull));
	n.depth = sum(e, get_small(e, t, l->depth), emit_number(e, 1));
	n.stack = sum(e, emit_field(e, e->t.i64, e->v.frame, l->frame_stack_used),
				  get_small(e, n.call, (u32)(shape + offsetof(FrameShape, native_size))));
	LLVMValueRef size =
		LLVMBuildShl(e->b, get_small(e, n.call, (u32)(shape + offsetof(FrameShape, n_regs))),
					 emit_number(e, 4), "");
	LLVMValueRef fns = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, fns));
	LLVMValueRef unit = emit_field(e, e->t.ptr, fns, (u64)c->a * sizeof(FnCode) + l->fn_entry);
	LLVMValueRef bad[] = {
		LLVMBuildIsNull(e->b, unit, ""), /* the machine counts such calls */
		LLVMBuildIsNull(e->b, emit_field(e, e->t.ptr, n.call, offsetof(CodeCall, code)), ""),
		LLVMBuildICmp(e->b, LLVMIntNE,
					  emit_field(e, e->t.i32, n.call, shape + offsetof(FrameShape, frame_size)),
					  zero, ""),
		LLVMBuildICmp(e->b, LLVMIntUGT, behind(e, n.regs, size),
					  emit_field(e, e->t.ptr, t, l->regs_end), ""),
		LLVMBuildICmp(e->b, LLVMIntUGE, n.depth, emit_number(e, l->most_depth), ""),
		LLVMBuildICmp(e->b, LLVMIntUGT, n.stack, emit_field(e, e->t.i64, t, l->stack_noted), "")};
	n.hard = bad[0];
	for (u32 i = 1; i < countof(bad); i++)
		n.hard = LLVMBuildOr(e->b, n.hard, bad[i], "");
	return n;
}

/* As frame_enter of the machine. */
static LLVMValueRef make_frame(UnitEmit *e, const Code *c, const NewFrame *n)
{
	const UnitLayout *l = e->rq->layout;
	LLVMValueRef t = thread(e), zero = emit_number(e, 0);
	LLVMValueRef next = behind(e, e->v.frame, emit_number(e, l->frame_size));
	LLVMValueRef fn = emit_field(e, e->t.ptr, e->v.frame, l->frame_fn);
	LLVMValueRef code = emit_field(e, e->t.ptr, fn, offsetof(FnCode, code));
	LLVMValueRef fns = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, fns));
	LLVMValueRef serial = sum(e, get_small(e, t, l->serial), emit_number(e, 1));
	set_small(e, t, l->depth, n->depth);
	set_small(e, t, l->serial, serial);
	emit_set_field(e, behind(e, code, emit_number(e, (u64)e->at * sizeof(Code))), next,
				   l->frame_call);
	emit_set_field(e, behind(e, fns, emit_number(e, (u64)c->a * sizeof(FnCode))), next,
				   l->frame_fn);
	emit_set_field(e, n->regs, next, l->frame_regs);
	emit_set_field(e, zero, next, l->frame_base);
	set_small(e, next, l->frame_block, zero);
	set_small(e, next, l->frame_dynamic, emit_field(e, e->t.i64, t, l->dynamic_len));
	emit_set_field(e, zero, next, l->frame_varargs);
	emit_set_field(e, n->stack, next, l->frame_stack_used);
	set_small(e, next, l->frame_serial, serial);
	set_small(e, next, l->frame_stack, zero);
	for (u32 i = 0; i < l->signal_size; i += 4)
		set_small(e, next, l->frame_signal + i, zero);
	return next;
}

/* The callee may need the start of the globals in a register. */
static void set_pin(UnitEmit *e, const NewFrame *n)
{
	LLVMBasicBlockRef yes = emit_block(e), on = emit_block(e);
	LLVMValueRef pin =
		get_small(e, n->call, (u32)(offsetof(CodeCall, shape) + offsetof(FrameShape, pin)));
	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntNE, pin, emit_number(e, 0), ""), yes, on);
	emit_go(e, yes);
	emit_store(e, emit_number(e, GLOBALS_BASE), n->regs, pin, ZONE_REGS);
	emit_store(e, emit_number(e, 0), n->regs, sum(e, pin, emit_number(e, 8)), ZONE_REGS);
	LLVMBuildBr(e->b, on);
	emit_go(e, on);
}

/* The frame of the callee, or what UnitCalls.enter returns. */
static LLVMValueRef enter(UnitEmit *e, const Code *c, LLVMValueRef target)
{
	if (c->op != C_CALL)
		return emit_ask(e, offsetof(UnitCalls, enter), e->t.ptr, &target, 1);
	LLVMBasicBlockRef hard = emit_block(e), easy = emit_block(e), on = emit_block(e);
	NewFrame n = measure(e, c);
	emit_branch(e, n.hard, hard, easy);
	emit_go(e, easy);
	LLVMValueRef made = make_frame(e, c, &n);
	set_pin(e, &n);
	LLVMBasicBlockRef from = LLVMGetInsertBlock(e->b);
	LLVMBuildBr(e->b, on);
	emit_go(e, hard);
	LLVMValueRef asked = emit_ask(e, offsetof(UnitCalls, enter), e->t.ptr, &target, 1);
	LLVMBuildBr(e->b, on);
	emit_go(e, on);
	LLVMValueRef next = LLVMBuildPhi(e->b, e->t.ptr, "");
	LLVMAddIncoming(next, &made, &from, 1);
	LLVMAddIncoming(next, &asked, &hard, 1);
	return next;
}

/* The machine may run a function of the C library natively instead: it needs the arguments. */
static void put_library_arguments(UnitEmit *e, const Code *c, const LLVMValueRef *args)
{
	const CodeCall *cc = &e->fc->calls[c->b];
	if (c->op != C_CALL || e->rq->p->functions.at[c->a].kind != FN_LIBC || cc->n > MAX_ACCEL_ARGS)
		return;
	for (u32 k = 0; k < cc->n; k++)
		emit_set_field(e, args[k], e->v.state, offsetof(UnitState, args) + 8 * k);
}

/* True if the callee gives a value wherever the call takes one. */
static bool gives_value(const UnitEmit *e, const Code *c)
{
	return c->op == C_CALLI || c->d == NO_REG || e->rq->p->functions.at[c->a].n_results;
}

void emit_call(UnitEmit *e, const Code *c)
{
	const CodeCall *cc = &e->fc->calls[c->b];
	if (!gives_value(e, c)) {
		emit_leave(e, LEFT_CALL);
		return;
	}
	LLVMBasicBlockRef odd = emit_block(e), entered = emit_block(e), done = emit_block(e),
					  after = emit_block(e);
	WordList writes = {0};
	LLVMValueRef target = c->op == C_CALLI ? emit_get(e, c->a) : emit_number(e, 0);
	LLVMValueRef *args = take_arguments(e, cc);
	word_writes(e->fc, e->at, &writes);
	emit_spill(e, e->at + 1, &writes);
	put_budget(e);
	put_library_arguments(e, c, args);
	LLVMValueRef next = enter(e, c, target);
	LLVMValueRef number = LLVMBuildPtrToInt(e->b, next, e->t.i64, "");
	emit_branch(e, LLVMBuildICmp(e->b, LLVMIntULE, number, emit_number(e, 1), ""), odd, entered);
	emit_go(e, odd);
	emit_leave_if(e, LLVMBuildIsNull(e->b, next, ""), LEFT_CALL);
	LLVMBuildBr(e->b, done);
	emit_go(e, done);
	take_budget(e);
	if (c->d != NO_REG)
		emit_set(e, c->d, emit_field(e, e->t.i64, e->v.state, offsetof(UnitState, value)));
	LLVMBuildBr(e->b, after);
	emit_go(e, entered);
	put_arguments(e, cc, args, next);
	LLVMValueRef value = run(e, next);
	if (c->d != NO_REG)
		emit_set(e, c->d, value);
	LLVMBuildBr(e->b, after);
	emit_go(e, after);
	vec_free(&writes);
	free(args);
}

/* A call that the machine does: of builtins, of the host, with wide or variadic arguments. */
void emit_call_machine(UnitEmit *e)
{
	WordList writes = {0};
	LLVMBasicBlockRef on = emit_block(e), entered = emit_block(e), done = emit_block(e),
					  after = emit_block(e);
	word_writes(e->fc, e->at, &writes);
	emit_spill(e, e->at, NULL);
	put_budget(e);
	LLVMValueRef good = emit_ask(e, offsetof(UnitCalls, callx), e->t.i64, NULL, 0);
	emit_branch(e, LLVMBuildICmp(e->b, LLVMIntEQ, good, emit_number(e, 0), ""), e->end.gone, on);
	emit_go(e, on);
	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, good, emit_number(e, UNIT_ENTERED), ""),
					entered, done);
	emit_go(e, entered);
	if (writes.len <= 1) {
		LLVMValueRef value =
			run(e, emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, frame)));
		if (writes.len)
			emit_set(e, writes.at[0] * 16, value);
		LLVMBuildBr(e->b, after);
	} else {
		LLVMBuildUnreachable(e->b); /* the machine enters only calls with one result */
	}
	emit_go(e, done);
	take_budget(e);
	emit_reload(e, &writes, e->at + 1);
	LLVMBuildBr(e->b, after);
	emit_go(e, after);
	vec_free(&writes);
}

/* As frame_leave of the machine: only objects that live as long as the frame need it. */
static void leave_frame(UnitEmit *e)
{
	const UnitLayout *l = e->rq->layout;
	LLVMBasicBlockRef hard = emit_block(e), easy = emit_block(e), on = emit_block(e);
	LLVMValueRef t = thread(e), none = LLVMConstInt(e->t.i32, 0, 0);
	LLVMValueRef objects = LLVMBuildSub(e->b, emit_field(e, e->t.i64, t, l->dynamic_len),
										get_small(e, e->v.frame, l->frame_dynamic), "");
	LLVMValueRef own =
		LLVMBuildOr(e->b, LLVMBuildICmp(e->b, LLVMIntNE, objects, emit_number(e, 0), ""),
					LLVMBuildICmp(e->b, LLVMIntNE,
								  emit_field(e, e->t.i32, e->v.frame, l->frame_block), none, ""),
					"");
	LLVMBuildCondBr(e->b, own, hard, easy);
	emit_go(e, hard);
	LLVMTypeRef types[] = {e->t.ptr, e->t.ptr};
	LLVMValueRef args[] = {e->v.state, e->v.frame};
	LLVMValueRef fn = emit_field(e, e->t.ptr, e->v.state,
								 offsetof(UnitState, calls) + offsetof(UnitCalls, leave));
	LLVMBuildCall2(e->b, LLVMFunctionType(LLVMVoidTypeInContext(e->cx), types, 2, 0), fn, args, 2,
				   "");
	LLVMBuildBr(e->b, on);
	emit_go(e, easy);
	set_small(e, t, l->depth, LLVMBuildSub(e->b, get_small(e, t, l->depth), emit_number(e, 1), ""));
	LLVMBuildBr(e->b, on);
	emit_go(e, on);
}

/* Only a call from a unit returns to it. If the interpreter entered the unit, it executes the
 * return as well: it knows who waits. */
void emit_return(UnitEmit *e, LLVMValueRef value, u32 n)
{
	LLVMValueRef outermost =
		LLVMBuildICmp(e->b, LLVMIntEQ, e->v.room, emit_number(e, UNIT_ROOM), "");
	emit_leave_if(e, outermost, LEFT_RETURN);
	emit_count(e, n);
	leave_frame(e);
	LLVMValueRef results[] = {LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""), value};
	LLVMBuildAggregateRet(e->b, results, 2);
}
