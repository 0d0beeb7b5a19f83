/* memory.c: addresses, loads and stores of the subject. */
#include "engine/compile/emit.h"

/* True if the address is outside of the subject's memory. */
static LLVMValueRef outside(UnitEmit *e, LLVMValueRef addr)
{
	LLVMValueRef high = LLVMBuildLShr(e->b, addr, emit_number(e, REGION_BITS), "");
	return LLVMBuildICmp(e->b, LLVMIntNE, high, emit_number(e, REGION >> REGION_BITS), "");
}

/* True if one of the bytes has a clear bit. */
static LLVMValueRef unset(UnitEmit *e, LLVMValueRef bits, LLVMValueRef addr, u32 bytes)
{
	LLVMTypeRef t = bytes == 1 ? e->t.i8 : e->t.i16;
	LLVMValueRef index = LLVMBuildLShr(e->b, addr, emit_number(e, 3), "");
	LLVMValueRef set = LLVMBuildZExt(e->b, emit_load(e, t, bits, index, ZONE_BITS), e->t.i32, "");
	LLVMValueRef shift =
		LLVMBuildTrunc(e->b, LLVMBuildAnd(e->b, addr, emit_number(e, 7), ""), e->t.i32, "");
	LLVMValueRef mask = LLVMConstInt(e->t.i32, (1u << bytes) - 1, 0);
	LLVMValueRef mine = LLVMBuildAnd(e->b, LLVMBuildLShr(e->b, set, shift, ""), mask, "");
	return LLVMBuildICmp(e->b, LLVMIntNE, mine, mask, "");
}

static LLVMTypeRef int_of(UnitEmit *e, u32 bytes)
{
	if (bytes == 1)
		return e->t.i8;
	if (bytes == 2)
		return e->t.i16;
	return bytes == 4 ? e->t.i32 : e->t.i64;
}

static LLVMValueRef load(UnitEmit *e, LLVMValueRef addr, u32 bytes)
{
	emit_leave_if(e, outside(e, addr), LEFT_LOAD);
	emit_leave_if(e, unset(e, e->v.readable, addr, bytes), LEFT_LOAD);
	return emit_load(e, int_of(e, bytes), e->v.bytes, addr, ZONE_BYTES);
}

void emit_load_at(UnitEmit *e, u32 d, LLVMValueRef addr, u32 bytes)
{
	emit_set(e, d, LLVMBuildZExt(e->b, load(e, addr, bytes), e->t.i64, ""));
}

static void load_signed(UnitEmit *e, const Code *c, LLVMValueRef addr)
{
	u32 bytes = c->op == C_LOADS_32_64 ? 4 : c->op == C_LOADS_16_32 ? 2 : 1;
	bool to_32 = c->op == C_LOADS_8_32 || c->op == C_LOADS_16_32;
	LLVMValueRef v = LLVMBuildSExt(e->b, load(e, addr, bytes), e->t.i64, "");
	emit_set(e, c->d, emit_cut(e, v, to_32 ? 32 : 64));
}

/* If the bytes are not plain, the machine may still store: the first time, or for the first time
 * since a snapshot. */
static void store(UnitEmit *e, LLVMValueRef addr, LLVMValueRef value, u32 bytes)
{
	LLVMBasicBlockRef plain = emit_block(e), slow = emit_block(e), done = emit_block(e);
	emit_leave_if(e, outside(e, addr), LEFT_STORE);
	emit_branch(e, unset(e, e->v.writable, addr, bytes), slow, plain);
	emit_go(e, slow);
	LLVMTypeRef types[] = {e->t.ptr, e->t.i64, e->t.i64, e->t.i64};
	LLVMValueRef args[] = {e->v.state, addr, value, emit_number(e, bytes)};
	LLVMValueRef fn = emit_field(e, e->t.ptr, e->v.state,
								 offsetof(UnitState, calls) + offsetof(UnitCalls, store));
	LLVMValueRef good =
		LLVMBuildCall2(e->b, LLVMFunctionType(e->t.i64, types, 4, 0), fn, args, 4, "");
	emit_leave_if(e, LLVMBuildICmp(e->b, LLVMIntEQ, good, emit_number(e, 0), ""), LEFT_STORE);
	LLVMBuildBr(e->b, done);
	emit_go(e, plain);
	emit_store(e, LLVMBuildTrunc(e->b, value, int_of(e, bytes), ""), e->v.bytes, addr, ZONE_BYTES);
	LLVMBuildBr(e->b, done);
	emit_go(e, done);
}

/* base + offset */
static LLVMValueRef near(UnitEmit *e, u32 base, i32 offset)
{
	return LLVMBuildAdd(e->b, emit_get(e, base), emit_number(e, (u64)(i64)offset), "");
}

/* base + index * scale + offset; scale and offset are in the second half of the instruction. */
static LLVMValueRef indexed(UnitEmit *e, const Code *c, u32 index, bool is_signed)
{
	LLVMValueRef base = emit_get(e, c->a), k = emit_get(e, index);
	if (is_signed)
		k = emit_sign(e, k, 32);
	k = LLVMBuildMul(e->b, k, emit_number(e, c[1].a), "");
	return LLVMBuildAdd(e->b, LLVMBuildAdd(e->b, base, k, ""), emit_number(e, (u64)(i64)c[1].imm),
						"");
}

static bool stores(UnitEmit *e, const Code *c)
{
	u32 bytes = 1u << (c->op - C_STORE_8) % 4;
	LLVMValueRef addr, value;
	switch (c->op) {
	case C_STORE_8 ... C_STORE_64:
		addr = near(e, c->a, (i32)c->d);
		value = emit_get(e, c->b);
		break;
	case C_STOREI_8 ... C_STOREI_64:
		addr = near(e, c->a, (i32)c->d);
		value = emit_number(e, (u64)(i64)c->imm);
		break;
	case C_STOREX_8 ... C_STOREXS_64:
		addr = indexed(e, c, c->d, c->op >= C_STOREXS_8);
		value = emit_get(e, c->b);
		break;
	default: return false;
	}
	store(e, addr, value, bytes);
	return true;
}

bool emit_memory(UnitEmit *e, const Code *c)
{
	switch (c->op) {
	case C_SLOT: {
		LLVMValueRef base = emit_field(e, e->t.i64, e->v.frame, e->rq->layout->frame_base);
		emit_set(e, c->d, LLVMBuildAdd(e->b, base, emit_number(e, c->b), ""));
		return true;
	}
	case C_GEPI: emit_set(e, c->d, near(e, c->a, c->imm)); return true;
	case C_GEPX:
	case C_GEPXS: emit_set(e, c->d, indexed(e, c, c->b, c->op == C_GEPXS)); return true;
	case C_LOAD_8 ... C_LOAD_64:
		emit_load_at(e, c->d, near(e, c->a, c->imm), 1u << (c->op - C_LOAD_8));
		return true;
	case C_LOADS_8_32 ... C_LOADS_32_64: load_signed(e, c, near(e, c->a, c->imm)); return true;
	case C_LOADX_8 ... C_LOADXS_64:
		emit_load_at(e, c->d, indexed(e, c, c->b, c->op >= C_LOADXS_8),
					 1u << (c->op - C_LOADX_8) % 4);
		return true;
	default: return stores(e, c);
	}
}
