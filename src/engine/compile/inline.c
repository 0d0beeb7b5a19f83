/* inline.c: small callees become part of the unit that calls them.
 *
 * No frame is made for such a call. So if something in the callee must leave the unit, the unit is
 * left before the call, and the interpreter repeats it from the start. This is right only if the
 * callee had no effect by then: after a store, nothing in the callee may leave. The instructions
 * that it counts are compared with the budget before, for its longest way. Loops are not inlined.
 * Whether its frame would fit is tested where the unit begins, with room for the largest. */
#include "engine/compile/emit.h"

enum {
	MOST_WORDS = 48,      /* of one callee */
	MOST_INLINED = 1500,  /* in one unit */
	MOST_NESTED = 3,      /* calls within inlined calls */
	MOST_REGS = 200,      /* of all frames that are not made */
	MOST_STACK = 2 << 10, /* native bytes of these */
};

/* What a callee needs and does. */
typedef struct Inlined {
	u32 words, regs, stack;
	u32 count;   /* instructions on its longest way */
	bool stores; /* true if it may have an effect */
} Inlined;

static bool look(const UnitRequest *rq, const FnCode *fc, u32 depth, Inlined *out);

static bool is_suitable(const FnCode *fc)
{
	return fc->code && !fc->accel && !fc->frame_size && !fc->fn->variadic && fc->n <= MOST_WORDS &&
		   !fc->statements && !fc->checked;
}

/* The callee of a call that may be inlined, or NULL. */
static const FnCode *callee_of(const UnitRequest *rq, const FnCode *caller, const Code *c)
{
	if (c->op != C_CALL)
		return NULL;
	const FnCode *fc = &rq->fns[c->a];
	bool fits = caller->calls[c->b].n == fc->fn->n_params && (c->d == NO_REG || fc->fn->n_results);
	return fits && fc->fn != caller->fn && is_suitable(fc) ? fc : NULL;
}

/* Stores, loads and whatever tests its operands may leave. */
typedef enum InlineKind { WORD_BAD, WORD_STAYS, WORD_LEAVES, WORD_STORES } InlineKind;

static InlineKind kind_of_call(const UnitRequest *rq, const FnCode *fc, const Code *c, u32 depth,
							   Inlined *in)
{
	const FnCode *callee = callee_of(rq, fc, c);
	if (!callee || depth >= MOST_NESTED)
		return WORD_BAD;
	FnCode copy = unit_code(callee);
	bool good = look(rq, &copy, depth + 1, in);
	free(copy.code);
	return !good ? WORD_BAD : in->stores ? WORD_STORES : WORD_LEAVES;
}

static InlineKind kind_of(const UnitRequest *rq, const FnCode *fc, u32 at)
{
	const Code *c = &fc->code[at];
	if (word_leaves(fc, at))
		return fc->code[at].op == C_RETN || fc->code[at].op == C_EDGE ? WORD_BAD : WORD_LEAVES;
	switch (c->op) {
	case C_MOV ... C_KONST64:
	case C_ZEXT ... C_SELECT:
	case C_GEPI ... C_GEPXS:
	case C_JMP ... C_SWITCH:
	case C_RET:
	case C_RETR:
	case C_SKIP: return WORD_STAYS;
	case C_COVERED:
	case C_LOAD_8 ... C_LOADXS_64:
	case C_FADD_F64 ... C_F64_F32: return WORD_LEAVES;
	case C_HIT:
	case C_STORE_8 ... C_STOREXS_64: return WORD_STORES;
	case C_GENERIC: return generic_compiles(rq->p, &fc->body->ins[c->b]) ? WORD_LEAVES : WORD_BAD;
	default: break;
	}
	if (c->op < C_ADD_8)
		return WORD_BAD;
	return c->op >= C_UDIV_32 && c->op < C_EQ_32 ? WORD_LEAVES : WORD_STAYS;
}

static bool counts(const Code *c)
{
	return (word_jumps(c) && c->op != C_SKIP) || c->op == C_RET || c->op == C_RETR;
}

/* Ways to a word. */
typedef struct InlineWay {
	bool reached;
	bool stored; /* true if one of them has stored */
	u32 count;   /* instructions of the longest */
} InlineWay;

static u32 larger(u32 a, u32 b)
{
	return a > b ? a : b;
}

/* Goes on behind a word. Returns false if that is a loop. */
static bool spread(const FnCode *fc, u32 at, const InlineWay *after, InlineWay *ways)
{
	WordList next = {0};
	bool good = true;
	if (!word_leaves(fc, at))
		word_next(fc, at, &next);
	for (size_t k = 0; good && k < next.len; k++) {
		u32 to = next.at[k];
		good = to > at && to < fc->n;
		if (good)
			ways[to] = (InlineWay){true, ways[to].stored || after->stored,
								   larger(ways[to].count, after->count)};
	}
	vec_free(&next);
	return good;
}

/* One word of the callee. Returns false if it cannot be inlined. */
static bool step(const UnitRequest *rq, const FnCode *fc, u32 at, u32 depth, InlineWay *ways,
				 Inlined *out)
{
	const Code *c = &fc->code[at];
	Inlined inner = {0};
	InlineKind kind =
		c->op == C_CALL ? kind_of_call(rq, fc, c, depth, &inner) : kind_of(rq, fc, at);
	if (kind == WORD_BAD || (ways[at].stored && kind >= WORD_LEAVES))
		return false;
	InlineWay after = {true, ways[at].stored || kind == WORD_STORES,
					   ways[at].count + inner.count + (counts(c) ? c->n : 0)};
	out->words += inner.words + 1;
	out->regs = larger(out->regs, inner.regs);
	out->stack = larger(out->stack, inner.stack);
	out->stores |= kind == WORD_STORES;
	out->count = larger(out->count, after.count);
	return spread(fc, at, &after, ways);
}

static bool look(const UnitRequest *rq, const FnCode *fc, u32 depth, Inlined *out)
{
	InlineWay *ways = xcalloc(fc->n + 1, sizeof *ways);
	bool good = true;
	*out = (Inlined){0};
	ways[0].reached = true;
	for (u32 at = 0; good && at < fc->n; at += word_length(&fc->code[at]))
		good = !ways[at].reached || step(rq, fc, at, depth, ways, out);
	free(ways);
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
	flow_make(&e->flow, e->rq);
	LLVMPositionBuilderBefore(e->b, e->v.start);
	emit_registers(e);
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

/* Leaves before the call, with the budget as it was there. */
static void emit_back(UnitEmit *e, const EmitInline *in)
{
	if (!in->leave)
		return;
	emit_go(e, in->leave);
	LLVMBuildStore(e->b, in->budget, e->v.budget);
	emit_leave_for(e, in->leave_why);
}

static void emit_callee(UnitEmit *e, const FnCode *callee, const LLVMValueRef *args, EmitInline *in)
{
	UnitEmit inner = *e;
	UnitRequest rq = *e->rq;
	rq.fc = callee;
	rq.entry = 0;
	inner.rq = &rq;
	inner.fc = callee;
	inner.inside = in;
	emit_body(&inner, args, callee->fn->n_params);
	e->inlined = inner.inlined;
}

bool emit_inline(UnitEmit *e, const Code *c)
{
	const CodeCall *cc = &e->fc->calls[c->b];
	const FnCode *callee = callee_of(e->rq, e->fc, c);
	Inlined info;
	if (!callee)
		return false;
	FnCode copy = unit_code(callee);
	bool good = look(e->rq, &copy, e->inside ? e->inside->depth + 1 : 1, &info) &&
				(e->inside || e->inlined + info.words <= MOST_INLINED);
	if (good) {
		LLVMValueRef *args = emit_arguments(e, cc),
					 before = LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, "");
		e->inlined += e->inside ? 0 : info.words;
		LLVMValueRef rest = LLVMBuildSub(e->b, before, emit_number(e, info.count), "");
		emit_leave_if(e, LLVMBuildNot(e->b, roomy(e), ""), LEFT_CALL);
		emit_leave_if(e, LLVMBuildICmp(e->b, LLVMIntSLT, rest, emit_number(e, 0), ""), LEFT_BUDGET);
		EmitInline in = {.depth = e->inside ? e->inside->depth + 1 : 1,
						 .budget = before,
						 .after = emit_block(e),
						 .value = emit_variable(e)};
		emit_callee(e, &copy, args, &in);
		emit_back(e, &in);
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
