/* codegen.c: a Function becomes code words. */
#include "machine/code.h"

/* How a register comes about and is used, for fusing. */
typedef struct RegInfo {
	u32 def;    /* instruction, or NO_REG for parameters */
	u32 uses;   /* operand positions that read it */
	u32 use;    /* the last instruction that reads it */
	bool other; /* read by something that is not the address of a load or store in its block */
} RegInfo;

typedef struct Move {
	u32 to;
	Operand from; /* register, or constant */
	u32 part;     /* 1: the high half of a wide constant */
} Move;

typedef VEC(Move) MoveList;

typedef struct Fix {
	u32 word;     /* whose target is a block or stub */
	i32 *where;   /* the field; NULL: Code.d of the word */
	u32 from, to; /* edge */
	bool stub;    /* the edge has moves */
} Fix;

/* Stands for the register with the start of the globals until its number is known. */
#define PIN 0xfffffff0u

typedef struct Gen {
	const Program *p;
	const Function *f;
	FnCode *fc;
	RegInfo *regs;
	u32 *block_of; /* instruction -> block */
	bool *skip;    /* instruction is done as part of another */
	VEC(Code) code;
	VEC(Origin) origin;
	VEC(Fix) fixes;
	VEC(SwitchTable) switches;
	Origin now;    /* origin of the words being emitted */
	u32 scratch;   /* first register past the function's own */
	u32 n_scratch; /* most used at once */
	bool uses_pin; /* the register with the start of the globals is needed */
	u32 *n_preds;  /* by block */
	u32 *counts; /* instructions to count at the end of a block, with those of blocks that fall into
					it */
	u32 block;
} Gen;

static Code *word(Gen *g, CodeOp op, u32 d, u32 a, u32 b)
{
	vec_push(&g->code, ((Code){.op = (u16)op, .d = d, .a = a, .b = b}));
	vec_push(&g->origin, g->now);
	return &vec_last(&g->code);
}

static u32 at(u32 reg)
{
	return reg * 16;
}

static const Const *constant(const Gen *g, Operand o)
{
	return &g->p->consts.at[o & ~OPERAND_CONST];
}

/* ---- looking at uses ---- */

static void note_use(Gen *g, Operand o, u32 ins, bool address)
{
	if (o == NO_OPERAND || operand_is_const(o))
		return;
	RegInfo *r = &g->regs[o];
	r->uses++;
	r->use = ins;
	if (!address || r->def == NO_REG || g->block_of[r->def] != g->block_of[ins])
		r->other = true;
}

static bool plain_width(u32 bits)
{
	return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static void note_uses(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	bool memory = (in->op == I_LOAD || in->op == I_STORE) && plain_width(type_bits(in->type)) &&
				  !(in->flags & INS_BITFIELD);
	note_use(g, in->a, i, memory);
	note_use(g, in->b, i, false);
	note_use(g, in->c, i, false);
	if (in->op == I_PHI)
		for (u32 k = 0; k < in->n_extra; k++)
			note_use(g, g->f->extra[in->extra + 2 * k + 1], i, false);
	if (in->op == I_RET)
		for (u32 k = 0; k < in->n_extra; k++)
			note_use(g, g->f->extra[in->extra + k], i, false);
	if (in->op == I_CALL) {
		const Call *c = &g->f->calls[in->extra];
		note_use(g, c->target, i, false);
		for (u32 k = 0; k < c->n_args; k++)
			note_use(g, c->args[k].value, i, false);
	}
}

static void analyse(Gen *g)
{
	const Function *f = g->f;
	g->regs = arena_array(&g->fc->arena, RegInfo, f->n_regs + 1);
	g->block_of = arena_array(&g->fc->arena, u32, f->n_ins + 1);
	g->skip = arena_array(&g->fc->arena, bool, f->n_ins + 1);
	for (u32 r = 0; r < f->n_regs; r++)
		g->regs[r].def = NO_REG;
	for (u32 b = 0; b < f->n_blocks; b++)
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++) {
			g->block_of[i] = b;
			if (f->ins[i].dst != NO_REG)
				g->regs[f->ins[i].dst].def = i;
		}
	for (u32 i = 0; i < f->n_ins; i++)
		note_uses(g, i);
}

static u32 index_of(const Gen *g, const Ins *in)
{
	return (u32)(in - g->f->ins);
}

static bool fits(i64 n)
{
	return n == (i32)n;
}

/* Constant addresses are globals: they are reached from a register that holds the start of all
 * globals. */
static bool base_fits(const Gen *g, Operand base, i64 offset)
{
	if (!operand_is_const(base))
		return true;
	const Const *c = constant(g, base);
	return !c->undef && c->lo >= GLOBALS_BASE && c->lo < g->p->globals_end &&
		   fits((i64)(c->lo - GLOBALS_BASE) + offset);
}

/* An address computation that loads and stores take over; see also fold_address. */
static bool gep_is_folded(const Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	const RegInfo *r = &g->regs[in->dst];
	if (in->op != I_GEP || r->other || !r->uses || !fits(in->imm) || !base_fits(g, in->a, in->imm))
		return false;
	if (in->b == NO_OPERAND)
		return true;
	return r->uses == 1 && !operand_is_const(in->b) && in->scale == (i64)(u32)in->scale;
}

static bool sext_is_folded(const Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	if (in->op != I_SEXT || in->type != 32 || in->type2 != 64 || operand_is_const(in->a))
		return false;
	const RegInfo *r = &g->regs[in->dst];
	if (r->uses != 1 || g->block_of[r->use] != g->block_of[i])
		return false;
	const Ins *gep = &g->f->ins[r->use];
	return gep->op == I_GEP && gep->b == in->dst && gep->a != in->dst &&
		   !operand_is_const(gep->a) && fits(gep->imm) && gep->scale == (i64)(u32)gep->scale;
}

static bool compare_is_folded(const Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	if (in->op != I_ICMP || type_bits(in->type) > 64)
		return false;
	u32 bits = type_bits(in->type);
	if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
		return false;
	const RegInfo *r = &g->regs[in->dst];
	if (r->uses != 1 || g->block_of[r->use] != g->block_of[i] || operand_is_const(in->a))
		return false;
	if (operand_is_const(in->b) &&
		(constant(g, in->b)->undef || (bits == 64 && !fits((i64)constant(g, in->b)->lo))))
		return false;
	return g->f->ins[r->use].op == I_CBR;
}

/* ---- operands ---- */

/* A register that holds the operand; a constant goes to scratch register k first. */
static u32 in_register(Gen *g, Operand o, u32 k, u32 part)
{
	if (!operand_is_const(o))
		return at(o + part);
	const Const *c = constant(g, o);
	u32 d = at(g->scratch + k);
	if (k + 1 > g->n_scratch)
		g->n_scratch = k + 1;
	u64 bits = part ? c->hi : c->lo;
	if (c->undef) {
		word(g, C_UNDEF, d, 0, 0);
	} else if (fits((i64)bits)) {
		word(g, C_KONST, d, 0, 0)->imm = (i32)bits;
	} else {
		word(g, C_KONST64, d, 0, 0);
		vec_push(&g->code, ((Code){0}));
		vec_push(&g->origin, g->now);
		memcpy(&vec_last(&g->code), &bits, 8);
	}
	return d;
}

/* An immediate for an operation of the width: the low bits, as the handler reads them. */
static bool immediate(const Gen *g, Operand o, u32 bits, i32 *imm)
{
	if (!operand_is_const(o) || constant(g, o)->undef)
		return false;
	u64 v = constant(g, o)->lo;
	if (bits == 64 && !fits((i64)v))
		return false;
	*imm = (i32)(u32)v;
	return true;
}

static void generic(Gen *g, u32 i)
{
	word(g, C_GENERIC, 0, 0, i);
}

/* ---- instructions ---- */

static bool gen_binary(Gen *g, u32 i)
{
	static const u16 ops[] = {
		[I_ADD] = C_ADD_8, [I_SUB] = C_SUB_8,   [I_MUL] = C_MUL_8,
		[I_AND] = C_AND_8, [I_OR] = C_OR_8,     [I_XOR] = C_XOR_8,
		[I_SHL] = C_SHL_8, [I_LSHR] = C_LSHR_8, [I_ASHR] = C_ASHR_8,
	};
	static const u16 divs[] = {
		[I_UDIV] = C_UDIV_32, [I_SDIV] = C_SDIV_32, [I_UREM] = C_UREM_32, [I_SREM] = C_SREM_32};
	const Ins *in = &g->f->ins[i];
	bool div = in->op >= I_UDIV && in->op <= I_SREM;
	u32 bits = type_bits(in->type);
	Operand a = in->a, b = in->b;
	if (bits != 64 && bits != 32 && (div || (bits != 8 && bits != 16))) {
		if (bits == 1 && (in->op == I_AND || in->op == I_OR || in->op == I_XOR))
			bits = 32; /* 0 and 1 stay 0 and 1 */
		else
			return false;
	}
	bool swap = operand_is_const(a) && (in->op == I_ADD || in->op == I_MUL || in->op == I_AND ||
										in->op == I_OR || in->op == I_XOR);
	if (swap) {
		a = in->b;
		b = in->a;
	}
	u32 step = bits == 8 ? 0 : bits == 16 ? 2 : bits == 32 ? 4 : 6;
	u16 op = div ? divs[in->op] + (bits == 64 ? 2 : 0) : (u16)(ops[in->op] + step);
	i32 imm;
	u32 ra = in_register(g, a, 0, 0);
	if (immediate(g, b, bits, &imm))
		word(g, op + 1, at(in->dst), ra, 0)->imm = imm;
	else {
		u32 rb = in_register(g, b, 1, 0);
		word(g, op, at(in->dst), ra, rb);
	}
	return true;
}

/* First code of a comparison for the predicate and width; register form. */
static u16 compare_op(Pred pred, u32 bits, bool branch)
{
	static const u16 plain[] = {C_EQ_32,  C_NE_32, C_UGT_32, C_UGE_32, C_ULT_32,
								C_ULE_32, C_SGT_8, C_SGE_8,  C_SLT_8,  C_SLE_8};
	static const u16 jump[] = {C_BR_EQ_32,  C_BR_NE_32, C_BR_UGT_32, C_BR_UGE_32, C_BR_ULT_32,
							   C_BR_ULE_32, C_BR_SGT_8, C_BR_SGE_8,  C_BR_SLT_8,  C_BR_SLE_8};
	u16 first = branch ? jump[pred] : plain[pred];
	if (pred < P_SGT)
		return first + (bits == 64 ? 2 : 0);
	return (u16)(first + (bits == 8 ? 0 : bits == 16 ? 2 : bits == 32 ? 4 : 6));
}

static bool gen_compare(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 bits = type_bits(in->type);
	if (bits == 1 && in->sub < P_SGT)
		bits = 8;
	if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
		return false;
	u32 a = in_register(g, in->a, 0, 0);
	i32 imm;
	u16 op = compare_op(in->sub, bits, false);
	if (immediate(g, in->b, bits, &imm)) {
		word(g, op + 1, at(in->dst), a, 0)->imm = imm;
	} else {
		u32 b = in_register(g, in->b, 1, 0);
		word(g, op, at(in->dst), a, b);
	}
	return true;
}

static bool gen_cast(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 from = type_bits(in->type), to = type_bits(in->type2);
	if (from > 64 || to > 64)
		return false;
	u32 d = at(in->dst), a = in_register(g, in->a, 0, 0);
	switch (in->op) {
	case I_BITCAST:
	case I_ZEXT: word(g, C_MOV, d, a, 0); return true;
	case I_TRUNC:
		if (to == 32 || to < 31)
			word(g, C_ANDI_32, d, a, 0)->imm = to == 32 ? -1 : (1 << to) - 1;
		else
			return false;
		return true;
	case I_SEXT: {
		u16 op = from == 8 && to == 32    ? C_SEXT_8_32
				 : from == 16 && to == 32 ? C_SEXT_16_32
				 : from == 8 && to == 64  ? C_SEXT_8_64
				 : from == 16 && to == 64 ? C_SEXT_16_64
				 : from == 32 && to == 64 ? C_SEXT_32_64
										  : C_GENERIC;
		if (op == C_GENERIC)
			return false;
		word(g, op, d, a, 0);
		return true;
	}
	default: return false;
	}
}

static bool gen_float(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u16 op = C_GENERIC, n = 0;
	bool f64 = in->type == TYPE_F64, f32 = in->type == TYPE_F32;
	switch (in->op) {
	case I_FADD: op = f64 ? C_FADD_F64 : f32 ? C_FADD_F32 : op; break;
	case I_FSUB: op = f64 ? C_FSUB_F64 : f32 ? C_FSUB_F32 : op; break;
	case I_FMUL: op = f64 ? C_FMUL_F64 : f32 ? C_FMUL_F32 : op; break;
	case I_FDIV: op = f64 ? C_FDIV_F64 : f32 ? C_FDIV_F32 : op; break;
	case I_FCMP:
		op = f64 ? C_FCMP_F64 : f32 ? C_FCMP_F32 : op;
		n = in->sub;
		break;
	case I_SITOFP:
		op = in->type2 != TYPE_F64 ? op
			 : in->type == 32      ? C_SI32_F64
			 : in->type == 64      ? C_SI64_F64
								   : op;
		break;
	case I_FPTOSI:
		op = !f64 ? op : in->type2 == 32 ? C_F64_SI32 : in->type2 == 64 ? C_F64_SI64 : op;
		break;
	case I_FPCONV:
		op = f32 && in->type2 == TYPE_F64   ? C_F32_F64
			 : f64 && in->type2 == TYPE_F32 ? C_F64_F32
											: op;
		break;
	}
	if (op == C_GENERIC)
		return false;
	u32 a = in_register(g, in->a, 0, 0);
	u32 b = in->b == NO_OPERAND ? 0 : in_register(g, in->b, 1, 0);
	word(g, op, at(in->dst), a, b)->n = n;
	return true;
}

/* ---- memory ---- */

/* The address of a load or store: base register, and how to get on from there. */
typedef struct Address {
	u32 base;
	i32 offset;
	u32 index; /* register offset, or NO_REG */
	u32 scale;
	bool sext; /* index is a 32-bit signed number */
} Address;

static void add_origin(Gen *g, u32 ins)
{
	if (g->now.n < countof(g->now.ins))
		g->now.ins[g->now.n++] = ins;
}

static u32 base_register(Gen *g, Operand o, i32 *offset)
{
	if (!operand_is_const(o) || !base_fits(g, o, *offset))
		return in_register(g, o, 0, 0);
	*offset += (i32)(constant(g, o)->lo - GLOBALS_BASE);
	g->uses_pin = true;
	return PIN;
}

/* Origins are listed in order of execution, the memory instruction last. */
static Address fold_address(Gen *g, Operand o, u32 user)
{
	Address a = {.index = NO_REG};
	if (!operand_is_const(o)) {
		const RegInfo *r = &g->regs[o];
		if (r->def != NO_REG && g->skip[r->def] && g->f->ins[r->def].op == I_GEP) {
			const Ins *gep = &g->f->ins[r->def];
			g->now.n = 0;
			a.offset = (i32)gep->imm;
			if (gep->b != NO_OPERAND) {
				a.scale = (u32)gep->scale;
				a.index = at(gep->b);
				const RegInfo *ri = &g->regs[gep->b];
				if (ri->def != NO_REG && sext_is_folded(g, ri->def)) {
					a.index = at(g->f->ins[ri->def].a);
					a.sext = true;
					add_origin(g, ri->def);
				}
			}
			add_origin(g, r->def);
			add_origin(g, user);
			o = gep->a;
		}
	}
	a.base = base_register(g, o, &a.offset);
	return a;
}

static u16 width_step(u32 bits)
{
	return bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3;
}

static void second_word(Gen *g, u32 scale, i32 offset)
{
	Code c = {.a = scale, .imm = offset};
	vec_push(&g->code, c);
	vec_push(&g->origin, g->now);
}

/* A sign extension that takes the load's only use. */
static const Ins *extension_of(const Gen *g, const Ins *load)
{
	const RegInfo *r = &g->regs[load->dst];
	if (r->uses != 1 || g->block_of[r->use] != g->block_of[index_of(g, load)])
		return NULL;
	const Ins *x = &g->f->ins[r->use];
	return (x->op == I_SEXT || x->op == I_ZEXT) && x->a == load->dst && type_bits(x->type2) <= 64 &&
				   !sext_is_folded(g, r->use)
			   ? x
			   : NULL;
}

static bool gen_load(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 bits = type_bits(in->type);
	if (!plain_width(bits) || (in->flags & INS_BITFIELD))
		return false;
	Address a = fold_address(g, in->a, i);
	u16 step = width_step(bits);
	u32 d = in->dst;
	const Ins *x = a.index == NO_REG ? extension_of(g, in) : NULL;
	u16 op = a.index == NO_REG ? C_LOAD_8 + step : (u16)((a.sext ? C_LOADXS_8 : C_LOADX_8) + step);
	if (x) {
		u16 ext = x->op == I_ZEXT                ? op
				  : bits == 8 && x->type2 == 32  ? C_LOADS_8_32
				  : bits == 8 && x->type2 == 64  ? C_LOADS_8_64
				  : bits == 16 && x->type2 == 32 ? C_LOADS_16_32
				  : bits == 32 && x->type2 == 64 ? C_LOADS_32_64
												 : C_GENERIC;
		if (ext != C_GENERIC && g->now.n < countof(g->now.ins)) {
			op = ext;
			d = x->dst;
			add_origin(g, index_of(g, x));
			g->skip[index_of(g, x)] = true;
		}
	}
	if (a.index == NO_REG) {
		word(g, op, at(d), a.base, 0)->imm = a.offset;
	} else {
		word(g, op, at(d), a.base, a.index);
		second_word(g, a.scale, a.offset);
	}
	return true;
}

static bool gen_store(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 bits = type_bits(in->type);
	if (!plain_width(bits))
		return false;
	Address a = fold_address(g, in->a, i);
	u16 step = width_step(bits);
	i32 imm;
	if (a.index == NO_REG && immediate(g, in->b, bits, &imm)) {
		word(g, C_STOREI_8 + step, (u32)a.offset, a.base, 0)->imm = imm;
		return true;
	}
	u32 b = in_register(g, in->b, 1, 0);
	if (a.index == NO_REG) {
		word(g, C_STORE_8 + step, (u32)a.offset, a.base, b);
	} else {
		word(g, (a.sext ? C_STOREXS_8 : C_STOREX_8) + step, a.index, a.base, b);
		second_word(g, a.scale, a.offset);
	}
	return true;
}

static bool gen_gep(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	if (!fits(in->imm) || !base_fits(g, in->a, in->imm))
		return false;
	i32 offset = (i32)in->imm;
	if (in->b == NO_OPERAND) {
		u32 base = base_register(g, in->a, &offset);
		word(g, C_GEPI, at(in->dst), base, 0)->imm = offset;
		return true;
	}
	if (operand_is_const(in->b) || in->scale != (i64)(u32)in->scale)
		return false;
	const RegInfo *r = &g->regs[in->b];
	u32 index = at(in->b);
	u16 op = C_GEPX;
	if (r->def != NO_REG && sext_is_folded(g, r->def)) {
		g->now.n = 0;
		add_origin(g, r->def);
		add_origin(g, i);
		index = at(g->f->ins[r->def].a);
		op = C_GEPXS;
	}
	u32 base = base_register(g, in->a, &offset);
	word(g, op, at(in->dst), base, index);
	second_word(g, (u32)in->scale, offset);
	return true;
}

/* ---- control ---- */

static void gather_moves(Gen *g, u32 from, u32 to, MoveList *moves)
{
	const Function *f = g->f;
	for (u32 i = f->blocks[to].first; i < f->blocks[to].end && f->ins[i].op == I_PHI; i++) {
		const Ins *phi = &f->ins[i];
		for (u32 k = 0; k < phi->n_extra; k++) {
			if (f->extra[phi->extra + 2 * k] != from)
				continue;
			Operand o = f->extra[phi->extra + 2 * k + 1];
			for (u32 part = 0; part < type_regs(phi->type); part++) {
				Operand src = operand_is_const(o) ? o : o + part;
				if (src != phi->dst + part)
					vec_push(moves, ((Move){phi->dst + part, src, part}));
			}
			break;
		}
	}
}

static bool has_moves(Gen *g, u32 from, u32 to)
{
	MoveList moves = {0};
	gather_moves(g, from, to, &moves);
	bool any = moves.len > 0;
	vec_free(&moves);
	return any;
}

static bool is_source(const MoveList *moves, u32 reg, size_t except)
{
	for (size_t i = 0; i < moves->len; i++)
		if (i != except && moves->at[i].from == reg)
			return true;
	return false;
}

/* The phis of a block take their values at the same time: a move waits until
 * nobody needs what it overwrites; a cycle is cut with a scratch register. */
static void gen_moves(Gen *g, u32 from, u32 to)
{
	MoveList moves = {0};
	gather_moves(g, from, to, &moves);
	u32 temp = 2;
	while (moves.len) {
		size_t ready = moves.len;
		for (size_t i = 0; i < moves.len && ready == moves.len; i++)
			if (!is_source(&moves, moves.at[i].to, i))
				ready = i;
		if (ready == moves.len) {
			u32 saved = g->scratch + temp++;
			if (temp > g->n_scratch)
				g->n_scratch = temp;
			u32 lost = moves.at[0].to;
			word(g, C_MOV, at(saved), at(lost), 0);
			for (size_t i = 0; i < moves.len; i++)
				if (moves.at[i].from == lost)
					moves.at[i].from = saved;
			continue;
		}
		Move m = moves.at[ready];
		if (operand_is_const(m.from)) {
			u32 keep = g->scratch;
			g->scratch = m.to; /* straight into the target */
			u32 most = g->n_scratch;
			in_register(g, m.from, 0, m.part);
			g->scratch = keep;
			g->n_scratch = most;
		} else {
			word(g, C_MOV, at(m.to), at(m.from), 0);
		}
		moves.at[ready] = vec_last(&moves);
		moves.len--;
	}
	vec_free(&moves);
}

static void to_block(Gen *g, u32 w, u32 from, u32 to)
{
	vec_push(&g->fixes, ((Fix){.word = w, .from = from, .to = to, .stub = has_moves(g, from, to)}));
}

static u16 block_count(const Gen *g, u32 b)
{
	return g->counts[b] > 65535 ? 65535 : (u16)g->counts[b];
}

/* Goes to the block, through its moves, falling through where it can. A block that always
 * falls into the next is counted there. */
static void gen_jump(Gen *g, u32 from, u32 to, u16 count)
{
	gen_moves(g, from, to);
	if (to == from + 1 && (!count || g->n_preds[to] == 1)) {
		g->counts[to] += count;
		return;
	}
	Code *c = word(g, C_JMP, 0, 0, 0);
	c->n = count;
	vec_push(&g->fixes, ((Fix){.word = (u32)g->code.len - 1, .from = from, .to = to}));
}

static Pred opposite(Pred p)
{
	static const u8 other[] = {P_NE, P_EQ, P_ULE, P_ULT, P_UGE, P_UGT, P_SLE, P_SLT, P_SGE, P_SGT};
	return other[p];
}

static void gen_cbr(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 from = g->block, yes = (u32)in->imm, no = (u32)in->scale;
	bool flip = yes == from + 1 && no != from + 1 && !has_moves(g, from, yes);
	u16 count = block_count(g, from);
	const Ins *cmp = NULL;
	if (!operand_is_const(in->a) && g->regs[in->a].def != NO_REG && g->skip[g->regs[in->a].def] &&
		g->f->ins[g->regs[in->a].def].op == I_ICMP)
		cmp = &g->f->ins[g->regs[in->a].def];
	if (cmp) {
		u32 bits = type_bits(cmp->type);
		g->now = (Origin){{index_of(g, cmp), i}, 2};
		u16 op = compare_op(flip ? opposite(cmp->sub) : cmp->sub, bits, true);
		u32 a = at(cmp->a);
		i32 imm;
		Code *c;
		if (immediate(g, cmp->b, bits, &imm)) {
			c = word(g, op + 1, 0, a, 0);
			c->imm = imm;
		} else {
			c = word(g, op, 0, a, at(cmp->b));
		}
		c->n = count;
	} else {
		u32 a = in_register(g, in->a, 0, 0);
		word(g, flip ? C_CBRN : C_CBR, 0, a, 0)->n = count;
	}
	to_block(g, (u32)g->code.len - 1, from, flip ? no : yes);
	gen_jump(g, from, flip ? yes : no, 0);
}

typedef struct SwitchCase {
	u64 value;
	u32 block;
} SwitchCase;

static int by_value(const void *a, const void *b)
{
	u64 x = ((const SwitchCase *)a)->value, y = ((const SwitchCase *)b)->value;
	return x < y ? -1 : x > y;
}

static bool gen_switch(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	Arena *ar = &g->fc->arena;
	if (type_bits(in->type) > 64)
		return false;
	u32 a = in_register(g, in->a, 0, 0), n = in->n_extra;
	SwitchCase *cases = xcalloc(n + 1, sizeof *cases);
	for (u32 k = 0; k < n; k++)
		cases[k] = (SwitchCase){g->f->cases[in->extra + k].lo, g->f->cases[in->extra + k].block};
	qsort(cases, n, sizeof *cases, by_value);
	SwitchTable t = {.type = in->type, .n = n, .ins = i};
	u64 span = n ? cases[n - 1].value - cases[0].value + 1 : 0;
	bool dense = n >= 4 && span && span <= (u64)n * 4 + 16;
	u32 w = (u32)g->code.len, targets = dense ? (u32)span : n;
	t.targets = arena_array(ar, i32, targets + 1);
	word(g, C_SWITCH, 0, a, (u32)g->switches.len)->n = block_count(g, g->block);
	if (dense) {
		t.low = cases[0].value;
		t.n = (u32)span;
		for (u32 k = 0, next = 0; k < span; k++) {
			bool hit = cases[next].value == t.low + k;
			u32 to = hit ? cases[next++].block : (u32)in->imm;
			vec_push(&g->fixes,
					 ((Fix){w, &t.targets[k], g->block, to, has_moves(g, g->block, to)}));
		}
	} else {
		t.values = arena_array(ar, u64, n + 1);
		for (u32 k = 0; k < n; k++) {
			t.values[k] = cases[k].value;
			vec_push(&g->fixes, ((Fix){w, &t.targets[k], g->block, cases[k].block,
									   has_moves(g, g->block, cases[k].block)}));
		}
	}
	vec_push(&g->switches, t);
	free(cases);
	/* The default's target lives in Code.d of the switch's own word. */
	to_block(g, w, g->block, (u32)in->imm);
	return true;
}

static void gen_call(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	const Call *c = &g->f->calls[in->extra];
	CodeCall *cc = &g->fc->calls[in->extra];
	*cc = (CodeCall){.call = c, .ins = i, .simple = true};
	u32 n = 0;
	for (u32 k = 0; k < c->n_args; k++) {
		n += type_regs(c->args[k].type);
		cc->simple = cc->simple && type_regs(c->args[k].type) == 1 && !c->args[k].byval_size &&
					 (!operand_is_const(c->args[k].value) || !constant(g, c->args[k].value)->undef);
	}
	cc->regs = arena_array(&g->fc->arena, u32, n + 1);
	for (u32 k = 0; k < c->n_args; k++) {
		Operand o = c->args[k].value;
		cc->regs[k] = operand_is_const(o) ? CODE_CONST | (o & ~OPERAND_CONST) : at(o);
	}
	const Function *callee = c->callee == NO_OPERAND ? NULL : &g->p->functions.at[c->callee];
	bool direct = callee && callee->kind != FN_EXTERN && !callee->variadic && cc->simple &&
				  c->n_args == callee->n_params;
	if (direct)
		for (u32 k = 0; k < callee->n_params; k++)
			direct = direct && type_regs(callee->params[k]) == 1;
	if (direct) /* one result register at most is copied back by RETR */
		word(g, C_CALL, in->dst == NO_REG ? NO_REG : at(in->dst), c->callee, in->extra);
	else
		word(g, C_CALLX, in->dst == NO_REG ? NO_REG : at(in->dst), 0, in->extra);
}

static void gen_ret(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u16 count = block_count(g, g->block);
	if (!in->n_extra) {
		word(g, C_RET, 0, 0, 0)->n = count;
	} else if (in->n_extra == 1 && g->f->n_results == 1 && type_regs(g->f->results[0]) == 1) {
		u32 a = in_register(g, g->f->extra[in->extra], 0, 0);
		word(g, C_RETR, 0, a, 0)->n = count;
	} else {
		word(g, C_RETN, 0, 0, i)->n = count;
	}
}

static bool gen_simple(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	switch (in->op) {
	case I_MOV:
		if (type_regs(in->type) > 1)
			return false;
		word(g, C_MOV, at(in->dst), in_register(g, in->a, 0, 0), 0);
		return true;
	case I_SELECT: {
		if (type_regs(in->type) > 1)
			return false;
		u32 a = in_register(g, in->a, 0, 0), b = in_register(g, in->b, 1, 0),
			c = in_register(g, in->c, 2, 0);
		word(g, C_SELECT, at(in->dst), a, b);
		second_word(g, c, 0);
		return true;
	}
	case I_SLOT: word(g, C_SLOT, at(in->dst), 0, g->fc->slots[in->imm].offset); return true;
	case I_LOAD: return gen_load(g, i);
	case I_STORE: return gen_store(g, i);
	case I_GEP: return gen_gep(g, i);
	case I_ICMP: return gen_compare(g, i);
	default: break;
	}
	if (in->op <= I_XOR)
		return gen_binary(g, i);
	if (in->op == I_TRUNC || in->op == I_ZEXT || in->op == I_SEXT || in->op == I_BITCAST)
		return gen_cast(g, i);
	return gen_float(g, i);
}

static void gen_ins(Gen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	if (g->skip[i] || in->op == I_PHI)
		return;
	g->now = (Origin){{i}, 1};
	switch (in->op) {
	case I_BR: gen_jump(g, g->block, (u32)in->imm, block_count(g, g->block)); return;
	case I_CBR: gen_cbr(g, i); return;
	case I_SWITCH:
		if (!gen_switch(g, i))
			generic(g, i);
		return;
	case I_IBR:
		word(g, C_IBR, 0, in_register(g, in->a, 0, 0), i)->n = block_count(g, g->block);
		return;
	case I_CALL: gen_call(g, i); return;
	case I_RET: gen_ret(g, i); return;
	default: {
		size_t mark = g->code.len;
		if (!gen_simple(g, i)) {
			g->code.len = g->origin.len = mark; /* constants it may have begun with */
			g->now = (Origin){{i}, 1};
			generic(g, i);
		}
	}
	}
}

/* ---- the whole ---- */

/* Red zones between the locals, by size; the frame ends with one too. */
static void lay_out_frame(FnCode *fc)
{
	const Function *f = fc->fn;
	fc->slots = arena_array(&fc->arena, FrameSlot, f->n_slots + 1);
	u64 at_byte = f->n_slots ? 16 : 0;
	for (u32 i = 0; i < f->n_slots; i++) {
		u64 align = f->slots[i].align < 16 ? 16 : f->slots[i].align;
		u64 zone = f->slots[i].size / 4;
		zone = zone < 16 ? 16 : zone > 512 ? 512 : (zone + 15) & ~15ull;
		at_byte = (at_byte + align - 1) & ~(align - 1);
		fc->slots[i] = (FrameSlot){(u32)at_byte, (u32)f->slots[i].size};
		at_byte += f->slots[i].size + zone;
		fc->native_size += (u32)f->slots[i].size;
	}
	fc->frame_size = (u32)((at_byte + 15) & ~15ull);
	fc->native_size += 16 + 8 * (f->n_regs < 3 ? f->n_regs : 3);
}

static void count_preds(Gen *g)
{
	const Function *f = g->f;
	g->n_preds = arena_array(&g->fc->arena, u32, f->n_blocks + 1);
	g->counts = arena_array(&g->fc->arena, u32, f->n_blocks + 1);
	for (u32 b = 0; b < f->n_blocks; b++) {
		g->counts[b] = f->blocks[b].end - f->blocks[b].first;
		const Ins *t = &f->ins[f->blocks[b].end - 1];
		if (f->blocks[b].address)
			g->n_preds[b] += 2;
		if (t->op == I_BR || t->op == I_CBR || t->op == I_SWITCH)
			g->n_preds[t->imm]++;
		if (t->op == I_CBR)
			g->n_preds[t->scale]++;
		if (t->op == I_SWITCH)
			for (u32 k = 0; k < t->n_extra; k++)
				g->n_preds[f->cases[t->extra + k].block]++;
	}
}

static void mark_folded(Gen *g)
{
	const Function *f = g->f;
	for (u32 i = 0; i < f->n_ins; i++)
		g->skip[i] = compare_is_folded(g, i) || gep_is_folded(g, i) || sext_is_folded(g, i);
}

/* A jump over an edge with moves goes to a stub that does them. */
static void resolve(Gen *g, u32 *block_start)
{
	for (size_t k = 0; k < g->fixes.len; k++) {
		Fix fix = g->fixes.at[k];
		u32 target = block_start[fix.to];
		if (fix.stub) {
			g->now = g->origin.at[fix.word];
			target = (u32)g->code.len;
			gen_moves(g, fix.from, fix.to);
			word(g, C_JMP, (u32)((i32)block_start[fix.to] - (i32)g->code.len), 0, 0);
		}
		i32 distance = (i32)target - (i32)fix.word;
		if (fix.where)
			*fix.where = distance;
		else
			g->code.at[fix.word].d = (u32)distance;
	}
}

void code_make(const Program *p, FnCode *fc)
{
	const Function *f = fc->fn;
	Gen g = {.p = p, .f = f, .fc = fc, .scratch = f->n_regs};
	lay_out_frame(fc);
	fc->calls = arena_array(&fc->arena, CodeCall, f->n_calls + 1);
	fc->block_start = arena_array(&fc->arena, u32, f->n_blocks + 1);
	analyse(&g);
	count_preds(&g);
	mark_folded(&g);
	for (g.block = 0; g.block < f->n_blocks; g.block++) {
		fc->block_start[g.block] = (u32)g.code.len;
		if (fc->covered) {
			g.now = (Origin){{f->blocks[g.block].first}, 1};
			word(&g, C_COVER, 0, 0, g.block);
		}
		for (u32 i = f->blocks[g.block].first; i < f->blocks[g.block].end; i++)
			gen_ins(&g, i);
	}
	g.now = (Origin){{0}, 1};
	word(&g, C_END, 0, 0, 0);
	resolve(&g, fc->block_start);
	fc->n = (u32)g.code.len;
	fc->n_regs = f->n_regs + g.n_scratch + 1;
	if (g.uses_pin) {
		fc->pin = at(fc->n_regs - 1);
		for (u32 i = 0; i < fc->n; i++)
			if (g.code.at[i].a == PIN)
				g.code.at[i].a = fc->pin;
	}
	fc->code = arena_array(&fc->arena, Code, fc->n);
	memcpy(fc->code, g.code.at, fc->n * sizeof(Code));
	fc->origin = arena_array(&fc->arena, Origin, fc->n);
	memcpy(fc->origin, g.origin.at, fc->n * sizeof(Origin));
	fc->switches = arena_array(&fc->arena, SwitchTable, g.switches.len + 1);
	if (g.switches.len)
		memcpy(fc->switches, g.switches.at, g.switches.len * sizeof(SwitchTable));
	vec_free(&g.code);
	vec_free(&g.origin);
	vec_free(&g.fixes);
	vec_free(&g.switches);
}

void code_free(FnCode *fc)
{
	arena_free(&fc->arena);
}
