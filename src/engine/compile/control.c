/* control.c: jumps. */
#include "engine/compile/emit.h"

static LLVMBasicBlockRef block_of(UnitEmit *e, u32 at)
{
	return e->blocks[at];
}

static LLVMValueRef used_up(UnitEmit *e, LLVMValueRef left)
{
	return LLVMBuildICmp(e->b, LLVMIntSLT, left, emit_number(e, 0), "");
}

/* Counts the instructions of the block that ends here. If the budget is used up, the interpreter
 * does it, and checks the limits. A call may have used it up before, so n = 0 needs the test, too. */
static void count_or_leave(UnitEmit *e, u32 n)
{
	LLVMValueRef budget = LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, "");
	LLVMValueRef left = LLVMBuildSub(e->b, budget, emit_number(e, n), "");
	emit_leave_if(e, used_up(e, left), LEFT_BUDGET);
	LLVMBuildStore(e->b, left, e->v.budget);
}

/* Likewise, but the machine checks the limits, and the unit goes on. */
void emit_count_at(UnitEmit *e, LLVMValueRef n, LLVMValueRef at)
{
	LLVMBasicBlockRef poll = emit_block(e), polled = emit_block(e), on = emit_block(e);
	LLVMValueRef budget = LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, "");
	LLVMValueRef left = LLVMBuildSub(e->b, budget, n, "");
	LLVMBuildStore(e->b, left, e->v.budget);
	emit_branch(e, used_up(e, left), poll, on);
	emit_go(e, poll);
	LLVMValueRef more = emit_ask(e, offsetof(UnitCalls, poll), e->t.i64, at, &left, 1);
	emit_branch(e, used_up(e, more), e->end.gone, polled);
	emit_go(e, polled);
	LLVMBuildStore(e->b, more, e->v.budget);
	LLVMBuildBr(e->b, on);
	emit_go(e, on);
}

void emit_count(UnitEmit *e, u32 n)
{
	if (e->inside || e->rq->random) /* an inlined callee has no frame for the machine */
		count_or_leave(e, n);
	else
		emit_count_at(e, emit_number(e, n), emit_number(e, e->at));
}

void emit_decide(UnitEmit *e, LLVMValueRef is, u32 yes, u32 no)
{
	emit_count(e, e->fc->code[e->at].n);
	LLVMBuildCondBr(e->b, is, block_of(e, yes), block_of(e, no));
}

static void decide_bit(UnitEmit *e, const Code *c, bool when)
{
	LLVMValueRef bit = LLVMBuildTrunc(e->b, emit_get(e, c->a), e->t.i1, "");
	u32 yes = e->at + c->d, no = e->at + 1;
	emit_decide(e, bit, when ? yes : no, when ? no : yes);
}

static u64 case_value(const SwitchTable *t, u32 k)
{
	return t->values ? t->values[k] : t->low + k;
}

/* Where LLVM does not optimise, it compares with one case after the other. */
static void search(UnitEmit *e, const Code *c, LLVMValueRef v, u32 from, u32 to)
{
	const SwitchTable *t = &e->fc->switches[c->b];
	LLVMBasicBlockRef other = block_of(e, e->at + c->d);
	if (to - from <= 1) {
		LLVMBasicBlockRef mine = block_of(e, e->at + (u32)t->targets[from]);
		LLVMValueRef is =
			LLVMBuildICmp(e->b, LLVMIntEQ, v, emit_number(e, case_value(t, from)), "");
		LLVMBuildCondBr(e->b, is, mine, other);
		return;
	}
	u32 middle = from + (to - from) / 2;
	LLVMBasicBlockRef low = emit_block(e), high = emit_block(e);
	LLVMValueRef below =
		LLVMBuildICmp(e->b, LLVMIntULT, v, emit_number(e, case_value(t, middle)), "");
	LLVMBuildCondBr(e->b, below, low, high);
	emit_go(e, low);
	search(e, c, v, from, middle);
	emit_go(e, high);
	search(e, c, v, middle, to);
}

static void choose(UnitEmit *e, const Code *c)
{
	const SwitchTable *t = &e->fc->switches[c->b];
	LLVMValueRef v = emit_get(e, c->a);
	emit_count(e, c->n);
	if (e->rq->quick && t->n) {
		search(e, c, v, 0, t->n);
		return;
	}
	LLVMValueRef s = LLVMBuildSwitch(e->b, v, block_of(e, e->at + c->d), t->n);
	for (u32 k = 0; k < t->n; k++)
		if (t->values || t->targets[k] != (i32)c->d)
			LLVMAddCase(s, emit_number(e, case_value(t, k)),
						block_of(e, e->at + (u32)t->targets[k]));
}

/* A goto to an address: to one of the labels, or the interpreter reports it. */
static void jump_to_address(UnitEmit *e, const Code *c)
{
	const SwitchTable *t = &e->fc->switches[c->b];
	LLVMValueRef v = emit_get(e, c->a), before = LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, "");
	LLVMBasicBlockRef other = emit_block(e);
	count_or_leave(e, c->n);
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

/* The FnCode of the function, which is not that of the frame if it is inlined. */
static LLVMValueRef own_code(UnitEmit *e)
{
	LLVMValueRef all = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, fns));
	LLVMValueRef offset = emit_number(e, (u64)e->fc->fn->id * sizeof(FnCode));
	return LLVMBuildGEP2(e->b, e->t.i8, all, &offset, 1, "");
}

/* A watched block reports each execution that is not reported yet. */
static void covered(UnitEmit *e, const Code *c)
{
	LLVMValueRef flags = emit_field(e, e->t.ptr, own_code(e), offsetof(FnCode, covered));
	LLVMValueRef flag = emit_load(e, e->t.i8, flags, emit_number(e, c->b), ZONE_HITS);
	emit_leave_if(e, LLVMBuildICmp(e->b, LLVMIntEQ, flag, LLVMConstInt(e->t.i8, 0, 0), ""),
				  LEFT_WATCHED);
}

/* Likewise, and executions are counted, up to 255. */
static void hit(UnitEmit *e, const Code *c)
{
	covered(e, c);
	LLVMValueRef hits = emit_field(e, e->t.ptr, own_code(e), offsetof(FnCode, hits));
	LLVMValueRef n = emit_load(e, e->t.i8, hits, emit_number(e, c->b), ZONE_HITS);
	LLVMValueRef args[] = {n, LLVMConstInt(e->t.i8, 1, 0)};
	emit_store(e, emit_intrinsic(e, "llvm.uadd.sat", e->t.i8, args, 2), hits, emit_number(e, c->b),
			   ZONE_HITS);
}

static void look(UnitEmit *e, const Code *c)
{
	LLVMValueRef tag, values[] = {emit_copy(e, c->d, &tag), emit_copy(e, c->a, &tag)};
	emit_ask(e, offsetof(UnitCalls, address), LLVMVoidTypeInContext(e->cx), emit_number(e, e->at),
			 values, 2);
}

bool emit_control(UnitEmit *e, const Code *c)
{
	switch (c->op) {
	case C_JMP:
		emit_count(e, c->n);
		LLVMBuildBr(e->b, block_of(e, e->at + c->d));
		return true;
	case C_SKIP: LLVMBuildBr(e->b, block_of(e, e->at + c->d)); return true;
	case C_CBR: decide_bit(e, c, true); return true;
	case C_CBRN: decide_bit(e, c, false); return true;
	case C_SWITCH: choose(e, c); return true;
	case C_IBR: jump_to_address(e, c); return true;
	case C_CALL:
	case C_CALLI: emit_call(e, c); return true;
	case C_CALLX: emit_call_machine(e); return true;
	case C_RET: emit_return(e, emit_number(e, 0), c->n); return true;
	case C_RETR: emit_return(e, emit_get(e, c->a), c->n); return true;
	case C_COVERED: covered(e, c); return true;
	case C_HIT: hit(e, c); return true;
	case C_ADDRESS: look(e, c); return true;
	default: return false;
	}
}
