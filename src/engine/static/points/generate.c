/* generate.c: the constraints of an instruction. */
#include "engine/static/points/generate.h"

#include "engine/load/layout.h"

bool gen_carries(Type t)
{
	return type_bits(t) >= 64 && t != TYPE_F80;
}

bool gen_may_point(Type t)
{
	return type_bits(t) >= 64 || 1ull << type_bits(t) > REGION;
}

static PtWidth width_of(Type t)
{
	u32 n = type_store_size(t);
	if (n <= 2)
		return n <= 1 ? PT_1 : PT_2;
	return n <= 4 ? PT_4 : PT_WORD;
}

u32 gen_reg(PtGen *g, u32 function, u32 reg)
{
	u32 *node = &g->fns[function].reg[reg];
	if (*node == NO_NODE) {
		*node = pt_node(g->pt);
		pt_close(g->pt, *node);
	}
	return *node;
}

/* to = from, without a node of its own if it has none yet. */
static void same(PtGen *g, u32 f, u32 to, Operand from)
{
	u32 n = gen_operand(g, f, from);
	if (n == NO_NODE)
		return;
	if (g->fns[f].reg[to] == NO_NODE)
		g->fns[f].reg[to] = n;
	else
		pt_copy(g->pt, g->fns[f].reg[to], n);
}

static void join(PtGen *g, u32 f, u32 to, Operand from)
{
	u32 n = gen_operand(g, f, from);
	if (n != NO_NODE)
		pt_copy(g->pt, gen_reg(g, f, to), n);
}

static void shifted(PtGen *g, u32 f, u32 to, Operand from, i64 offset, u64 stride)
{
	u32 n = gen_operand(g, f, from);
	if (n != NO_NODE)
		pt_add(g->pt, gen_reg(g, f, to), n, offset, stride);
}

static void gen_gep(PtGen *g, u32 f, const Ins *in)
{
	u64 index, stride = 0;
	i64 offset = in->imm;
	u32 added = NO_NODE;
	if (in->b != NO_OPERAND) {
		if (operand_number(g->s, in->b, &index))
			offset += (i64)index * in->scale;
		else
			stride = (u64)(in->scale < 0 ? -in->scale : in->scale);
		added = gen_operand(g, f, in->b);
	}
	if (gen_operand(g, f, in->a) != NO_NODE)
		shifted(g, f, in->dst, in->a, offset, stride);
	else if (added != NO_NODE && in->scale == 1)
		shifted(g, f, in->dst, in->b, offset, 0); /* a pointer kept as a number, added to null */
	else if (added != NO_NODE)
		gen_any_number(g, gen_reg(g, f, in->dst));
	if (added != NO_NODE) { /* the way from one object to another, or a table looked up by bits */
		pt_bits(g->pt, gen_reg(g, f, in->dst), added);
		pt_copy(g->pt, gen_reg(g, f, in->dst), g->apart);
		gen_escape(g, added);
	}
}

static void gen_subtract(PtGen *g, u32 f, const Ins *in)
{
	u32 a = gen_operand(g, f, in->a), b = gen_operand(g, f, in->b);
	bool distance = operand_points(g->s, f, in->a) && operand_points(g->s, f, in->b);
	if (!distance) {
		shifted(g, f, in->dst, in->a, 0, 1);
		gen_meet(g, f, in);
	}
	/* The library keeps within its objects, and takes no distance between those of others. */
	bool library = g->p->functions.at[f].kind == FN_LIBC;
	if (b == NO_NODE || (distance && (library || gen_near(g, f, in))))
		return;
	if (a == NO_NODE) {
		pt_bits(g->pt, gen_reg(g, f, in->dst), b);
	} else {
		pt_distance(g->pt, gen_reg(g, f, in->dst), a, b);
		if (!library)
			pt_distance(g->pt, g->apart, a, b);
	}
}

/* With a number that is given: 64 bits. False: it is no field arithmetic. */
static bool gen_fixed(PtGen *g, u32 f, const Ins *in, u64 c)
{
	u32 n = gen_operand(g, f, in->a), to = n == NO_NODE ? NO_NODE : gen_reg(g, f, in->dst);
	bool low = ~c < 16 && (~c & (~c + 1)) == 0;
	if (n == NO_NODE)
		return true;
	switch (in->op) {
	case I_ADD: pt_add(g->pt, to, n, (i64)c, 0); return true;
	case I_SUB: pt_add(g->pt, to, n, -(i64)c, 0); return true;
	case I_AND:
		/* Objects lie more than 16 apart: the rest of the address is the address. */
		if (c < 16 && operand_points(g->s, f, in->a))
			return true;
		if (low)
			pt_round(g->pt, to, n, ~c);
		return low;
	default: /* OR, XOR */
		if (c >= 16)
			return false;
		pt_or(g->pt, to, n, c);
		if (in->op == I_XOR)
			pt_round(g->pt, to, n, 15);
		return true;
	}
}

/* Two numbers, or one and a pointer by its type. */
static void gen_sum(PtGen *g, u32 f, const Ins *in)
{
	const Operand side[2] = {in->a, in->b};
	bool points = operand_points(g->s, f, in->a) || operand_points(g->s, f, in->b);
	for (u32 i = 0; i < 2; i++) {
		u32 n = gen_operand(g, f, side[i]);
		if (n == NO_NODE)
			continue;
		if (!points || operand_points(g->s, f, side[i]))
			pt_add(g->pt, gen_reg(g, f, in->dst), n, 0, 1);
		else
			pt_bits(g->pt, gen_reg(g, f, in->dst), n);
	}
	gen_meet(g, f, in);
	if (g->fns[f].reg[in->dst] != NO_NODE)
		pt_copy(g->pt, g->fns[f].reg[in->dst], g->apart);
}

/* Arithmetic keeps the object and may lose the offset. */
static void gen_arithmetic(PtGen *g, u32 f, const Ins *in)
{
	u64 c;
	bool fixed = operand_number(g->s, in->b, &c) && gen_operand(g, f, in->b) == NO_NODE;
	if (in->op == I_OR && type_bits(in->type) > 64) {
		join(g, f, in->dst, in->a); /* halves put together */
		join(g, f, in->dst, in->b);
	} else if (type_bits(in->type) != 64 || (fixed && !gen_fixed(g, f, in, c))) {
		gen_mixed(g, f, in);
	} else if (!fixed && in->op == I_SUB) {
		gen_subtract(g, f, in);
	} else if (!fixed && in->op == I_ADD) {
		gen_sum(g, f, in);
	} else if (!fixed) {
		gen_mixed(g, f, in);
	}
	/* Where a pointer by its type is part of it, it is field arithmetic, otherwise it may be
	 * anything that comes out. */
	bool points = operand_points(g->s, f, in->a) || operand_points(g->s, f, in->b);
	if (!points && gen_may_point(in->type) && g->fns[f].reg[in->dst] != NO_NODE)
		gen_any_number(g, g->fns[f].reg[in->dst]);
}

/* Moving a whole word within a wider value. */
static bool moves_words(const PtGen *g, const Ins *in)
{
	u64 by;
	return type_bits(in->type) > 64 && in->type != TYPE_F80 && operand_number(g->s, in->b, &by) &&
		   by % 64 == 0;
}

static void gen_convert(PtGen *g, u32 f, const Ins *in)
{
	u32 n = gen_operand(g, f, in->a);
	if (gen_carries(in->type) && gen_carries(in->type2))
		same(g, f, in->dst, in->a);
	else if (gen_may_point(in->type) && gen_may_point(in->type2))
		join(g, f, in->dst, in->a);
	else if (n != NO_NODE) /* a narrow number is no address, whatever it is extended to */
		pt_bits(g->pt, gen_reg(g, f, in->dst), n);
}

/* ---- memory ---- */

/* The address of the second half of a wide access. */
static u32 next_word(PtGen *g, u32 address)
{
	u32 n = pt_node(g->pt);
	pt_add(g->pt, n, address, 8, 0);
	pt_close(g->pt, n);
	return n;
}

static void load(PtGen *g, u32 f, const Ins *in)
{
	u32 address = gen_operand(g, f, in->a);
	if (address == NO_NODE)
		return;
	u32 to = gen_reg(g, f, in->dst);
	pt_load(g->pt, to, address, width_of(in->type));
	if (type_bits(in->type) > 64)
		pt_load(g->pt, to, next_word(g, address), PT_WORD);
}

/* from may be NO_NODE: a constant. */
static void store(PtGen *g, u32 f, const Ins *in, Operand value, u32 from)
{
	u32 address = gen_operand(g, f, in->a);
	if (address == NO_NODE)
		return;
	if (type_bits(in->type) < 64 && !operand_is_const(value))
		pt_store(g->pt, address, g->number, width_of(in->type));
	if (from == NO_NODE)
		return;
	pt_store(g->pt, address, from, width_of(in->type));
	if (type_bits(in->type) > 64)
		pt_store(g->pt, next_word(g, address), from, PT_WORD);
}

static void store_operand(PtGen *g, u32 f, const Ins *in, Operand value)
{
	store(g, f, in, value, gen_operand(g, f, value));
}

/* What is there and the operand are made into something. */
static void gen_atomic(PtGen *g, u32 f, const Ins *in)
{
	load(g, f, in);
	if (in->sub == RMW_XCHG) {
		store_operand(g, f, in, in->b);
		return;
	}
	u32 made = pt_node(g->pt), b = gen_operand(g, f, in->b);
	pt_bits(g->pt, made, gen_reg(g, f, in->dst));
	if (b != NO_NODE)
		pt_bits(g->pt, made, b);
	gen_meet(g, f, &(Ins){.a = in->dst, .b = in->b});
	pt_copy(g->pt, made, g->number);
	store(g, f, in, in->dst, made);
}

static void copy_memory(PtGen *g, u32 f, Operand to, Operand from, u64 length)
{
	u32 a = gen_operand(g, f, to), b = gen_operand(g, f, from);
	if (a != NO_NODE && b != NO_NODE)
		pt_memcpy(g->pt, a, b, length);
}

/* struct __va_list_tag: two ints, then two pointers into the arguments. */
static void gen_va_start(PtGen *g, u32 f, const Ins *in)
{
	u32 list = gen_operand(g, f, in->a);
	if (list == NO_NODE)
		return;
	u32 args = gen_pointer_to(g, OBJECT_VARARGS, f, 0), first = next_word(g, list);
	pt_store(g->pt, first, args, PT_WORD);
	pt_store(g->pt, next_word(g, first), args, PT_WORD);
}

static void gen_exchange(PtGen *g, u32 f, const Ins *in)
{
	load(g, f, in);
	store_operand(g, f, in, in->c);
	if (in->type != TYPE_PTR) {
		gen_escape(g, gen_reg(g, f, in->dst));
		gen_looked_at(g, f, in->b);
	}
}

/* What an instruction that touches memory does to pointers. A new kind of access has no case here and
 * does not compile without one. */
static void gen_access(PtGen *g, u32 f, const Ins *in)
{
	u64 n = 0;
	switch ((InsMemory)ins_table[in->op].memory) {
	case MEMORY_READ: load(g, f, in); return;
	case MEMORY_WRITE: store_operand(g, f, in, in->b); return;
	case MEMORY_BOTH:
		if (in->op == I_CMPXCHG)
			gen_exchange(g, f, in);
		else
			gen_atomic(g, f, in);
		return;
	case MEMORY_COPY:
		if (!operand_number(g->s, in->c, &n))
			n = 0;
		gen_looked_at(g, f, in->c);
		copy_memory(g, f, in->a, in->b, n);
		return;
	case MEMORY_FILL:
		gen_looked_at(g, f, in->c);
		gen_fill(g, gen_operand(g, f, in->a), f, in->b);
		return;
	case MEMORY_LIST: gen_va_start(g, f, in); return;
	case MEMORY_LISTS: copy_memory(g, f, in->a, in->b, 24); return;
	case MEMORY__:
	case MEMORY_CALL: /* see the caller */
	case N_MEMORY: return;
	}
}

static bool gen_memory(PtGen *g, u32 f, u32 i, const Ins *in)
{
	u8 memory = ins_table[in->op].memory;
	if (memory != MEMORY__ && memory != MEMORY_CALL) {
		gen_access(g, f, in);
		return true;
	}
	if (in->op == I_ALLOCA) {
		gen_looked_at(g, f, in->b);
		pt_copy(g->pt, gen_reg(g, f, in->dst), gen_pointer_to(g, OBJECT_ALLOCA, f, i));
		return true;
	}
	if (in->op == I_SLOT) {
		pt_copy(g->pt, gen_reg(g, f, in->dst), gen_pointer_to(g, OBJECT_SLOT, f, (u32)in->imm));
		return true;
	}
	return false;
}

static void gen_return(PtGen *g, u32 f, const Ins *in)
{
	const Function *fn = &g->p->functions.at[f];
	for (u32 k = 0; k < in->n_extra && k < fn->n_results; k++) {
		u32 n = gen_operand(g, f, fn->extra[in->extra + k]);
		if (n != NO_NODE)
			pt_copy(g->pt, g->fns[f].ret[k], n);
	}
}

/* Which of two pointers is larger is not what makes an address; of their bits it is. */
static void gen_compared(PtGen *g, u32 f, const Ins *in)
{
	if (in->type == TYPE_PTR)
		return;
	gen_escape(g, gen_operand(g, f, in->a));
	gen_escape(g, gen_operand(g, f, in->b));
}

static void gen_plain(PtGen *g, u32 f, const Ins *in)
{
	const Function *fn = &g->p->functions.at[f];
	switch (in->op) {
	case I_MOV: same(g, f, in->dst, in->a); break;
	case I_BITCAST:
	case I_ZEXT:
	case I_SEXT:
	case I_TRUNC: gen_convert(g, f, in); break;
	case I_SELECT:
		gen_looked_at(g, f, in->a);
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
		if (moves_words(g, in))
			join(g, f, in->dst, in->a);
		else
			gen_mixed(g, f, in);
		break;
	case I_GEP: gen_gep(g, f, in); break;
	case I_ADD:
	case I_SUB:
	case I_AND:
	case I_OR:
	case I_XOR: gen_arithmetic(g, f, in); break;
	case I_ICMP:
	case I_FCMP:
	case I_FPCLASS: gen_compared(g, f, in); break;
	case I_STACKSAVE: break;
	case I_SADDO ... I_UMULO:
		gen_compared(g, f, in);
		gen_mixed(g, f, in);
		break;
	default: gen_mixed(g, f, in); break;
	}
}

static void gen_instruction(PtGen *g, u32 f, u32 i)
{
	const Ins *in = &g->p->functions.at[f].ins[i];
	if (in->op == I_CALL)
		gen_call(g, f, i);
	else if (in->op == I_RET)
		gen_return(g, f, in);
	else if (ins_decides(in))
		gen_looked_at(g, f, in->a);
	else if (!gen_memory(g, f, i, in) && in->dst != NO_REG)
		gen_plain(g, f, in);
}

void gen_body(PtGen *g, u32 function)
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
