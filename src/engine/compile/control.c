/* control.c: jumps, calls, returns. */
#include "engine/compile/emit.h"

static LLVMBasicBlockRef block_of(Emit *e, u32 at)
{
	return e->blocks[at];
}

/* Counts the instructions of the block that ends here. If the budget is used up, the interpreter
 * does it, and checks the limits. A call may have used it up before, so n = 0 needs the test, too. */
static void count(Emit *e, u32 n)
{
	LLVMValueRef budget = LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, "");
	LLVMValueRef left = LLVMBuildSub(e->b, budget, emit_number(e, n), "");
	emit_leave_if(e, LLVMBuildICmp(e->b, LLVMIntSLT, left, emit_number(e, 0), ""), LEFT_BUDGET);
	LLVMBuildStore(e->b, left, e->v.budget);
}

void emit_decide(Emit *e, LLVMValueRef is, u32 yes, u32 no)
{
	count(e, e->fc->code[e->at].n);
	LLVMBuildCondBr(e->b, is, block_of(e, yes), block_of(e, no));
}

static void decide_bit(Emit *e, const Code *c, bool when)
{
	LLVMValueRef bit = LLVMBuildTrunc(e->b, emit_get(e, c->a), e->t.i1, "");
	u32 yes = e->at + c->d, no = e->at + 1;
	emit_decide(e, bit, when ? yes : no, when ? no : yes);
}

static void choose(Emit *e, const Code *c)
{
	const SwitchTable *t = &e->fc->switches[c->b];
	LLVMValueRef v = emit_get(e, c->a);
	count(e, c->n);
	LLVMValueRef s = LLVMBuildSwitch(e->b, v, block_of(e, e->at + c->d), t->n);
	for (u32 k = 0; k < t->n; k++) {
		u64 value = t->values ? t->values[k] : t->low + k;
		if (t->values || t->targets[k] != (i32)c->d)
			LLVMAddCase(s, emit_number(e, value), block_of(e, e->at + (u32)t->targets[k]));
	}
}

/* A goto to an address: to one of the labels, or the interpreter reports it. */
static void jump_to_address(Emit *e, const Code *c)
{
	const SwitchTable *t = &e->fc->switches[c->b];
	LLVMValueRef v = emit_get(e, c->a), before = LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, "");
	LLVMBasicBlockRef other = emit_block(e);
	count(e, c->n);
	LLVMValueRef s = LLVMBuildSwitch(e->b, v, other, t->n);
	for (u32 k = 0; k < t->n; k++) {
		u64 address = e->fc->fn->blocks[t->values[k]].address;
		if (address)
			LLVMAddCase(s, emit_number(e, address), block_of(e, e->at + (u32)t->targets[k]));
	}
	emit_go(e, other);
	LLVMBuildStore(e->b, before, e->v.budget);
	emit_leave(e, LEFT_WORD);
}

/* ---- calls ---- */

static void put_budget(Emit *e)
{
	emit_set_field(e, LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""), e->v.state,
				   offsetof(UnitState, budget));
}

static void take_budget(Emit *e)
{
	LLVMBuildStore(e->b, emit_field(e, e->t.i64, e->v.state, offsetof(UnitState, budget)),
				   e->v.budget);
}

static void put_arguments(Emit *e, const CodeCall *cc, const LLVMValueRef *args, LLVMValueRef next)
{
	LLVMValueRef regs = emit_field(e, e->t.ptr, next, e->rq->layout.frame_regs);
	for (u32 k = 0; k < cc->n; k++) {
		emit_store(e, args[k], regs, emit_number(e, k * 16ull), ZONE_REGS);
		emit_store(e, emit_number(e, 0), regs, emit_number(e, k * 16ull + 8), ZONE_REGS);
	}
}

static LLVMValueRef *take_arguments(Emit *e, const CodeCall *cc)
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
static void hand_over(Emit *e, LLVMValueRef next, LLVMValueRef fn, LLVMValueRef why)
{
	put_budget(e);
	emit_set_field(e, emit_field(e, e->t.ptr, fn, offsetof(FnCode, code)), e->v.state,
				   offsetof(UnitState, pc));
	emit_set_field(e, next, e->v.state, offsetof(UnitState, frame));
	emit_set_field(e, why, e->v.state, offsetof(UnitState, why));
	LLVMBuildBr(e->b, e->end.gone);
}

/* Runs the callee's unit in its frame. Returns the result. */
static LLVMValueRef run(Emit *e, LLVMValueRef next)
{
	LLVMBasicBlockRef no = emit_block(e), room = emit_block(e), yes = emit_block(e),
					  on = emit_block(e);
	LLVMValueRef fn = emit_field(e, e->t.ptr, next, e->rq->layout.frame_fn);
	LLVMValueRef unit = emit_field(e, e->t.ptr, fn, e->rq->layout.fn_entry);
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

/* The machine may run a function of the C library natively instead: it needs the arguments. */
static void put_library_arguments(Emit *e, const Code *c, const LLVMValueRef *args)
{
	const CodeCall *cc = &e->fc->calls[c->b];
	if (c->op != C_CALL || e->rq->p->functions.at[c->a].kind != FN_LIBC || cc->n > MAX_ACCEL_ARGS)
		return;
	for (u32 k = 0; k < cc->n; k++)
		emit_set_field(e, args[k], e->v.state, offsetof(UnitState, args) + 8 * k);
}

/* True if the callee gives a value wherever the call takes one. */
static bool gives_value(const Emit *e, const Code *c)
{
	return c->op == C_CALLI || c->d == NO_REG || e->rq->p->functions.at[c->a].n_results;
}

static void call(Emit *e, const Code *c)
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
	LLVMValueRef next = emit_ask(e, offsetof(UnitCalls, enter), e->t.ptr, &target, 1);
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
static void call_machine(Emit *e)
{
	WordList writes = {0};
	LLVMBasicBlockRef on = emit_block(e);
	word_writes(e->fc, e->at, &writes);
	emit_spill(e, e->at, NULL);
	put_budget(e);
	LLVMValueRef good = emit_ask(e, offsetof(UnitCalls, callx), e->t.i64, NULL, 0);
	emit_branch(e, LLVMBuildICmp(e->b, LLVMIntEQ, good, emit_number(e, 0), ""), e->end.gone, on);
	emit_go(e, on);
	take_budget(e);
	emit_reload(e, &writes, e->at + 1);
	vec_free(&writes);
}

/* Only a call from a unit returns to it. If the interpreter entered the unit, it executes the
 * return as well: it knows who waits. */
static void ret(Emit *e, LLVMValueRef value, u32 n)
{
	LLVMValueRef outermost =
		LLVMBuildICmp(e->b, LLVMIntEQ, e->v.room, emit_number(e, UNIT_ROOM), "");
	emit_leave_if(e, outermost, LEFT_RETURN);
	count(e, n);
	LLVMTypeRef types[] = {e->t.ptr, e->t.ptr};
	LLVMValueRef args[] = {e->v.state, e->v.frame};
	LLVMValueRef fn = emit_field(e, e->t.ptr, e->v.state,
								 offsetof(UnitState, calls) + offsetof(UnitCalls, leave));
	LLVMBuildCall2(e->b, LLVMFunctionType(LLVMVoidTypeInContext(e->cx), types, 2, 0), fn, args, 2,
				   "");
	LLVMValueRef results[] = {LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""), value};
	LLVMBuildAggregateRet(e->b, results, 2);
}

/* A watched block reports each execution that is not reported yet. */
static void covered(Emit *e, const Code *c)
{
	LLVMValueRef fn = emit_field(e, e->t.ptr, e->v.frame, e->rq->layout.frame_fn);
	LLVMValueRef flags = emit_field(e, e->t.ptr, fn, offsetof(FnCode, covered));
	LLVMValueRef flag = emit_field(e, e->t.i8, flags, c->b);
	emit_leave_if(e, LLVMBuildICmp(e->b, LLVMIntEQ, flag, LLVMConstInt(e->t.i8, 0, 0), ""),
				  LEFT_COVERAGE);
}

static void look(Emit *e, const Code *c)
{
	LLVMValueRef tag, values[] = {emit_copy(e, c->d, &tag), emit_copy(e, c->a, &tag)};
	emit_ask(e, offsetof(UnitCalls, address), LLVMVoidTypeInContext(e->cx), values, 2);
}

bool emit_control(Emit *e, const Code *c)
{
	switch (c->op) {
	case C_JMP:
		count(e, c->n);
		LLVMBuildBr(e->b, block_of(e, e->at + c->d));
		return true;
	case C_SKIP: LLVMBuildBr(e->b, block_of(e, e->at + c->d)); return true;
	case C_CBR: decide_bit(e, c, true); return true;
	case C_CBRN: decide_bit(e, c, false); return true;
	case C_SWITCH: choose(e, c); return true;
	case C_IBR: jump_to_address(e, c); return true;
	case C_CALL:
	case C_CALLI: call(e, c); return true;
	case C_CALLX: call_machine(e); return true;
	case C_RET: ret(e, emit_number(e, 0), c->n); return true;
	case C_RETR: ret(e, emit_get(e, c->a), c->n); return true;
	case C_COVERED: covered(e, c); return true;
	case C_ADDRESS: look(e, c); return true;
	default: return false;
	}
}
