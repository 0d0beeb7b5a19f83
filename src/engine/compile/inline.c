/* inline.c: small callees become part of the unit that calls them.
 *
 * No frame is made for such a call. If something in the callee must leave the unit, the code that
 * leaves makes the frames that are missing: it writes the registers of each caller, as a call does,
 * and the machine enters the callee. Then the interpreter continues inside of the callee. Whether
 * the frames would fit is tested where the unit begins, with room for the largest. */
#include "engine/compile/emit.h"

enum {
	MOST_WORDS = 64,      /* of one callee */
	MOST_QUICK = 24,      /* likewise if the unit is made quickly */
	MOST_INLINED = 1500,  /* in one unit */
	MOST_NESTED = 3,      /* calls within inlined calls */
	MOST_REGS = 200,      /* of all frames that are not made */
	MOST_STACK = 2 << 10, /* native bytes of these */
};

/* What a callee needs. */
typedef struct Inlined {
	u32 words, regs, stack;
} Inlined;

static bool look(const UnitRequest *rq, const FnCode *fc, u32 depth, Inlined *out);

static bool is_suitable(const UnitRequest *rq, const FnCode *fc)
{
	u32 most = rq->quick && !rq->random ? MOST_QUICK : MOST_WORDS;
	return fc->code && !fc->accel && !fc->frame_size && !fc->fn->variadic && fc->n <= most &&
		   !fc->statements && !fc->checked;
}

/* The callee of a call that may be inlined, or NULL. */
static const FnCode *callee_of(const UnitRequest *rq, const FnCode *caller, const Code *c)
{
	if (c->op != C_CALL)
		return NULL;
	const FnCode *fc = &rq->fns[c->a];
	bool fits = caller->calls[c->b].n == fc->fn->n_params && (c->d == NO_REG || fc->fn->n_results);
	return fits && fc->fn != caller->fn && is_suitable(rq, fc) ? fc : NULL;
}

static bool call_fits(const UnitRequest *rq, const FnCode *fc, const Code *c, u32 depth,
					  Inlined *in)
{
	const FnCode *callee = callee_of(rq, fc, c);
	if (!callee || depth >= MOST_NESTED)
		return false;
	FnCode copy = unit_code(callee);
	bool good = look(rq, &copy, depth + 1, in);
	free(copy.code);
	return good;
}

/* Returns false if the instruction needs a frame although it does not leave. */
static bool word_fits(const UnitRequest *rq, const FnCode *fc, u32 at)
{
	const Code *c = &fc->code[at];
	switch (c->op) {
	case C_RETN:
	case C_EDGE:
	case C_IBR:
	case C_CALLI:
	case C_CALLX:
	case C_ADDRESS: return false;
	case C_GENERIC: return word_stops(fc, at) || generic_compiles(rq->p, &fc->body->ins[c->b]);
	default: return true;
	}
}

static u32 larger(u32 a, u32 b)
{
	return a > b ? a : b;
}

static bool look(const UnitRequest *rq, const FnCode *fc, u32 depth, Inlined *out)
{
	bool good = true;
	*out = (Inlined){0};
	for (u32 at = 0; good && at < fc->n; at += word_length(&fc->code[at])) {
		const Code *c = &fc->code[at];
		Inlined inner = {0};
		good = c->op == C_CALL ? call_fits(rq, fc, c, depth, &inner) : word_fits(rq, fc, at);
		out->words += inner.words + 1;
		out->regs = larger(out->regs, inner.regs);
		out->stack = larger(out->stack, inner.stack);
	}
	out->regs += fc->n_regs;
	out->stack += fc->native_size;
	return good && out->regs <= MOST_REGS && out->stack <= MOST_STACK;
}

/* ---- emitting ---- */

/* True if frames that are not made would fit: as frame_enter of the machine, for the largest. */
static LLVMValueRef roomy(UnitEmit *e)
{
	if (e->v.roomy)
		return e->v.roomy;
	const UnitLayout *l = e->rq->layout;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	LLVMPositionBuilderBefore(e->b, e->v.start);
	LLVMValueRef t = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, thread));
	LLVMValueRef size = emit_number(e, (e->fc->n_regs + (u64)MOST_REGS) * 16);
	LLVMValueRef end = LLVMBuildGEP2(e->b, e->t.i8, e->v.regs, &size, 1, "");
	LLVMValueRef depth = LLVMBuildZExt(e->b, emit_field(e, e->t.i32, t, l->depth), e->t.i64, "");
	LLVMValueRef stack =
		LLVMBuildAdd(e->b, emit_field(e, e->t.i64, e->v.frame, l->frame_stack_used),
					 emit_number(e, MOST_STACK), "");
	LLVMValueRef fits[] = {
		LLVMBuildICmp(e->b, LLVMIntULE, end, emit_field(e, e->t.ptr, t, l->regs_end), ""),
		LLVMBuildICmp(e->b, LLVMIntULT, depth, emit_number(e, l->most_depth - MOST_NESTED - 1), ""),
		LLVMBuildICmp(e->b, LLVMIntULE, stack, emit_field(e, e->t.i64, t, l->stack_noted), "")};
	LLVMValueRef all = LLVMBuildAnd(e->b, fits[0], LLVMBuildAnd(e->b, fits[1], fits[2], ""), "");
	e->v.roomy = all;
	emit_go(e, here);
	return all;
}

/* The code of the callee, with registers of its own. */
static void emit_body(UnitEmit *e, const LLVMValueRef *args, u32 n)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	LLVMValueRef size = emit_number(e, e->inside->caller->fc->n_regs * 16ull);
	flow_make(&e->flow, e->rq);
	LLVMPositionBuilderBefore(e->b, e->v.start);
	emit_registers(e);
	e->v.regs = LLVMBuildGEP2(e->b, e->t.i8, e->v.regs, &size, 1, "");
	emit_go(e, here);
	e->blocks = xcalloc(e->fc->n + 1, sizeof *e->blocks);
	for (size_t i = 0; i < e->flow.order.len; i++)
		e->blocks[e->flow.order.at[i]] = emit_block(e);
	for (u32 k = 0; k < n; k++)
		emit_set(e, k * 16, args[k]);
	LLVMBuildBr(e->b, e->blocks[0]);
	for (size_t i = 0; i < e->flow.order.len; i++)
		emit_line(e, e->flow.order.at[i]);
	emit_free(e);
}

/* Makes the frames of all inlined calls up to this one. Returns the innermost. */
static LLVMValueRef make_frames(UnitEmit *e)
{
	if (!e->inside)
		return e->v.frame;
	UnitEmit *caller = e->inside->caller;
	WordList writes = {0};
	LLVMValueRef below = make_frames(caller);
	word_writes(caller->fc, caller->at, &writes);
	emit_spill(caller, caller->at + 1, &writes);
	vec_free(&writes);
	return emit_ask_in(e, below, offsetof(UnitCalls, push), e->t.ptr, emit_number(e, caller->at),
					   NULL, 0);
}

/* Leaves from inside of the callee. */
static void emit_out(UnitEmit *e)
{
	EmitInline *in = e->inside;
	if (!in->leave)
		return;
	emit_go(e, in->leave);
	LLVMValueRef frame = make_frames(e);
	emit_end(e, frame, in->leave_at, in->leave_why);
}

static void emit_callee(UnitEmit *e, const FnCode *callee, const LLVMValueRef *args, EmitInline *in)
{
	UnitEmit inner = *e;
	UnitRequest rq = *e->rq;
	rq.fc = callee;
	rq.entry = 0;
	rq.everywhere = false;
	inner.rq = &rq;
	inner.fc = callee;
	inner.inside = in;
	emit_body(&inner, args, callee->fn->n_params);
	emit_out(&inner);
	e->inlined = inner.inlined;
}

bool emit_inline(UnitEmit *e, const Code *c)
{
	const CodeCall *cc = &e->fc->calls[c->b];
	const FnCode *callee = callee_of(e->rq, e->fc, c);
	Inlined info;
	if (!callee)
		return false;
	u32 depth = e->inside ? e->inside->depth + 1 : 1;
	FnCode copy = unit_code(callee);
	bool good =
		look(e->rq, &copy, depth, &info) && (e->inside || e->inlined + info.words <= MOST_INLINED);
	if (good) {
		LLVMValueRef *args = emit_arguments(e, cc);
		e->inlined += e->inside ? 0 : info.words;
		emit_leave_if(e, LLVMBuildNot(e->b, roomy(e), ""), LEFT_CALL);
		EmitInline in = {
			.depth = depth, .caller = e, .after = emit_block(e), .value = emit_variable(e)};
		emit_callee(e, &copy, args, &in);
		emit_go(e, in.after);
		if (c->d != NO_REG)
			emit_set(e, c->d, LLVMBuildLoad2(e->b, e->t.i64, in.value, ""));
		free(args);
	}
	free(copy.code);
	return good;
}

void emit_inline_return(UnitEmit *e, LLVMValueRef value, u32 n)
{
	emit_count(e, n);
	LLVMBuildStore(e->b, value, e->inside->value);
	LLVMBuildBr(e->b, e->inside->after);
}
