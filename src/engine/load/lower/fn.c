/* fn.c: lowers one function body, instruction by instruction. */
#include "engine/load/lower/lower.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>

u32 new_reg(Lower *l, Type type)
{
	u32 r = l->regs;
	l->regs += type_regs(type);
	return r;
}

Ins *emit(Lower *l, InsOp op, Type type, u32 dst, Operand a, Operand b, Operand c)
{
	Ins i = {.op = (u8)op,
			 .type = type,
			 .type2 = type,
			 .dst = dst,
			 .a = a,
			 .b = b,
			 .c = c,
			 .loc = l->loc};
	vec_push(&l->ins, i);
	return &vec_last(&l->ins);
}

/* Adds the function as LLVM writes it, but for numbers of metadata and attributes, to the texts. */
static void add_print(Lower *l, LLVMValueRef fn)
{
	char *text = LLVMPrintValueToString(fn), *to = text;
	for (const char *at = text; *at; at++) {
		if ((*at == '!' || *at == '#') && isdigit((u8)at[1]))
			while (isdigit((u8)at[1]))
				at++;
		else
			*to++ = *at;
	}
	vec_push(&l->p->texts, arena_strndup(&l->p->arena, text, (size_t)(to - text)));
	LLVMDisposeMessage(text);
}

/* Nothing is known of what the instruction does with its operands. So two of them count as one
 * only where everything around them is the same, too. */
void emit_unsupported(Lower *l, const char *what)
{
	if (!l->print) {
		if (l->is_libc)
			vec_push(&l->p->texts, "");
		else
			add_print(l, l->bodies.at[l->function_id]);
		l->print = l->p->texts.len;
	}
	vec_push(&l->p->texts, arena_strdup(&l->p->arena, what));
	Ins *in = emit(l, I_UNSUPPORTED, TYPE_VOID, NO_REG, NO_OPERAND, NO_OPERAND, NO_OPERAND);
	in->imm = (i64)l->p->texts.len - 1;
	in->scale = (i64)l->print - 1;
}

static u32 block_number(Lower *l, LLVMBasicBlockRef b)
{
	u64 id = 0;
	intmap_get(&l->block_ids, (u64)(uintptr_t)b, &id);
	return (u32)id - 1;
}

/* ---- operands of values ---- */

static const Operand *remember(Lower *l, LLVMValueRef v, const OperandList *list, u32 *n)
{
	intmap_put(&l->values, (u64)(uintptr_t)v, l->pool.len + 1);
	size_t at = l->pool.len;
	vec_push(&l->pool, (u32)list->len);
	vec_append(&l->pool, list->at, list->len);
	if (n)
		*n = (u32)list->len;
	return l->pool.at + at + 1;
}

/* Registers for every scalar of the type. */
static void give_registers(Lower *l, LLVMValueRef v)
{
	TypeList types = {0};
	OperandList regs = {0};
	if (!flatten(l, LLVMTypeOf(v), &types)) {
		types.len = 0;
		vec_push(&types, 64); /* an instruction on it is emitted as unsupported */
	}
	for (size_t i = 0; i < types.len; i++)
		vec_push(&regs, new_reg(l, types.at[i]));
	remember(l, v, &regs, NULL);
	vec_free(&types);
	vec_free(&regs);
}

/* Number of scalars before element `index` of an aggregate type. */
static u32 scalars_before(Lower *l, LLVMTypeRef type, unsigned index, LLVMTypeRef *element)
{
	TypeList types = {0};
	bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	for (unsigned i = 0; i < index; i++)
		flatten(l, is_struct ? LLVMStructGetTypeAtIndex(type, i) : LLVMGetElementType(type),
				&types);
	*element = is_struct ? LLVMStructGetTypeAtIndex(type, index) : LLVMGetElementType(type);
	u32 n = (u32)types.len;
	vec_free(&types);
	return n;
}

static u32 scalar_count(Lower *l, LLVMTypeRef type)
{
	TypeList types = {0};
	flatten(l, type, &types);
	u32 n = (u32)types.len;
	vec_free(&types);
	return n;
}

/* Where the element that extractvalue or insertvalue names begins. */
static u32 element_start(Lower *l, LLVMValueRef v, LLVMTypeRef *element)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 0));
	const unsigned *indices = LLVMGetIndices(v);
	u32 at = 0;
	for (unsigned i = 0; i < LLVMGetNumIndices(v); i++)
		at += scalars_before(l, type, indices[i], &type);
	*element = type;
	return at;
}

static void copy_operands(Lower *l, LLVMValueRef v, OperandList *to)
{
	u32 n;
	const Operand *from = lower_operands(l, v, &n);
	vec_append(to, from, n);
}

/* True when the marker says nothing that the value's own instruction does not say:
 * same line, same block, nobody else uses it. */
static bool marker_is_folded(LLVMValueRef marker)
{
	LLVMValueRef v = LLVMGetOperand(marker, 0);
	if (!LLVMIsAInstruction(v) || LLVMIsAPHINode(v) ||
		LLVMGetInstructionParent(v) != LLVMGetInstructionParent(marker))
		return false;
	LLVMUseRef use = LLVMGetFirstUse(v);
	if (!use || LLVMGetNextUse(use))
		return false;
	LLVMMetadataRef a = LLVMInstructionGetDebugLoc(v), b = LLVMInstructionGetDebugLoc(marker);
	return a && b && LLVMDILocationGetLine(a) == LLVMDILocationGetLine(b);
}

bool lower_is_marker(LLVMValueRef v)
{
	if (!LLVMIsACallInst(v))
		return false;
	LLVMValueRef fn = LLVMGetCalledValue(v);
	size_t n;
	return LLVMIsAFunction(fn) &&
		   !strncmp(LLVMGetValueName2(fn, &n), DEF_MARKER, strlen(DEF_MARKER));
}

/* Instructions that only rename registers. */
static bool is_alias(LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMShuffleVector:
	case LLVMFreeze:
	case LLVMAddrSpaceCast: return true;
	case LLVMExtractElement: return LLVMIsAConstantInt(LLVMGetOperand(v, 1)) != NULL;
	case LLVMInsertElement: return LLVMIsAConstantInt(LLVMGetOperand(v, 2)) != NULL;
	case LLVMPtrToInt:
	case LLVMIntToPtr: {
		Type a = scalar_type(LLVMTypeOf(LLVMGetOperand(v, 0))), b = scalar_type(LLVMTypeOf(v));
		return a && b && type_bits(a) == type_bits(b);
	}
	case LLVMBitCast: {
		LLVMTypeRef a = LLVMTypeOf(LLVMGetOperand(v, 0)), b = LLVMTypeOf(v);
		return a == b;
	}
	case LLVMCall: return lower_is_marker(v) && marker_is_folded(v);
	default: return false;
	}
}

static void alias_vector(Lower *l, LLVMValueRef v, OperandList *list)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMExtractElement: {
		u32 index = (u32)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)), n;
		const Operand *from = lower_operands(l, LLVMGetOperand(v, 0), &n);
		vec_push(list, index < n ? from[index] : NO_OPERAND);
		return;
	}
	case LLVMInsertElement: {
		u32 index = (u32)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 2));
		copy_operands(l, LLVMGetOperand(v, 0), list);
		if (index < list->len)
			list->at[index] = lower_operand(l, LLVMGetOperand(v, 1));
		return;
	}
	default: { /* shuffle: the mask picks from both vectors laid side by side */
		OperandList both = {0};
		copy_operands(l, LLVMGetOperand(v, 0), &both);
		copy_operands(l, LLVMGetOperand(v, 1), &both);
		Type t = scalar_type(LLVMGetElementType(LLVMTypeOf(v)));
		for (u32 i = 0; i < LLVMGetNumMaskElements(v); i++) {
			int m = LLVMGetMaskValue(v, i);
			vec_push(list, m < 0 ? const_operand(l, t, 0, 0, true) : both.at[m]);
		}
		vec_free(&both);
		return;
	}
	}
}

static const Operand *alias_operands(Lower *l, LLVMValueRef v, u32 *n)
{
	OperandList list = {0};
	LLVMTypeRef element;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMExtractValue: {
		u32 at = element_start(l, v, &element), count = scalar_count(l, element), have;
		const Operand *from = lower_operands(l, LLVMGetOperand(v, 0), &have);
		for (u32 i = 0; i < count && at + i < have; i++)
			vec_push(&list, from[at + i]);
		break;
	}
	case LLVMInsertValue: {
		u32 at = element_start(l, v, &element), count;
		copy_operands(l, LLVMGetOperand(v, 0), &list);
		const Operand *part = lower_operands(l, LLVMGetOperand(v, 1), &count);
		for (u32 i = 0; i < count && at + i < list.len; i++)
			list.at[at + i] = part[i];
		break;
	}
	case LLVMExtractElement:
	case LLVMInsertElement:
	case LLVMShuffleVector: alias_vector(l, v, &list); break;
	default: copy_operands(l, LLVMGetOperand(v, 0), &list); break;
	}
	const Operand *result = remember(l, v, &list, n);
	vec_free(&list);
	return result;
}

const Operand *lower_operands(Lower *l, LLVMValueRef v, u32 *n)
{
	u64 at;
	if (intmap_get(&l->values, (u64)(uintptr_t)v, &at)) {
		*n = l->pool.at[at - 1];
		return l->pool.at + at;
	}
	if (LLVMIsAInstruction(v))
		return alias_operands(l, v, n);
	OperandList list = {0};
	const_flatten(l, v, &list);
	/* An empty list would let callers read past it; a failed constant ends loading anyway. */
	if (!list.len && scalar_type(LLVMTypeOf(v)) != TYPE_VOID)
		vec_push(&list, const_operand(l, 64, 0, 0, true));
	const Operand *result = remember(l, v, &list, n);
	vec_free(&list);
	return result;
}

Operand lower_operand(Lower *l, LLVMValueRef v)
{
	u32 n;
	const Operand *o = lower_operands(l, v, &n);
	return n ? o[0] : NO_OPERAND;
}

u32 result_reg(Lower *l, LLVMValueRef inst)
{
	u32 n;
	const Operand *o = lower_operands(l, inst, &n);
	return n ? o[0] : NO_REG;
}

/* ---- instructions ---- */

static const u8 binary_ops[] = {
	[LLVMAdd] = I_ADD + 1,   [LLVMSub] = I_SUB + 1,   [LLVMMul] = I_MUL + 1,
	[LLVMUDiv] = I_UDIV + 1, [LLVMSDiv] = I_SDIV + 1, [LLVMURem] = I_UREM + 1,
	[LLVMSRem] = I_SREM + 1, [LLVMShl] = I_SHL + 1,   [LLVMLShr] = I_LSHR + 1,
	[LLVMAShr] = I_ASHR + 1, [LLVMAnd] = I_AND + 1,   [LLVMOr] = I_OR + 1,
	[LLVMXor] = I_XOR + 1,   [LLVMFAdd] = I_FADD + 1, [LLVMFSub] = I_FSUB + 1,
	[LLVMFMul] = I_FMUL + 1, [LLVMFDiv] = I_FDIV + 1, [LLVMFRem] = I_FREM + 1,
};

static const u8 cast_ops[] = {
	[LLVMTrunc] = I_TRUNC + 1,   [LLVMZExt] = I_ZEXT + 1,      [LLVMSExt] = I_SEXT + 1,
	[LLVMFPToUI] = I_FPTOUI + 1, [LLVMFPToSI] = I_FPTOSI + 1,  [LLVMUIToFP] = I_UITOFP + 1,
	[LLVMSIToFP] = I_SITOFP + 1, [LLVMFPTrunc] = I_FPCONV + 1, [LLVMFPExt] = I_FPCONV + 1,
};

/* Element-wise over the scalars of the operands: vectors that the scalarizer left work too. */
static void lower_binary(Lower *l, LLVMValueRef v, InsOp op)
{
	u32 n, d = result_reg(l, v);
	LLVMTypeRef type = LLVMTypeOf(v);
	Type t =
		scalar_type(LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type);
	lower_operands(l, LLVMGetOperand(v, 0), &n);
	for (u32 i = 0; i < n; i++) {
		u32 ignored;
		Operand a = lower_operands(l, LLVMGetOperand(v, 0), &ignored)[i];
		Operand b = lower_operands(l, LLVMGetOperand(v, 1), &ignored)[i];
		Ins *ins = emit(l, op, t, d + i * type_regs(t), a, b, NO_OPERAND);
		if (op == I_ADD || op == I_SUB || op == I_MUL || op == I_SHL)
			ins->flags = (u8)((LLVMGetNSW(v) ? INS_NSW : 0) | (LLVMGetNUW(v) ? INS_NUW : 0));
	}
}

static void lower_compare(Lower *l, LLVMValueRef v, bool is_float)
{
	u32 n, d = result_reg(l, v);
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 0));
	Type t =
		scalar_type(LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type);
	u8 pred = is_float ? (u8)(LLVMGetFCmpPredicate(v) + P_FFALSE)
					   : (u8)(LLVMGetICmpPredicate(v) - LLVMIntEQ);
	lower_operands(l, LLVMGetOperand(v, 0), &n);
	for (u32 i = 0; i < n; i++) {
		u32 ignored;
		Operand a = lower_operands(l, LLVMGetOperand(v, 0), &ignored)[i];
		Operand b = lower_operands(l, LLVMGetOperand(v, 1), &ignored)[i];
		Ins *ins = emit(l, is_float ? I_FCMP : I_ICMP, t, d + i, a, b, NO_OPERAND);
		ins->type2 = 1;
		ins->sub = pred;
	}
}

static void lower_cast(Lower *l, LLVMValueRef v, InsOp op)
{
	TypeList from = {0}, to = {0};
	u32 n, d = result_reg(l, v);
	flatten(l, LLVMTypeOf(LLVMGetOperand(v, 0)), &from);
	flatten(l, LLVMTypeOf(v), &to);
	lower_operands(l, LLVMGetOperand(v, 0), &n);
	if (n != to.len || n != from.len)
		emit_unsupported(l, "a conversion between vectors of different shape");
	for (u32 i = 0; i < n && n == to.len; i++) {
		u32 ignored;
		Operand a = lower_operands(l, LLVMGetOperand(v, 0), &ignored)[i];
		emit(l, op, from.at[i], d, a, NO_OPERAND, NO_OPERAND)->type2 = to.at[i];
		d += type_regs(to.at[i]);
	}
	vec_free(&from);
	vec_free(&to);
}

static void lower_select(Lower *l, LLVMValueRef v)
{
	TypeList types = {0};
	u32 n, n_cond, d = result_reg(l, v);
	flatten(l, LLVMTypeOf(v), &types);
	lower_operands(l, LLVMGetOperand(v, 0), &n_cond);
	for (u32 i = 0; i < types.len; i++) {
		Operand cond = lower_operands(l, LLVMGetOperand(v, 0), &n)[n_cond > 1 ? i : 0];
		Operand a = lower_operands(l, LLVMGetOperand(v, 1), &n)[i];
		Operand b = lower_operands(l, LLVMGetOperand(v, 2), &n)[i];
		emit(l, I_SELECT, types.at[i], d, cond, a, b);
		d += type_regs(types.at[i]);
	}
	vec_free(&types);
}

static void lower_phi(Lower *l, LLVMValueRef v)
{
	TypeList types = {0};
	u32 d = result_reg(l, v), n = LLVMCountIncoming(v);
	flatten(l, LLVMTypeOf(v), &types);
	unsigned kind = LLVMGetMDKindIDInContext(l->context, CHOICE_MARKER, strlen(CHOICE_MARKER));
	bool choice = l->is_libc || LLVMGetMetadata(v, kind);
	for (u32 k = 0; k < types.len; k++) {
		Ins *ins = emit(l, I_PHI, types.at[k], d, NO_OPERAND, NO_OPERAND, NO_OPERAND);
		ins->sub = choice;
		ins->extra = (u32)l->extra.len;
		ins->n_extra = n;
		for (u32 i = 0; i < n; i++) {
			u32 ignored;
			vec_push(&l->extra, block_number(l, LLVMGetIncomingBlock(v, i)));
			vec_push(&l->extra, lower_operands(l, LLVMGetIncomingValue(v, i), &ignored)[k]);
		}
		d += type_regs(types.at[k]);
	}
	vec_free(&types);
}

static void lower_branch(Lower *l, LLVMValueRef v)
{
	if (!LLVMIsConditional(v)) {
		emit(l, I_BR, TYPE_VOID, NO_REG, NO_OPERAND, NO_OPERAND, NO_OPERAND)->imm =
			block_number(l, LLVMGetSuccessor(v, 0));
		return;
	}
	Operand cond = lower_operand(l, LLVMGetCondition(v));
	Ins *i = emit(l, I_CBR, 1, NO_REG, cond, NO_OPERAND, NO_OPERAND);
	i->imm = block_number(l, LLVMGetSuccessor(v, 0));
	i->scale = block_number(l, LLVMGetSuccessor(v, 1));
}

static void lower_switch(Lower *l, LLVMValueRef v)
{
	LLVMValueRef value = LLVMGetOperand(v, 0);
	Ins *i = emit(l, I_SWITCH, scalar_type(LLVMTypeOf(value)), NO_REG, lower_operand(l, value),
				  NO_OPERAND, NO_OPERAND);
	i->imm = block_number(l, LLVMGetSwitchDefaultDest(v));
	i->extra = (u32)l->cases.len;
	unsigned n = LLVMGetNumSuccessors(v);
	i->n_extra = n - 1;
	for (unsigned k = 1; k < n; k++) {
		Case c = {.block = block_number(l, LLVMGetSuccessor(v, k))};
		bool undef;
		const_scalar(l, LLVMGetOperand(v, 2 * k), &c.lo, &c.hi, &undef);
		vec_push(&l->cases, c);
	}
}

/* The compiler has all computed gotos of a function in one block, at the end of the function. If there
 * is only one, that is where it is. */
static void locate_indirect(Lower *l, LLVMValueRef v)
{
	LLVMValueRef block = LLVMBasicBlockAsValue(LLVMGetInstructionParent(v)), from = NULL;
	for (LLVMUseRef use = LLVMGetFirstUse(block); use; use = LLVMGetNextUse(use)) {
		if (from)
			return;
		from = LLVMGetUser(use);
	}
	LLVMMetadataRef at = from && LLVMIsAInstruction(from) ? LLVMInstructionGetDebugLoc(from) : NULL;
	if (at)
		l->loc = location_of(l, at);
}

static void lower_indirect(Lower *l, LLVMValueRef v)
{
	locate_indirect(l, v);
	Ins *i = emit(l, I_IBR, TYPE_PTR, NO_REG, lower_operand(l, LLVMGetOperand(v, 0)), NO_OPERAND,
				  NO_OPERAND);
	i->extra = (u32)l->extra.len;
	i->n_extra = LLVMGetNumSuccessors(v);
	for (unsigned k = 0; k < LLVMGetNumSuccessors(v); k++)
		vec_push(&l->extra, block_number(l, LLVMGetSuccessor(v, k)));
}

static void lower_ret(Lower *l, LLVMValueRef v)
{
	Ins *i = emit(l, I_RET, TYPE_VOID, NO_REG, NO_OPERAND, NO_OPERAND, NO_OPERAND);
	size_t at = l->ins.len - 1;
	i->extra = (u32)l->extra.len;
	if (LLVMGetNumOperands(v) == 0)
		return;
	u32 n;
	const Operand *o = lower_operands(l, LLVMGetOperand(v, 0), &n);
	vec_append(&l->extra, o, n);
	l->ins.at[at].n_extra = n;
}

static void lower_alloca(Lower *l, LLVMValueRef v)
{
	u64 slot;
	u32 d = result_reg(l, v);
	if (intmap_get(&l->slot_of, (u64)(uintptr_t)v, &slot)) {
		emit(l, I_SLOT, TYPE_PTR, d, NO_OPERAND, NO_OPERAND, NO_OPERAND)->imm = (i64)slot - 1;
		return;
	}
	LLVMValueRef count = LLVMGetOperand(v, 0);
	Operand n = lower_operand(l, count);
	Type t = scalar_type(LLVMTypeOf(count));
	if (t != 64) {
		u32 wide = new_reg(l, 64);
		emit(l, I_ZEXT, t, wide, n, NO_OPERAND, NO_OPERAND)->type2 = 64;
		n = wide;
	}
	Ins *i = emit(l, I_ALLOCA, TYPE_PTR, d, NO_OPERAND, n, NO_OPERAND);
	i->imm = (i64)LLVMABISizeOfType(l->layout, LLVMGetAllocatedType(v));
	i->scale = LLVMGetAlignment(v);
}

static bool lower_terminator(Lower *l, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMBr: lower_branch(l, v); return true;
	case LLVMSwitch: lower_switch(l, v); return true;
	case LLVMIndirectBr: lower_indirect(l, v); return true;
	case LLVMRet: lower_ret(l, v); return true;
	case LLVMUnreachable:
		emit(l, I_UNREACHABLE, TYPE_VOID, NO_REG, NO_OPERAND, NO_OPERAND, NO_OPERAND);
		return true;
	default: return false;
	}
}

static bool lower_memory(Lower *l, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMLoad: lower_load(l, v); return true;
	case LLVMStore: lower_store(l, v); return true;
	case LLVMGetElementPtr: lower_gep(l, v); return true;
	case LLVMAlloca: lower_alloca(l, v); return true;
	case LLVMAtomicRMW: lower_rmw(l, v); return true;
	case LLVMAtomicCmpXchg: lower_cmpxchg(l, v); return true;
	case LLVMFence: return true;
	default: return false;
	}
}

/* What people call the type if drift has no scalar for it, else NULL. */
static const char *foreign_type(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMHalfTypeKind: return "_Float16";
	case LLVMBFloatTypeKind: return "__bf16";
	case LLVMFP128TypeKind: return "__float128";
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(t) > 128 && !is_wide(t) ? "an integer of more than 1024 bits"
														   : NULL;
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind: return foreign_type(LLVMGetElementType(t));
	default: return NULL;
	}
}

static bool refuse_foreign(Lower *l, LLVMValueRef v)
{
	const char *name = foreign_type(LLVMTypeOf(v));
	for (int i = 0; i < LLVMGetNumOperands(v) && !name; i++)
		name = foreign_type(LLVMTypeOf(LLVMGetOperand(v, (unsigned)i)));
	if (!name)
		return false;
	char *text = xasprintf("the type %s", name);
	emit_unsupported(l, text);
	free(text);
	return true;
}

/* Shows the value of a variable to whoever asked for it. */
static bool lower_see(Lower *l, LLVMValueRef v)
{
	u32 number, part;
	size_t n;
	LLVMValueRef fn = LLVMGetCalledValue(v);
	if (!LLVMIsAFunction(fn) || !observe_marker(LLVMGetValueName2(fn, &n), &number, &part))
		return false;
	LLVMValueRef value = LLVMGetOperand(v, 0);
	Ins *in = emit(l, I_OBSERVE, scalar_type(LLVMTypeOf(value)), NO_REG, lower_operand(l, value),
				   NO_OPERAND, NO_OPERAND);
	in->imm = number;
	in->scale = part;
	return true;
}

static void lower_instruction(Lower *l, LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(v);
	if (refuse_foreign(l, v)) {
		lower_terminator(l, v);
		return;
	}
	if (is_alias(v) || lower_terminator(l, v) || lower_memory(l, v) || lower_wide(l, v))
		return;
	if (op < countof(binary_ops) && binary_ops[op]) {
		lower_binary(l, v, binary_ops[op] - 1);
		return;
	}
	if (op < countof(cast_ops) && cast_ops[op]) {
		lower_cast(l, v, cast_ops[op] - 1);
		return;
	}
	switch (op) {
	case LLVMFNeg: {
		Type t = scalar_type(LLVMTypeOf(v));
		emit(l, I_FNEG, t, result_reg(l, v), lower_operand(l, LLVMGetOperand(v, 0)), NO_OPERAND,
			 NO_OPERAND);
		break;
	}
	case LLVMICmp: lower_compare(l, v, false); break;
	case LLVMFCmp: lower_compare(l, v, true); break;
	case LLVMPtrToInt:
	case LLVMIntToPtr: {
		Type from = scalar_type(LLVMTypeOf(LLVMGetOperand(v, 0))), to = scalar_type(LLVMTypeOf(v));
		lower_cast(l, v, type_bits(to) < type_bits(from) ? I_TRUNC : I_ZEXT);
		break;
	}
	case LLVMBitCast: lower_bitcast(l, v); break;
	case LLVMSelect: lower_select(l, v); break;
	case LLVMPHI: lower_phi(l, v); break;
	case LLVMCall:
		if (lower_see(l, v))
			break;
		if (lower_is_marker(v)) {
			Type t = scalar_type(LLVMTypeOf(v));
			emit(l, I_MOV, t, result_reg(l, v), lower_operand(l, LLVMGetOperand(v, 0)), NO_OPERAND,
				 NO_OPERAND)
				->sub = 1;
		} else {
			lower_call(l, v);
		}
		break;
	default: emit_unsupported(l, "an instruction that C does not produce"); break;
	}
}

/* ---- the whole ---- */

static bool is_static_alloca(LLVMValueRef v, LLVMBasicBlockRef entry)
{
	return LLVMIsAAllocaInst(v) && LLVMGetInstructionParent(v) == entry &&
		   LLVMIsAConstantInt(LLVMGetOperand(v, 0));
}

static void number_values(Lower *l, LLVMValueRef fn)
{
	for (LLVMValueRef a = LLVMGetFirstParam(fn); a; a = LLVMGetNextParam(a))
		give_registers(l, a);
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
	u64 n = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
		intmap_put(&l->block_ids, (u64)(uintptr_t)b, ++n);
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
			if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind && !is_alias(i))
				give_registers(l, i);
			if (!is_static_alloca(i, entry))
				continue;
			Slot s = {.align = LLVMGetAlignment(i),
					  .size = LLVMABISizeOfType(l->layout, LLVMGetAllocatedType(i)) *
							  LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0))};
			vec_push(&l->slots, s);
			intmap_put(&l->slot_of, (u64)(uintptr_t)i, l->slots.len);
		}
	}
}

/* dbg.declare(metadata alloca, metadata variable, metadata expression) names a slot. */
static void name_slot(Lower *l, LLVMValueRef call)
{
	LLVMValueRef what[1], parts[16];
	LLVMValueRef var = LLVMGetOperand(call, 1);
	u64 slot;
	LLVMValueRef where = LLVMGetOperand(call, 0);
	if (LLVMGetMDNodeNumOperands(where) != 1)
		return;
	LLVMGetMDNodeOperands(where, what);
	unsigned n = LLVMGetMDNodeNumOperands(var);
	if (!what[0] || n < 2 || n > countof(parts) ||
		!intmap_get(&l->slot_of, (u64)(uintptr_t)what[0], &slot))
		return;
	LLVMGetMDNodeOperands(var, parts);
	unsigned len;
	const char *name = parts[1] ? LLVMGetMDString(parts[1], &len) : NULL;
	if (!name)
		return;
	l->slots.at[slot - 1].name = arena_strndup(&l->p->arena, name, len);
	l->slots.at[slot - 1].loc = location_of(l, LLVMInstructionGetDebugLoc(call));
}

static bool is_debug_call(LLVMValueRef v, const char **name)
{
	if (!LLVMIsACallInst(v) || !LLVMIsAFunction(LLVMGetCalledValue(v)))
		return false;
	size_t n;
	*name = LLVMGetValueName2(LLVMGetCalledValue(v), &n);
	return !strncmp(*name, "llvm.dbg.", 9);
}

/* What was made of one instruction of LLVM since then: the call, or the last. */
static void mark_number(Lower *l, size_t since, NumberUse use)
{
	if (!use || l->ins.len == since)
		return;
	Ins *in = &vec_last(&l->ins);
	for (size_t i = since; i < l->ins.len; i++)
		if (l->ins.at[i].op == I_CALL)
			in = &l->ins.at[i];
	in->number = (u8)use;
}

/* Under -ffast-math the compiler may compute something else than the instruction says. */
static void mark_fast(Lower *l, size_t since, LLVMValueRef v)
{
	if (LLVMCanValueUseFastMathFlags(v) && LLVMGetFastMathFlags(v))
		for (size_t i = since; i < l->ins.len; i++)
			l->ins.at[i].flags |= INS_FAST;
}

static void lower_block(Lower *l, LLVMBasicBlockRef b)
{
	Block block = {.first = (u32)l->ins.len};
	for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
		const char *name;
		if (is_debug_call(i, &name)) {
			if (!strcmp(name, "llvm.dbg.declare"))
				name_slot(l, i);
			continue;
		}
		LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
		if (at)
			l->loc = location_of(l, at);
		size_t before = l->ins.len;
		lower_instruction(l, i);
		mark_number(l, before, lower_number_use(l, i));
		mark_fast(l, before, i);
	}
	block.end = (u32)l->ins.len;
	u64 address;
	if (intmap_get(&l->blocks, (u64)(uintptr_t)b, &address))
		block.address = address;
	vec_push(&l->block_list, block);
}

static void reset(Lower *l)
{
	intmap_clear(&l->values);
	intmap_clear(&l->block_ids);
	intmap_clear(&l->slot_of);
	l->pool.len = l->ins.len = l->block_list.len = l->extra.len = 0;
	l->cases.len = l->calls.len = l->slots.len = 0;
	l->regs = 0;
	l->print = 0;
}

#define KEEP(list, T) \
	memcpy(arena_array(&l->p->arena, T, (list).len + 1), (list).at, (list).len * sizeof(T))

bool lower_body(Lower *l, u32 id, LLVMValueRef fn)
{
	reset(l);
	l->function_id = id;
	l->is_libc = l->p->functions.at[id].kind == FN_LIBC;
	l->loc = l->p->functions.at[id].loc;
	number_values(l, fn);
	lower_find_numbers(l, fn);
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && !l->failed;
		 b = LLVMGetNextBasicBlock(b))
		lower_block(l, b);
	Function *f = &l->p->functions.at[id];
	f->n_regs = l->regs;
	f->n_ins = (u32)l->ins.len;
	f->n_blocks = (u32)l->block_list.len;
	f->n_extra = (u32)l->extra.len;
	f->n_cases = (u32)l->cases.len;
	f->n_calls = (u32)l->calls.len;
	f->n_slots = (u32)l->slots.len;
	f->large_locals = frame_of(fn);
	vec_reserve(&l->extra, 1);
	vec_reserve(&l->cases, 1);
	vec_reserve(&l->calls, 1);
	vec_reserve(&l->slots, 1);
	f->ins = KEEP(l->ins, Ins);
	f->blocks = KEEP(l->block_list, Block);
	f->extra = KEEP(l->extra, u32);
	f->cases = KEEP(l->cases, Case);
	f->calls = KEEP(l->calls, Call);
	f->slots = KEEP(l->slots, Slot);
	return !l->failed;
}
