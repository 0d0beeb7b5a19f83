/* codegen.c: turns a Function into bytecode. */
#include "engine/code/codegen.h"

#include <assert.h>

enum { LINE = 64 }; /* bytes of a line of the cache */

Code *code_word(CodeGen *g, CodeOp op, u32 d, u32 a, u32 b)
{
	vec_push(&g->code, ((Code){.op = (u16)op, .d = d, .a = a, .b = b}));
	vec_push(&g->origin, g->now);
	return &vec_last(&g->code);
}

void code_second_word(CodeGen *g, u32 scale, i32 offset)
{
	vec_push(&g->code, ((Code){.a = scale, .imm = offset}));
	vec_push(&g->origin, g->now);
}

void code_origin(CodeGen *g, u32 ins)
{
	if (g->now.n < countof(g->now.ins))
		g->now.ins[g->now.n++] = ins;
}

/* Adds an instruction to the origin of the following bytecode instructions, before the others. */
static void origin_before(CodeGen *g, u32 ins)
{
	assert(g->now.n < countof(g->now.ins));
	for (u32 i = g->now.n++; i > 0; i--)
		g->now.ins[i] = g->now.ins[i - 1];
	g->now.ins[0] = ins;
}

/* ---- operands ---- */

void code_load_constant(CodeGen *g, Operand o, u32 part, u32 to)
{
	const Const *c = code_constant(g, o);
	u64 bits = part ? c->hi : c->lo;
	if (c->undef) {
		code_word(g, C_UNDEF, to, 0, 0);
	} else if (imm_fits((i64)bits)) {
		code_word(g, C_KONST, to, 0, 0)->imm = (i32)bits;
	} else {
		code_word(g, C_KONST64, to, 0, 0);
		vec_push(&g->code, ((Code){0}));
		vec_push(&g->origin, g->now);
		memcpy(&vec_last(&g->code), &bits, 8);
	}
}

u32 code_register(CodeGen *g, Operand o, u32 k, u32 part)
{
	if (!operand_is_const(o)) {
		const Ins *conversion = code_folded_conversion(g, o);
		if (!conversion)
			return reg_at(g, o + part);
		origin_before(g, code_index(g, conversion));
		return reg_at(g, conversion->a);
	}
	if (k + 1 > g->n_scratch)
		g->n_scratch = k + 1;
	u32 to = (g->scratch + k) * 16;
	code_load_constant(g, o, part, to);
	return to;
}

bool code_immediate(const CodeGen *g, Operand o, u32 bits, i32 *imm)
{
	if (!operand_is_const(o) || code_constant(g, o)->undef)
		return false;
	u64 v = code_constant(g, o)->lo;
	if (bits == 64 && !imm_fits((i64)v))
		return false;
	*imm = (i32)(u32)v;
	return true;
}

static void generic(CodeGen *g, u32 i)
{
	code_word(g, C_GENERIC, 0, 0, i);
}
/* Nobody takes the conversion over after all. */
static void generic_conversion(CodeGen *g, Operand o)
{
	const Ins *in = code_folded_conversion(g, o);
	if (in)
		generic(g, code_index(g, in));
}

static bool code_simple(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	switch (in->op) {
	case I_MOV:
		if (type_regs(in->type) > 1)
			return false;
		code_word(g, C_MOV, reg_at(g, in->dst), code_register(g, in->a, 0, 0), 0);
		return true;
	case I_SELECT: {
		if (type_regs(in->type) > 1)
			return false;
		u32 a = code_register(g, in->a, 0, 0), b = code_register(g, in->b, 1, 0),
			c = code_register(g, in->c, 2, 0);
		code_word(g, C_SELECT, reg_at(g, in->dst), a, b);
		code_second_word(g, c, 0);
		return true;
	}
	case I_SLOT:
		code_word(g, C_SLOT, reg_at(g, in->dst), 0, g->fc->slots[in->imm].offset);
		return true;
	case I_LOAD: return code_load(g, i);
	case I_STORE: return code_store(g, i);
	case I_GEP: return code_gep(g, i);
	case I_ICMP: return code_compare(g, i);
	default: break;
	}
	if (in->op <= I_XOR)
		return code_binary(g, i);
	if (in->op == I_TRUNC || in->op == I_ZEXT || in->op == I_SEXT || in->op == I_BITCAST)
		return code_cast(g, i);
	return code_float(g, i);
}

void code_cover(CodeGen *g, u32 block)
{
	if (!g->fc->covered)
		return;
	g->now = (Origin){{g->f->blocks[block].first}, 1};
	code_word(g, C_COVER, 0, 0, block);
}

void code_mark(CodeGen *g, u32 i)
{
	for (u32 k = 0; k < g->fc->n_marks; k++) {
		if (g->fc->marks[k].ins != i)
			continue;
		g->now = (Origin){{i}, 1};
		code_word(g, C_COVER, 0, 0, g->fc->marks[k].flag);
	}
}

u32 code_way(const CodeGen *g, u32 from, u32 to)
{
	u32 flag = g->ways.flags ? ways_flag(&g->ways, from, to) : NO_OPERAND;
	return flag == to ? NO_OPERAND : flag; /* the block's own word says it */
}

static u32 looked_at(CodeGen *g, Operand o, u32 k)
{
	const Ins *conversion = code_folded_conversion(g, o);
	return conversion ? reg_at(g, conversion->a) : code_register(g, o, k, 0);
}

/* A word that looks at two operands, or one. */
static void code_look(CodeGen *g, Operand a, Operand b, bool order)
{
	a = a == NO_OPERAND ? b : a;
	b = b == NO_OPERAND ? a : b;
	if (a == NO_OPERAND)
		return;
	u32 first = looked_at(g, a, 0), second = looked_at(g, b, 1);
	code_word(g, C_ADDRESS, first, second, 0)->n = order;
}

/* True if an argument may be the constant for which the call is marked. */
static bool is_distance(const Ins *call, const Arg *a)
{
	return call->number == NUMBER_ALWAYS && operand_is_const(a->value) && type_bits(a->type) <= 64;
}

static void code_looks_at(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	g->now = (Origin){{i}, 1};
	if (in->op == I_CALL) {
		const Call *c = &g->f->calls[in->extra];
		for (u32 k = 0; k < c->n_args; k++)
			if (c->args[k].type == 64 || is_distance(in, &c->args[k]))
				code_look(g, c->args[k].value, NO_OPERAND, false);
	} else if (in->op == I_RET) {
		for (u32 k = 0; k < in->n_extra; k++)
			code_look(g, g->f->extra[in->extra + k], NO_OPERAND, false);
	} else if (in->op == I_STORE) {
		code_look(g, in->b, NO_OPERAND, false);
	} else if (in->op == I_ICMP || in->op == I_SUB) {
		Operand a = code_root(g, in->a), b = code_root(g, in->b);
		if (a == b && in->number != NUMBER_ALWAYS)
			return;
		if (in->op == I_ICMP && ins_is_equality(in)) /* asks where in its object each is */
			code_look(g, in->a, in->b, in->number == NUMBER_USED);
		else
			code_look(g, a, b, in->number == NUMBER_USED);
	} else {
		code_look(g, in->a, in->b, false);
	}
}

void code_ins(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	code_mark(g, i);
	if (code_looks(g, in))
		code_looks_at(g, i);
	if (g->skip[i] || in->op == I_PHI)
		return;
	g->now = (Origin){{i}, 1};
	switch (in->op) {
	case I_BR: code_jump(g, g->block, (u32)in->imm, code_block_count(g, g->block)); return;
	case I_CBR: code_cbr(g, i); return;
	case I_SWITCH:
		if (!code_switch(g, i))
			generic(g, i);
		return;
	case I_IBR: code_goto(g, i); return;
	case I_CALL: code_call(g, i); return;
	case I_RET: code_ret(g, i); return;
	default: {
		size_t mark = g->code.len;
		if (g->fc->statements || !code_simple(g, i)) {
			g->code.len = g->origin.len = mark; /* constants it may have begun with */
			g->now = (Origin){{i}, 1};
			generic_conversion(g, in->a);
			generic_conversion(g, in->b);
			generic_conversion(g, in->c);
			generic(g, i);
		}
	}
	}
}

/* ---- the whole ---- */

/* Red zones between the locals, by size; the frame ends with one too. */
static void code_frame(FnCode *fc)
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
	if (fc->native_size < f->large_locals)
		fc->native_size = (u32)f->large_locals;
	fc->frame_size = (u32)((at_byte + 15) & ~15ull);
	fc->native_size += 16 + 8 * (f->n_regs < 3 ? f->n_regs : 3);
}

/* Memory that begins with a line of the cache. */
static void *code_lines(Arena *a, size_t size)
{
	return (void *)(((uintptr_t)arena_alloc(a, size + LINE) + LINE - 1) & ~(uintptr_t)(LINE - 1));
}

void code_make(const Program *p, FnCode *fc, AccelFind *accel)
{
	const Function *f = fc->fn;
	CodeGen g = {.p = p, .f = f, .fc = fc, .scratch = f->n_regs};
	if (fc->covered && f->kind == FN_SUBJECT)
		ways_find(f, &g.ways);
	code_frame(fc);
	fc->accel = accel(f);
	fc->calls = code_lines(&fc->arena, (f->n_calls + 1) * sizeof *fc->calls);
	u32 *block_start = arena_array(&g.arena, u32, f->n_blocks + 1);
	code_analyse(&g);
	code_count_preds(&g);
	if (!fc->statements)
		code_mark_folded(&g);
	code_share_registers(&g);
	fc->body = code_body(&g);
	code_regions(&g);
	for (g.block = 0; g.block < f->n_blocks; g.block++) {
		block_start[g.block] = (u32)g.code.len;
		g.next = g.block + 1;
		code_cover(&g, g.block);
		for (u32 i = f->blocks[g.block].first; i < f->blocks[g.block].end; i++)
			code_ins(&g, i);
	}
	g.now = (Origin){{0}, 1};
	code_word(&g, C_END, 0, 0, 0);
	code_resolve(&g, block_start);
	fc->n = (u32)g.code.len;
	fc->n_regs = f->n_regs + g.n_scratch + 1;
	if (g.uses_pin) {
		if (fc->n_regs == 1)
			fc->n_regs++; /* a pin at offset 0 would count as none */
		fc->pin = (fc->n_regs - 1) * 16;
		for (u32 i = 0; i < fc->n; i++)
			if (g.code.at[i].a == PIN)
				g.code.at[i].a = fc->pin;
	}
	fc->code = arena_array(&fc->arena, Code, fc->n);
	memcpy(fc->code, g.code.at, fc->n * sizeof(Code));
	fc->origin = arena_array(&fc->arena, Origin, fc->n);
	memcpy(fc->origin, g.origin.at, fc->n * sizeof(Origin));
	fc->edges = arena_array(&fc->arena, u32 *, g.edges.len + 1);
	if (g.edges.len)
		memcpy(fc->edges, g.edges.at, g.edges.len * sizeof *fc->edges);
	vec_free(&g.edges);
	vec_free(&g.loop_regions);
	fc->switches = arena_array(&fc->arena, SwitchTable, g.switches.len + 1);
	if (g.switches.len)
		memcpy(fc->switches, g.switches.at, g.switches.len * sizeof(SwitchTable));
	ways_free(&g.ways);
	arena_free(&g.arena);
	vec_free(&g.code);
	vec_free(&g.origin);
	vec_free(&g.fixes);
	vec_free(&g.switches);
}

void code_entry(CodeCall *cc, const FnCode *callee, bool tries)
{
	cc->shape = code_shape(callee);
	cc->code = tries && callee->accel ? NULL : callee->code;
}

void code_free(FnCode *fc)
{
	arena_free(&fc->arena);
}
