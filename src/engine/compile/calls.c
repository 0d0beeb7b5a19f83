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

/* Registers of the callee begin where those of this frame end. */
static void put_arguments(UnitEmit *e, const CodeCall *cc, const LLVMValueRef *args)
{
	for (u32 k = 0; k < cc->n; k++)
		emit_register(e, (e->fc->n_regs + (u64)k) * 16, args[k], NULL);
}

LLVMValueRef *emit_arguments(UnitEmit *e, const CodeCall *cc)
{
	LLVMValueRef *args = xcalloc(cc->n + 1, sizeof *args);
	for (u32 k = 0; k < cc->n; k++) {
		u32 r = cc->regs[k];
		args[k] = r & CODE_CONST ? emit_number(e, e->rq->p->consts.at[r & ~CODE_CONST].lo)
								 : emit_get(e, r);
	}
	return args;
}

/* Runs the unit of the callee in its frame. Returns the result. */
static LLVMValueRef run(UnitEmit *e, LLVMValueRef unit, LLVMValueRef next)
{
	LLVMBasicBlockRef on = emit_block(e);
	LLVMTypeRef types[] = {e->t.ptr, e->t.ptr, e->t.i64, e->t.i64};
	LLVMValueRef args[] = {e->v.state, next, LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""),
						   emit_number(e, 0)};
	LLVMValueRef r =
		LLVMBuildCall2(e->b, LLVMFunctionType(e->t.result, types, 4, 0), unit, args, 4, "");
	LLVMValueRef budget = LLVMBuildExtractValue(e->b, r, 0, "");
	LLVMValueRef left = LLVMBuildICmp(e->b, LLVMIntSLT, budget, emit_number(e, 0), "");
	emit_branch(e, left, e->end.gone, on);
	emit_go(e, on);
	LLVMBuildStore(e->b, budget, e->v.budget);
	return LLVMBuildExtractValue(e->b, r, 1, "");
}

/* What the machine has chosen to run the callee. */
static LLVMValueRef chosen(UnitEmit *e)
{
	return emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, unit));
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

static LLVMValueRef thread(UnitEmit *e)
{
	return emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, thread));
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

static void run_call(UnitEmit *e, const Code *c, const LLVMValueRef *args, LLVMValueRef unit,
					 LLVMValueRef next, LLVMBasicBlockRef after)
{
	put_arguments(e, &e->fc->calls[c->b], args);
	LLVMValueRef value = run(e, unit, next);
	if (c->d != NO_REG)
		emit_set(e, c->d, value);
	LLVMBuildBr(e->b, after);
}

/* The machine enters the callee, or does the call. */
static void ask_machine(UnitEmit *e, const Code *c, const LLVMValueRef *args, LLVMValueRef target,
						LLVMBasicBlockRef after)
{
	LLVMBasicBlockRef odd = emit_block(e), entered = emit_block(e), done = emit_block(e);
	put_budget(e);
	put_library_arguments(e, c, args);
	LLVMValueRef next =
		emit_ask(e, offsetof(UnitCalls, enter), e->t.ptr, emit_number(e, e->at), &target, 1);
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
	run_call(e, c, args, chosen(e), next, after);
}

void emit_call(UnitEmit *e, const Code *c)
{
	const CodeCall *cc = &e->fc->calls[c->b];
	if (!gives_value(e, c)) {
		emit_leave(e, LEFT_CALL);
		return;
	}
	if (emit_inline(e, c))
		return;
	LLVMBasicBlockRef ask = emit_block(e), after = emit_block(e);
	WordList writes = {0};
	LLVMValueRef target = c->op == C_CALLI ? emit_get(e, c->a) : emit_number(e, 0), unit;
	LLVMValueRef *args = emit_arguments(e, cc);
	word_writes(e->fc, e->at, &writes);
	emit_spill(e, e->at + 1, &writes);
	LLVMValueRef next = emit_enter(e, c, ask, &unit);
	if (next)
		run_call(e, c, args, unit, next, after);
	else
		LLVMBuildBr(e->b, ask);
	emit_go(e, ask);
	ask_machine(e, c, args, target, after);
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
	LLVMValueRef good =
		emit_ask(e, offsetof(UnitCalls, callx), e->t.i64, emit_number(e, e->at), NULL, 0);
	emit_branch(e, LLVMBuildICmp(e->b, LLVMIntEQ, good, emit_number(e, 0), ""), e->end.gone, on);
	emit_go(e, on);
	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, good, emit_number(e, UNIT_ENTERED), ""),
					entered, done);
	emit_go(e, entered);
	if (writes.len <= 1) {
		LLVMValueRef value =
			run(e, chosen(e), emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, frame)));
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

/* All returns of a unit share this: what is returned, the instructions of the block that ends, and
 * the bytecode instruction are phis. */
static void make_returns(UnitEmit *e)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	EmitReturn *r = &e->ret;
	r->block = emit_block(e);
	emit_go(e, r->block);
	r->value = LLVMBuildPhi(e->b, e->t.i64, "");
	r->n = LLVMBuildPhi(e->b, e->t.i64, "");
	r->at = LLVMBuildPhi(e->b, e->t.i64, "");
	emit_count_at(e, r->n, r->at);
	leave_frame(e);
	LLVMValueRef results[] = {LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""), r->value};
	LLVMBuildAggregateRet(e->b, results, 2);
	emit_go(e, here);
}

/* Only a call from a unit returns to it. If the interpreter entered the unit, it executes the
 * return as well: it knows who waits. */
void emit_return(UnitEmit *e, LLVMValueRef value, u32 n)
{
	if (e->inside) {
		emit_inline_return(e, value, n);
		return;
	}
	LLVMValueRef outermost = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, outermost));
	emit_leave_if(e, LLVMBuildICmp(e->b, LLVMIntEQ, e->v.frame, outermost, ""), LEFT_RETURN);
	if (!e->ret.block)
		make_returns(e);
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	LLVMValueRef count = emit_number(e, n), at = emit_number(e, e->at);
	LLVMAddIncoming(e->ret.value, &value, &here, 1);
	LLVMAddIncoming(e->ret.n, &count, &here, 1);
	LLVMAddIncoming(e->ret.at, &at, &here, 1);
	LLVMBuildBr(e->b, e->ret.block);
}
