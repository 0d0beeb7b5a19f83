/* emit.c: the frame of a unit: entry, blocks, leaving. */
#include "engine/compile/emit.h"

static const char *const reasons[] = {
#define X(name, text) text,
	UNIT_REASONS(X)
#undef X
};

const char *unit_reason(UnitReason why)
{
	return reasons[why];
}

LLVMValueRef emit_number(UnitEmit *e, u64 n)
{
	return LLVMConstInt(e->t.i64, n, 0);
}

LLVMBasicBlockRef emit_block(UnitEmit *e)
{
	return LLVMAppendBasicBlockInContext(e->cx, e->fn, "");
}

void emit_go(UnitEmit *e, LLVMBasicBlockRef to)
{
	LLVMPositionBuilderAtEnd(e->b, to);
}

void emit_branch(UnitEmit *e, LLVMValueRef rare, LLVMBasicBlockRef yes, LLVMBasicBlockRef no)
{
	LLVMSetMetadata(LLVMBuildCondBr(e->b, rare, yes, no), e->marks.prof_kind, e->marks.rarely);
}

/* ---- memory of the machine ---- */

static LLVMValueRef mark(UnitEmit *e, LLVMValueRef access, Zone z)
{
	LLVMSetAlignment(access, 1);
	if (e->rq->quick) /* nobody asks */
		return access;
	LLVMSetMetadata(access, e->marks.scope_kind, e->marks.scope[z]);
	LLVMSetMetadata(access, e->marks.noalias_kind, e->marks.others[z]);
	return access;
}

static LLVMValueRef place(UnitEmit *e, LLVMValueRef base, LLVMValueRef offset)
{
	return LLVMBuildGEP2(e->b, e->t.i8, base, &offset, 1, "");
}

LLVMValueRef emit_load(UnitEmit *e, LLVMTypeRef t, LLVMValueRef base, LLVMValueRef offset, Zone z)
{
	return mark(e, LLVMBuildLoad2(e->b, t, place(e, base, offset), ""), z);
}

LLVMValueRef emit_store(UnitEmit *e, LLVMValueRef v, LLVMValueRef base, LLVMValueRef offset, Zone z)
{
	return mark(e, LLVMBuildStore(e->b, v, place(e, base, offset)), z);
}

LLVMValueRef emit_field(UnitEmit *e, LLVMTypeRef t, LLVMValueRef base, u64 offset)
{
	return LLVMBuildLoad2(e->b, t, place(e, base, emit_number(e, offset)), "");
}

void emit_set_field(UnitEmit *e, LLVMValueRef v, LLVMValueRef base, u64 offset)
{
	LLVMBuildStore(e->b, v, place(e, base, emit_number(e, offset)));
}

/* ---- registers ---- */

static bool is_pin(const UnitEmit *e, u32 offset)
{
	return e->fc->pin && offset == e->fc->pin;
}

LLVMValueRef emit_copy(UnitEmit *e, u32 offset, LLVMValueRef *tag)
{
	u32 r = offset / 16;
	*tag = NULL;
	if (is_pin(e, offset))
		return emit_number(e, GLOBALS_BASE);
	if (e->rq->quick) {
		if (e->flow.maybe[r])
			*tag = emit_load(e, e->t.i64, e->v.regs, emit_number(e, offset + 8ull), ZONE_REGS);
		return emit_load(e, e->t.i64, e->v.regs, emit_number(e, offset), ZONE_REGS);
	}
	if (e->v.tags[r])
		*tag = LLVMBuildLoad2(e->b, e->t.i64, e->v.tags[r], "");
	return LLVMBuildLoad2(e->b, e->t.i64, e->v.bits[r], "");
}

LLVMValueRef emit_get(UnitEmit *e, u32 offset)
{
	LLVMValueRef tag, bits = emit_copy(e, offset, &tag);
	if (tag)
		emit_leave_if(e, LLVMBuildICmp(e->b, LLVMIntNE, tag, emit_number(e, 0), ""), LEFT_VALUE);
	return bits;
}

void emit_set_tagged(UnitEmit *e, u32 offset, LLVMValueRef bits, LLVMValueRef tag)
{
	u32 r = offset / 16;
	if (e->rq->quick) {
		emit_register(e, offset, bits, tag);
		return;
	}
	LLVMBuildStore(e->b, bits, e->v.bits[r]);
	if (e->v.tags[r])
		LLVMBuildStore(e->b, tag ? tag : emit_number(e, 0), e->v.tags[r]);
}

void emit_set(UnitEmit *e, u32 offset, LLVMValueRef bits)
{
	emit_set_tagged(e, offset, bits, NULL);
}

static bool listed(const WordList *l, u32 reg)
{
	for (size_t i = 0; l && i < l->len; i++)
		if (l->at[i] == reg)
			return true;
	return false;
}

static bool kept_in_frame(const UnitEmit *e, u32 at, u32 r, const WordList *except)
{
	return flow_live(&e->flow, at, r) && !is_pin(e, r * 16) && !listed(except, r);
}

void emit_register(UnitEmit *e, u64 offset, LLVMValueRef bits, LLVMValueRef tag)
{
	if (e->rq->quick) { /* a vector is made slowly */
		emit_store(e, bits, e->v.regs, emit_number(e, offset), ZONE_REGS);
		emit_store(e, tag ? tag : emit_number(e, 0), e->v.regs, emit_number(e, offset + 8),
				   ZONE_REGS);
		return;
	}
	LLVMValueRef reg = LLVMGetUndef(e->t.reg);
	reg = LLVMBuildInsertElement(e->b, reg, bits, LLVMConstInt(e->t.i32, 0, 0), "");
	reg = LLVMBuildInsertElement(e->b, reg, tag ? tag : emit_number(e, 0),
								 LLVMConstInt(e->t.i32, 1, 0), "");
	emit_store(e, reg, e->v.regs, emit_number(e, offset), ZONE_REGS);
}

void emit_spill(UnitEmit *e, u32 at, const WordList *except)
{
	for (u32 r = 0; !e->rq->quick && r < e->flow.n_regs; r++)
		if (kept_in_frame(e, at, r, except)) {
			LLVMValueRef tag, bits = emit_copy(e, r * 16, &tag);
			emit_register(e, r * 16ull, bits, tag);
		}
}

/* ---- leaving ---- */

void emit_end(UnitEmit *e, LLVMValueRef frame, LLVMValueRef at, LLVMValueRef why)
{
	emit_set_field(e, frame, e->v.state, offsetof(UnitState, frame));
	emit_set_field(e, at, e->v.state, offsetof(UnitState, at));
	emit_set_field(e, why, e->v.state, offsetof(UnitState, why));
	LLVMBuildBr(e->b, e->end.block);
}

/* Leaves inside of an inlined callee: all places share the code that makes its frame. */
static void out_of_callee(UnitEmit *e, LLVMValueRef at, LLVMValueRef why)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	EmitInline *in = e->inside;
	if (!in->leave) {
		in->leave = emit_block(e);
		emit_go(e, in->leave);
		in->leave_at = LLVMBuildPhi(e->b, e->t.i64, "");
		in->leave_why = LLVMBuildPhi(e->b, e->t.i64, "");
		emit_go(e, here);
	}
	LLVMAddIncoming(in->leave_at, &at, &here, 1);
	LLVMAddIncoming(in->leave_why, &why, &here, 1);
	LLVMBuildBr(e->b, in->leave);
}

static void to_end(UnitEmit *e, LLVMValueRef at, LLVMValueRef why)
{
	if (e->inside)
		out_of_callee(e, at, why);
	else
		emit_end(e, e->v.frame, at, why);
}

/* A stretch begins at this bytecode instruction. If registers are in the frame, each is one. */
static void begin_stretch(UnitEmit *e, u32 at)
{
	e->stretch = at;
	e->leave = NULL;
	e->mark = LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""); /* any instruction will do */
}

/* Makes the block that leaves before the stretch: with the registers as they are at the mark. */
static void make_leave(UnitEmit *e)
{
	e->leave = emit_block(e);
	emit_go(e, e->leave);
	e->leave_why = LLVMBuildPhi(e->b, e->t.i64, "");
	for (u32 r = 0; !e->rq->quick && r < e->flow.n_regs; r++)
		if (kept_in_frame(e, e->stretch, r, NULL)) {
			LLVMPositionBuilderBefore(e->b, e->mark);
			LLVMValueRef tag, bits = emit_copy(e, r * 16, &tag);
			emit_go(e, e->leave);
			emit_register(e, r * 16ull, bits, tag);
		}
	to_end(e, emit_number(e, e->stretch), e->leave_why);
}

/* The block that leaves before the stretch; tests come with their reason. */
static LLVMBasicBlockRef leaving(UnitEmit *e, LLVMValueRef why)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	if (!e->leave)
		make_leave(e);
	emit_go(e, here);
	LLVMAddIncoming(e->leave_why, &why, &here, 1);
	return e->leave;
}

void emit_leave_if(UnitEmit *e, LLVMValueRef bad, UnitReason why)
{
	LLVMBasicBlockRef on = emit_block(e);
	emit_branch(e, bad, leaving(e, emit_number(e, why)), on);
	emit_go(e, on);
}

static void emit_leave_for(UnitEmit *e, LLVMValueRef why)
{
	LLVMBasicBlockRef to = leaving(e, why);
	LLVMBuildBr(e->b, to);
}

void emit_leave(UnitEmit *e, UnitReason why)
{
	emit_leave_for(e, emit_number(e, why));
}

/* Leaves at another bytecode instruction if the condition is true; the frame is up to date. */
static void leave_at(UnitEmit *e, LLVMValueRef bad, u32 at, UnitReason why)
{
	LLVMBasicBlockRef on = emit_block(e), out = emit_block(e);
	emit_branch(e, bad, out, on);
	emit_go(e, out);
	to_end(e, emit_number(e, at), emit_number(e, why));
	emit_go(e, on);
}

void emit_reload(UnitEmit *e, const WordList *regs, u32 after)
{
	LLVMValueRef tags = emit_number(e, 0);
	for (size_t i = 0; i < regs->len; i++) {
		u32 r = regs->at[i];
		LLVMValueRef bits = emit_load(e, e->t.i64, e->v.regs, emit_number(e, r * 16ull), ZONE_REGS);
		LLVMValueRef tag =
			emit_load(e, e->t.i64, e->v.regs, emit_number(e, r * 16ull + 8), ZONE_REGS);
		if (!e->rq->quick)
			emit_set_tagged(e, r * 16, bits, tag);
		if (!e->flow.maybe[r])
			tags = LLVMBuildOr(e->b, tags, tag, "");
	}
	if (regs->len)
		leave_at(e, LLVMBuildICmp(e->b, LLVMIntNE, tags, emit_number(e, 0), ""), after,
				 LEFT_RESULT);
}

LLVMValueRef emit_ask(UnitEmit *e, u64 offset, LLVMTypeRef gives, LLVMValueRef at,
					  LLVMValueRef *more, u32 n)
{
	return emit_ask_in(e, e->v.frame, offset, gives, at, more, n);
}

LLVMValueRef emit_ask_in(UnitEmit *e, LLVMValueRef frame, u64 offset, LLVMTypeRef gives,
						 LLVMValueRef at, LLVMValueRef *more, u32 n)
{
	LLVMTypeRef types[5] = {e->t.ptr, e->t.ptr, e->t.i64, e->t.i64, e->t.i64};
	LLVMValueRef args[5] = {e->v.state, frame, at};
	for (u32 i = 0; i < n; i++)
		args[3 + i] = more[i];
	LLVMValueRef fn = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, calls) + offset);
	return LLVMBuildCall2(e->b, LLVMFunctionType(gives, types, 3 + n, 0), fn, args, 3 + n, "");
}

LLVMValueRef emit_intrinsic(UnitEmit *e, const char *name, LLVMTypeRef t, LLVMValueRef *args, u32 n)
{
	u32 id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef fn = LLVMGetIntrinsicDeclaration(e->module, id, &t, 1);
	return LLVMBuildCall2(e->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

/* ---- the unit ---- */

static void make_types(UnitEmit *e)
{
	EmitTypes *t = &e->t;
	t->i1 = LLVMInt1TypeInContext(e->cx);
	t->i8 = LLVMInt8TypeInContext(e->cx);
	t->i16 = LLVMInt16TypeInContext(e->cx);
	t->i32 = LLVMInt32TypeInContext(e->cx);
	t->i64 = LLVMInt64TypeInContext(e->cx);
	t->ptr = LLVMPointerTypeInContext(e->cx, 0);
	t->f32 = LLVMFloatTypeInContext(e->cx);
	t->f64 = LLVMDoubleTypeInContext(e->cx);
	t->reg = LLVMVectorType(t->i64, 2);
	t->result = LLVMStructTypeInContext(e->cx, (LLVMTypeRef[]){t->i64, t->i64}, 2, 0);
}

static LLVMMetadataRef text(UnitEmit *e, const char *s)
{
	return LLVMMDStringInContext2(e->cx, s, strlen(s));
}

static LLVMMetadataRef node(UnitEmit *e, LLVMMetadataRef *at, size_t n)
{
	return LLVMMDNodeInContext2(e->cx, at, n);
}

static u32 kind(UnitEmit *e, const char *name)
{
	return LLVMGetMDKindIDInContext(e->cx, name, (u32)strlen(name));
}

static void make_marks(UnitEmit *e)
{
	static const char *const names[] = {"drift bytes", "drift bits", "drift registers",
										"drift hits"};
	EmitMarks *k = &e->marks;
	k->scope_kind = kind(e, "alias.scope");
	k->noalias_kind = kind(e, "noalias");
	k->prof_kind = kind(e, "prof");
	LLVMMetadataRef domain = node(e, (LLVMMetadataRef[]){text(e, "drift machine")}, 1);
	LLVMMetadataRef zones[N_ZONES];
	for (u32 z = 0; z < N_ZONES; z++)
		zones[z] = node(e, (LLVMMetadataRef[]){text(e, names[z]), domain}, 2);
	for (u32 z = 0; z < N_ZONES; z++) {
		LLVMMetadataRef others[N_ZONES];
		u32 n = 0;
		for (u32 i = 0; i < N_ZONES; i++)
			if (i != z)
				others[n++] = zones[i];
		k->scope[z] = LLVMMetadataAsValue(e->cx, node(e, &zones[z], 1));
		k->others[z] = LLVMMetadataAsValue(e->cx, node(e, others, n));
	}
	LLVMMetadataRef weights[] = {text(e, "branch_weights"),
								 LLVMValueAsMetadata(LLVMConstInt(e->t.i32, 1, 0)),
								 LLVMValueAsMetadata(LLVMConstInt(e->t.i32, 4000, 0))};
	k->rarely = LLVMMetadataAsValue(e->cx, node(e, weights, 3));
}

void emit_registers(UnitEmit *e)
{
	EmitValues *v = &e->v;
	v->bits = xcalloc(e->flow.n_regs + 1, sizeof *v->bits);
	v->tags = xcalloc(e->flow.n_regs + 1, sizeof *v->tags);
	for (u32 r = 0; !e->rq->quick && r < e->flow.n_regs; r++) {
		v->bits[r] = LLVMBuildAlloca(e->b, e->t.i64, "");
		if (e->flow.maybe[r])
			v->tags[r] = LLVMBuildAlloca(e->b, e->t.i64, "");
	}
}

/* LLVM makes values only of variables of the first block. */
LLVMValueRef emit_variable(UnitEmit *e)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b);
	LLVMPositionBuilderBefore(e->b, e->v.start);
	LLVMValueRef v = LLVMBuildAlloca(e->b, e->t.i64, "");
	emit_go(e, here);
	return v;
}

void emit_free(UnitEmit *e)
{
	free(e->blocks);
	free(e->v.bits);
	free(e->v.tags);
	flow_free(&e->flow);
}

static void make_end(UnitEmit *e)
{
	LLVMValueRef left[] = {LLVMConstAllOnes(e->t.i64), emit_number(e, 0)};
	e->end.block = emit_block(e);
	e->end.gone = emit_block(e);
	emit_go(e, e->end.block);
	LLVMValueRef frame = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, frame));
	LLVMValueRef at = emit_field(e, e->t.i64, e->v.state, offsetof(UnitState, at));
	LLVMValueRef fn = emit_field(e, e->t.ptr, frame, e->rq->layout->frame_fn);
	LLVMValueRef code = emit_field(e, e->t.ptr, fn, offsetof(FnCode, code));
	LLVMValueRef offset = LLVMBuildMul(e->b, at, emit_number(e, sizeof(Code)), "");
	emit_set_field(e, LLVMBuildGEP2(e->b, e->t.i8, code, &offset, 1, ""), e->v.state,
				   offsetof(UnitState, pc));
	emit_set_field(e, LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""), e->v.state,
				   offsetof(UnitState, budget));
	LLVMBuildBr(e->b, e->end.gone);
	emit_go(e, e->end.gone);
	LLVMBuildAggregateRet(e->b, left, 2);
}

/* Reads live registers from the frame, and leaves at once if one is not plain. */
static void enter_at(UnitEmit *e, u32 entry)
{
	LLVMValueRef tags = emit_number(e, 0);
	for (u32 r = 0; r < e->flow.n_regs; r++) {
		if (!flow_live(&e->flow, entry, r) || is_pin(e, r * 16))
			continue;
		LLVMValueRef bits = emit_load(e, e->t.i64, e->v.regs, emit_number(e, r * 16ull), ZONE_REGS);
		LLVMValueRef tag =
			emit_load(e, e->t.i64, e->v.regs, emit_number(e, r * 16ull + 8), ZONE_REGS);
		if (!e->rq->quick)
			emit_set_tagged(e, r * 16, bits, tag);
		if (!e->flow.maybe[r])
			tags = LLVMBuildOr(e->b, tags, tag, "");
	}
	leave_at(e, LLVMBuildICmp(e->b, LLVMIntNE, tags, emit_number(e, 0), ""), entry, LEFT_ENTRY);
	LLVMBuildBr(e->b, e->blocks[entry]);
}

static void enter(UnitEmit *e)
{
	const WordList *l = &e->flow.entries;
	LLVMBasicBlockRef first = emit_block(e);
	LLVMValueRef s = LLVMBuildSwitch(e->b, LLVMGetParam(e->fn, 3), first, (u32)l->len);
	for (size_t i = 0; i < l->len; i++) {
		LLVMBasicBlockRef block = i ? emit_block(e) : first;
		if (i)
			LLVMAddCase(s, emit_number(e, l->at[i]), block);
		emit_go(e, block);
		enter_at(e, l->at[i]);
	}
}

/* In tests. */
static void burn(UnitEmit *e)
{
	LLVMValueRef fuse = emit_field(e, e->t.i64, e->v.state, offsetof(UnitState, fuse));
	LLVMValueRef less = LLVMBuildSub(e->b, fuse, emit_number(e, 1), "");
	emit_set_field(e, less, e->v.state, offsetof(UnitState, fuse));
	emit_leave_if(e, LLVMBuildICmp(e->b, LLVMIntEQ, less, emit_number(e, 0), ""), LEFT_RANDOM);
}

static void emit_word(UnitEmit *e)
{
	const Code *c = &e->fc->code[e->at];
	if (e->rq->random)
		burn(e);
	if (emit_int(e, c) || emit_float(e, c) || emit_memory(e, c) || emit_control(e, c))
		return;
	if (c->op == C_GENERIC && !word_stops(e->fc, e->at))
		emit_generic(e, &e->fc->body->ins[c->b]);
	else
		emit_leave(e, c->op == C_COVER || c->op == C_WAY ? LEFT_COVERAGE : LEFT_WORD);
}

void emit_line(UnitEmit *e, u32 leader)
{
	emit_go(e, e->blocks[leader]);
	e->at = leader;
	begin_stretch(e, leader);
	for (;;) {
		u32 after = e->at + word_length(&e->fc->code[e->at]);
		emit_word(e);
		if (LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(e->b)))
			return;
		if (e->flow.leader[after]) {
			LLVMBuildBr(e->b, e->blocks[after]);
			return;
		}
		if (e->rq->quick || word_acts(&e->fc->code[e->at]))
			begin_stretch(e, after);
		e->at = after;
	}
}

static void make_function(UnitEmit *e)
{
	LLVMTypeRef types[] = {e->t.ptr, e->t.ptr, e->t.i64, e->t.i64};
	e->fn = LLVMAddFunction(e->module, "unit", LLVMFunctionType(e->t.result, types, 4, 0));
	u32 nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
	LLVMAddAttributeAtIndex(e->fn, LLVMAttributeFunctionIndex,
							LLVMCreateEnumAttribute(e->cx, nounwind, 0));
	e->v.state = LLVMGetParam(e->fn, 0);
	e->v.frame = LLVMGetParam(e->fn, 1);
}

void emit_unit(UnitEmit *e)
{
	make_types(e);
	make_marks(e);
	flow_make(&e->flow, e->rq);
	make_function(e);
	LLVMBasicBlockRef first = emit_block(e);
	emit_go(e, first);
	emit_registers(e);
	e->v.budget = LLVMBuildAlloca(e->b, e->t.i64, "");
	LLVMBuildStore(e->b, LLVMGetParam(e->fn, 2), e->v.budget);
	e->v.regs = emit_field(e, e->t.ptr, e->v.frame, e->rq->layout->frame_regs);
	e->v.bytes = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, bytes));
	e->v.readable = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, readable));
	e->v.writable = emit_field(e, e->t.ptr, e->v.state, offsetof(UnitState, writable));
	e->v.start = LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""); /* any instruction will do */
	make_end(e);
	e->blocks = xcalloc(e->fc->n + 1, sizeof *e->blocks);
	for (size_t i = 0; i < e->flow.order.len; i++)
		e->blocks[e->flow.order.at[i]] = emit_block(e);
	emit_go(e, first);
	enter(e);
	for (size_t i = 0; i < e->flow.order.len; i++)
		emit_line(e, e->flow.order.at[i]);
	emit_free(e);
}
