/* direct.c: calls from unit to unit that make the callee's frame themselves.
 *
 * What frame_enter of the machine does for a function without locals in memory, if there is room
 * and the callee has native code. Otherwise the machine does the call. */
#include "engine/compile/emit.h"

/* True if the frame can be made here. */
static bool is_simple(const FnCode *callee)
{
	return callee->code && !callee->accel && !callee->frame_size && !callee->statements &&
		   !callee->checked;
}

static LLVMValueRef wide(UnitEmit *e, LLVMValueRef base, u64 offset)
{
	return LLVMBuildZExt(e->b, emit_field(e, e->t.i32, base, offset), e->t.i64, "");
}

static LLVMValueRef beyond(UnitEmit *e, LLVMValueRef base, u64 offset)
{
	LLVMValueRef n = emit_number(e, offset);
	return LLVMBuildGEP2(e->b, e->t.i8, base, &n, 1, "");
}

static LLVMValueRef code_of(UnitEmit *e, u32 function)
{
	return beyond(e, emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, fns)),
				  (u64)function * sizeof(FnCode));
}

static LLVMValueRef greater(UnitEmit *e, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildICmp(e->b, LLVMIntUGT, x, y, "");
}

/* True if the machine must do the call. Bytecode that was made again may need other registers. */
static LLVMValueRef is_hard(UnitEmit *e, const Code *c, LLVMValueRef fc, LLVMValueRef thread,
							LLVMValueRef unit, LLVMValueRef stack)
{
	_Static_assert(offsetof(FnCode, pin) == offsetof(FnCode, n_regs) + 4, "read as one number");
	const UnitLayout *l = e->rq->layout;
	const FnCode *callee = &e->rq->fns[c->a];
	u64 shape = callee->n_regs | (u64)callee->pin << 32;
	LLVMValueRef end = beyond(e, e->v.regs, (e->fc->n_regs + (u64)callee->n_regs) * 16);
	LLVMValueRef outermost = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, outermost));
	LLVMValueRef hard[] = {LLVMBuildIsNull(e->b, unit, ""),
						   LLVMBuildICmp(e->b, LLVMIntNE,
										 emit_field(e, e->t.i64, fc, offsetof(FnCode, n_regs)),
										 emit_number(e, shape), ""),
						   greater(e, end, emit_field(e, e->t.ptr, thread, l->regs_end)),
						   greater(e, stack, emit_field(e, e->t.i64, thread, l->stack_noted)),
						   greater(e, wide(e, thread, l->depth), emit_number(e, l->most_depth - 2)),
						   greater(e, beyond(e, e->v.frame, l->frame_bytes),
								   beyond(e, outermost, (u64)l->frame_bytes * UNIT_ROOM))};
	LLVMValueRef any = hard[0];
	for (size_t i = 1; i < countof(hard); i++)
		any = LLVMBuildOr(e->b, any, hard[i], "");
	return any;
}

/* The fields as frame_enter sets them. */
static void fill(UnitEmit *e, const FnCode *callee, LLVMValueRef frame, LLVMValueRef thread,
				 LLVMValueRef fc, LLVMValueRef stack)
{
	const UnitLayout *l = e->rq->layout;
	LLVMValueRef none = emit_number(e, 0), none_32 = LLVMConstInt(e->t.i32, 0, 0),
				 one = LLVMConstInt(e->t.i32, 1, 0);
	LLVMValueRef words = emit_field(e, e->t.ptr, code_of(e, e->fc->fn->id), offsetof(FnCode, code));
	LLVMValueRef depth = emit_field(e, e->t.i32, thread, l->depth);
	LLVMValueRef serial = LLVMBuildAdd(e->b, emit_field(e, e->t.i32, thread, l->serial), one, "");
	LLVMValueRef dynamic =
		LLVMBuildTrunc(e->b, emit_field(e, e->t.i64, thread, l->dynamic_len), e->t.i32, "");
	emit_set_field(e, LLVMBuildAdd(e->b, depth, one, ""), thread, l->depth);
	emit_set_field(e, serial, thread, l->serial);
	emit_set_field(e, beyond(e, words, e->at * sizeof(Code)), frame, l->frame_call);
	emit_set_field(e, fc, frame, l->frame_fn);
	emit_set_field(e, beyond(e, e->v.regs, e->fc->n_regs * 16ull), frame, l->frame_regs);
	emit_set_field(e, none, frame, l->frame_base);
	emit_set_field(e, none_32, frame, l->frame_block);
	emit_set_field(e, dynamic, frame, l->frame_dynamic);
	emit_set_field(e, none, frame, l->frame_varargs);
	emit_set_field(e, stack, frame, l->frame_stack_used);
	emit_set_field(e, serial, frame, l->frame_serial);
	emit_set_field(e, none_32, frame, l->frame_stack);
	emit_set_field(e, none, frame, l->frame_signal);
	if (callee->pin)
		emit_register(e, e->fc->n_regs * 16ull + callee->pin, emit_number(e, GLOBALS_BASE), NULL);
}

LLVMValueRef emit_enter(UnitEmit *e, const Code *c, LLVMBasicBlockRef ask, LLVMValueRef *unit)
{
	const UnitLayout *l = e->rq->layout;
	const FnCode *callee = c->op == C_CALL ? &e->rq->fns[c->a] : NULL;
	if (!callee || (e->rq->quick && !e->rq->random) || !is_simple(callee))
		return NULL;
	LLVMBasicBlockRef on = emit_block(e);
	LLVMValueRef fc = code_of(e, c->a);
	LLVMValueRef thread = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, thread));
	LLVMValueRef stack =
		LLVMBuildAdd(e->b, emit_field(e, e->t.i64, e->v.frame, l->frame_stack_used),
					 emit_number(e, callee->native_size), "");
	*unit = emit_field(e, e->t.ptr, fc, offsetof(FnCode, unit));
	emit_branch(e, is_hard(e, c, fc, thread, *unit, stack), ask, on);
	emit_go(e, on);
	LLVMValueRef frame = beyond(e, e->v.frame, l->frame_bytes);
	fill(e, callee, frame, thread, fc, stack);
	return frame;
}
