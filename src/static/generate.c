/* generate.c: which constraints an instruction stands for. */
#include "static/generate.h"

bool gen_carries(Type t)
{
	return type_bits(t) >= 64 && t != TYPE_F80;
}

u32 gen_reg(Gen *g, u32 function, u32 reg)
{
	u32 *node = &g->fns[function].reg[reg];
	if (*node == NO_NODE) {
		*node = pt_node(g->pt);
		pt_close(g->pt, *node);
	}
	return *node;
}

/* to = from, without a node of its own if it has none yet. */
static void same(Gen *g, u32 f, u32 to, Operand from)
{
	u32 n = gen_operand(g, f, from);
	if (n == NO_NODE)
		return;
	if (g->fns[f].reg[to] == NO_NODE)
		g->fns[f].reg[to] = n;
	else
		pt_copy(g->pt, g->fns[f].reg[to], n);
}

static void join(Gen *g, u32 f, u32 to, Operand from)
{
	u32 n = gen_operand(g, f, from);
	if (n != NO_NODE)
		pt_copy(g->pt, gen_reg(g, f, to), n);
}

static void shifted(Gen *g, u32 f, u32 to, Operand from, i64 offset, u64 stride)
{
	u32 n = gen_operand(g, f, from);
	if (n != NO_NODE)
		pt_add(g->pt, gen_reg(g, f, to), n, offset, stride);
}

static void gen_gep(Gen *g, u32 f, const Ins *in)
{
	u64 index, stride = 0;
	i64 offset = in->imm;
	if (in->b != NO_OPERAND) {
		if (operand_number(g->s, in->b, &index))
			offset += (i64)index * in->scale;
		else
			stride = (u64)(in->scale < 0 ? -in->scale : in->scale);
	}
	if (gen_operand(g, f, in->a) != NO_NODE)
		shifted(g, f, in->dst, in->a, offset, stride);
	else if (in->b != NO_OPERAND && in->scale == 1)
		shifted(g, f, in->dst, in->b, offset, 0); /* a pointer kept as a number, added to null */
}

/* Two addresses subtracted: the distance is no address. */
static bool is_distance(const Gen *g, u32 f, const Ins *in)
{
	const Operand side[2] = {in->a, in->b};
	for (u32 i = 0; i < 2; i++) {
		if (operand_is_const(side[i]))
			return false;
		u32 def = g->fns[f].def[side[i]];
		if (!def)
			return false;
		const Ins *d = &g->p->functions.at[f].ins[def - 1];
		if (d->op != I_ZEXT || d->type != TYPE_PTR)
			return false;
	}
	return true;
}

static void gen_mask(Gen *g, u32 f, const Ins *in, u64 mask)
{
	u32 n = gen_operand(g, f, in->a);
	if (n == NO_NODE || mask < 4096)
		return; /* only the low bits are left */
	u64 low = ~mask;
	if (low < 16 && (low & (low + 1)) == 0)
		pt_round(g->pt, gen_reg(g, f, in->dst), n, low);
	else
		shifted(g, f, in->dst, in->a, 0, 1);
}

/* Arithmetic keeps the object and may lose the offset. */
static void gen_arithmetic(Gen *g, u32 f, const Ins *in)
{
	u64 c;
	bool fixed = operand_number(g->s, in->b, &c) && gen_operand(g, f, in->b) == NO_NODE;
	if (in->op == I_ADD && fixed) {
		shifted(g, f, in->dst, in->a, (i64)c, 0);
	} else if (in->op == I_SUB) {
		if (fixed)
			shifted(g, f, in->dst, in->a, -(i64)c, 0);
		else if (!is_distance(g, f, in))
			shifted(g, f, in->dst, in->a, 0, 1);
	} else if (in->op == I_AND && fixed) {
		gen_mask(g, f, in, c);
	} else if ((in->op == I_OR || in->op == I_XOR) && fixed && c < 16) {
		u32 n = gen_operand(g, f, in->a);
		if (n != NO_NODE) {
			pt_or(g->pt, gen_reg(g, f, in->dst), n, c);
			if (in->op == I_XOR)
				pt_round(g->pt, gen_reg(g, f, in->dst), n, 15);
		}
	} else if (in->op == I_OR && type_bits(in->type) > 64) {
		join(g, f, in->dst, in->a); /* halves put together */
		join(g, f, in->dst, in->b);
	} else {
		shifted(g, f, in->dst, in->a, 0, 1);
		shifted(g, f, in->dst, in->b, 0, 1);
	}
}

/* ---- memory ---- */

/* The address of the second half of a wide access. */
static u32 next_word(Gen *g, u32 address)
{
	u32 n = pt_node(g->pt);
	pt_add(g->pt, n, address, 8, 0);
	pt_close(g->pt, n);
	return n;
}

static void load(Gen *g, u32 f, const Ins *in)
{
	u32 address = gen_operand(g, f, in->a);
	if (address == NO_NODE || !gen_carries(in->type))
		return;
	pt_load(g->pt, gen_reg(g, f, in->dst), address);
	if (type_bits(in->type) > 64)
		pt_load(g->pt, gen_reg(g, f, in->dst), next_word(g, address));
}

/* A narrow value that goes from memory to memory as it is. */
static void store_piece(Gen *g, u32 f, u32 address, Operand value)
{
	const Function *fn = &g->p->functions.at[f];
	for (u32 hops = 0; hops < 4; hops++) {
		if (operand_is_const(value) || !g->fns[f].def[value])
			return;
		const Ins *d = &fn->ins[g->fns[f].def[value] - 1];
		if (d->op == I_LOAD) {
			u32 from = gen_operand(g, f, d->a);
			if (from == NO_NODE)
				return;
			u32 n = pt_node(g->pt);
			pt_load_piece(g->pt, n, from);
			pt_store_piece(g->pt, address, n);
			return;
		}
		if (d->op != I_MOV && d->op != I_TRUNC && d->op != I_ZEXT && d->op != I_SEXT)
			return;
		value = d->a;
	}
}

static void store(Gen *g, u32 f, const Ins *in, Operand value)
{
	u32 address = gen_operand(g, f, in->a);
	if (address == NO_NODE)
		return;
	if (!gen_carries(in->type)) {
		store_piece(g, f, address, value);
		return;
	}
	u32 from = gen_operand(g, f, value);
	if (from == NO_NODE)
		return;
	pt_store(g->pt, address, from);
	if (type_bits(in->type) > 64)
		pt_store(g->pt, next_word(g, address), from);
}

static void copy_memory(Gen *g, u32 f, Operand to, Operand from, u64 length)
{
	u32 a = gen_operand(g, f, to), b = gen_operand(g, f, from);
	if (a != NO_NODE && b != NO_NODE)
		pt_memcpy(g->pt, a, b, length);
}

/* struct __va_list_tag: two ints, then two pointers into the arguments. */
static void gen_va_start(Gen *g, u32 f, const Ins *in)
{
	u32 list = gen_operand(g, f, in->a);
	if (list == NO_NODE)
		return;
	u32 args = gen_pointer_to(g, OBJECT_VARARGS, f, 0), first = next_word(g, list);
	pt_store(g->pt, first, args);
	pt_store(g->pt, next_word(g, first), args);
}

static bool gen_memory(Gen *g, u32 f, u32 i, const Ins *in)
{
	u64 n = 0;
	switch (in->op) {
	case I_LOAD: load(g, f, in); return true;
	case I_STORE: store(g, f, in, in->b); return true;
	case I_ATOMICRMW:
		load(g, f, in);
		store(g, f, in, in->b);
		return true;
	case I_CMPXCHG:
		load(g, f, in);
		store(g, f, in, in->c);
		return true;
	case I_ALLOCA:
		pt_copy(g->pt, gen_reg(g, f, in->dst), gen_pointer_to(g, OBJECT_ALLOCA, f, i));
		return true;
	case I_SLOT:
		pt_copy(g->pt, gen_reg(g, f, in->dst), gen_pointer_to(g, OBJECT_SLOT, f, (u32)in->imm));
		return true;
	case I_MEMCPY:
	case I_MEMMOVE:
		if (!operand_number(g->s, in->c, &n))
			n = 0;
		copy_memory(g, f, in->a, in->b, n);
		return true;
	case I_VA_START: gen_va_start(g, f, in); return true;
	case I_VA_COPY: copy_memory(g, f, in->a, in->b, 24); return true;
	default: return false;
	}
}

static void gen_return(Gen *g, u32 f, const Ins *in)
{
	const Function *fn = &g->p->functions.at[f];
	for (u32 k = 0; k < in->n_extra && k < fn->n_results; k++) {
		u32 n = gen_carries(fn->results[k]) ? gen_operand(g, f, fn->extra[in->extra + k]) : NO_NODE;
		if (n != NO_NODE)
			pt_copy(g->pt, g->fns[f].ret[k], n);
	}
}

static void gen_instruction(Gen *g, u32 f, u32 i)
{
	const Function *fn = &g->p->functions.at[f];
	const Ins *in = &fn->ins[i];
	bool wide = gen_carries(in->type);
	switch (in->op) {
	case I_CALL: gen_call(g, f, i); return;
	case I_RET: gen_return(g, f, in); return;
	default:
		if (gen_memory(g, f, i, in))
			return;
	}
	if (!wide || in->dst == NO_REG)
		return;
	switch (in->op) {
	case I_MOV: same(g, f, in->dst, in->a); break;
	case I_BITCAST:
	case I_ZEXT:
	case I_SEXT:
	case I_TRUNC:
		if (gen_carries(in->type2))
			same(g, f, in->dst, in->a);
		break;
	case I_SELECT:
		join(g, f, in->dst, in->b);
		join(g, f, in->dst, in->c);
		break;
	case I_PHI:
		for (u32 k = 0; k < in->n_extra; k++)
			join(g, f, in->dst, fn->extra[in->extra + 2 * k + 1]);
		break;
	case I_UMIN:
	case I_UMAX:
	case I_SMIN:
	case I_SMAX:
		join(g, f, in->dst, in->a);
		join(g, f, in->dst, in->b);
		break;
	case I_SHL:
	case I_LSHR:
		if (type_bits(in->type) > 64)
			join(g, f, in->dst, in->a);
		break;
	case I_GEP: gen_gep(g, f, in); break;
	case I_ADD:
	case I_SUB:
	case I_AND:
	case I_OR:
	case I_XOR: gen_arithmetic(g, f, in); break;
	default: break;
	}
}

void gen_body(Gen *g, u32 function)
{
	const Function *fn = &g->p->functions.at[function];
	FnNodes *nodes = &g->fns[function];
	nodes->def = xcalloc(fn->n_regs + 1, sizeof *nodes->def);
	for (u32 i = 0; i < fn->n_ins; i++)
		if (fn->ins[i].dst != NO_REG)
			nodes->def[fn->ins[i].dst] = i + 1;
	for (u32 i = 0; i < fn->n_ins; i++)
		gen_instruction(g, function, i);
	free(nodes->def);
	nodes->def = NULL;
}
