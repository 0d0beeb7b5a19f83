/* mem.c: loads, stores, addresses. */
#include "engine/code/codegen.h"

/* The address of a load or store: base register, and how to get on from there. */
typedef struct Address {
	u32 base;
	i32 offset;
	u32 index; /* register offset, or NO_REG */
	u32 scale;
	bool sext; /* index is a 32-bit signed number */
} Address;

static u32 base_register(CodeGen *g, Operand o, i32 *offset)
{
	if (!operand_is_const(o) || !code_base_fits(g, o, *offset))
		return code_register(g, o, 0, 0);
	*offset += (i32)(code_constant(g, o)->lo - GLOBALS_BASE);
	g->uses_pin = true;
	return PIN;
}

/* Origins are listed in order of execution, the memory instruction last. */
static Address fold_address(CodeGen *g, Operand o, u32 user)
{
	Address a = {.index = NO_REG};
	const Ins *gep = code_folded_gep(g, o);
	if (gep) {
		const Ins *field = code_folded_gep(g, gep->a) ? gep : NULL;
		g->now.n = 0;
		a.offset = (i32)gep->imm;
		if (field) {
			gep = code_folded_gep(g, gep->a);
			a.offset += (i32)gep->imm;
		}
		if (gep->b != NO_OPERAND) {
			const Ins *wide = code_folded_extension(g, gep->b);
			a.scale = (u32)gep->scale;
			a.index = reg_at(g, wide ? wide->a : gep->b);
			a.sext = wide && wide->op == I_SEXT;
			if (wide)
				code_origin(g, code_index(g, wide));
		}
		code_origin(g, code_index(g, gep));
		if (field)
			code_origin(g, code_index(g, field));
		code_origin(g, user);
		o = gep->a;
	}
	a.base = base_register(g, o, &a.offset);
	return a;
}

static u16 width_step(u32 bits)
{
	if (bits == 8)
		return 0;
	if (bits == 16)
		return 1;
	return bits == 32 ? 2 : 3;
}

bool code_load(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 bits = type_bits(in->type);
	if (!plain_width(bits) || (in->flags & INS_BITFIELD))
		return false;
	Address a = fold_address(g, in->a, i);
	u16 step = width_step(bits);
	u32 d = in->dst;
	u16 op = a.index == NO_REG ? C_LOAD_8 + step : (u16)((a.sext ? C_LOADXS_8 : C_LOADX_8) + step);
	if (g->extends[i] != NO_REG) {
		const Ins *x = &g->f->ins[g->extends[i]];
		if (x->op == I_SEXT)
			op = bits == 16                  ? C_LOADS_16_32
				 : bits == 32                ? C_LOADS_32_64
				 : type_bits(x->type2) == 32 ? C_LOADS_8_32
											 : C_LOADS_8_64;
		d = x->dst;
		code_origin(g, g->extends[i]);
	}
	if (a.index == NO_REG) {
		code_word(g, op, reg_at(g, d), a.base, 0)->imm = a.offset;
	} else {
		code_word(g, op, reg_at(g, d), a.base, a.index);
		code_second_word(g, a.scale, a.offset);
	}
	return true;
}

bool code_store(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 bits = type_bits(in->type);
	if (!plain_width(bits))
		return false;
	Address a = fold_address(g, in->a, i);
	u16 step = width_step(bits);
	i32 imm;
	if (a.index == NO_REG && code_immediate(g, in->b, bits, &imm)) {
		code_word(g, C_STOREI_8 + step, (u32)a.offset, a.base, 0)->imm = imm;
		return true;
	}
	u32 b = code_register(g, in->b, 1, 0);
	if (a.index == NO_REG) {
		code_word(g, C_STORE_8 + step, (u32)a.offset, a.base, b);
	} else {
		code_word(g, (a.sext ? C_STOREXS_8 : C_STOREX_8) + step, a.index, a.base, b);
		code_second_word(g, a.scale, a.offset);
	}
	return true;
}

bool code_gep(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	if (!imm_fits(in->imm) || !code_base_fits(g, in->a, in->imm))
		return false;
	i32 offset = (i32)in->imm;
	if (in->b == NO_OPERAND) {
		u32 base = base_register(g, in->a, &offset);
		code_word(g, C_GEPI, reg_at(g, in->dst), base, 0)->imm = offset;
		return true;
	}
	if (operand_is_const(in->b) || in->scale != (i64)(u32)in->scale)
		return false;
	const Ins *wide = code_folded_extension(g, in->b);
	u32 index = reg_at(g, wide ? wide->a : in->b);
	u16 op = wide && wide->op == I_SEXT ? C_GEPXS : C_GEPX;
	if (wide)
		g->now = (Origin){{code_index(g, wide), i}, 2};
	u32 base = base_register(g, in->a, &offset);
	code_word(g, op, reg_at(g, in->dst), base, index);
	code_second_word(g, (u32)in->scale, offset);
	return true;
}
