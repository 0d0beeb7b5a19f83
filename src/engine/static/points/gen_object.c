/* gen_object.c: the program's objects as the points-to solver numbers them, and constants that
 * are addresses. */
#include "engine/static/points/generate.h"

#include "engine/load/address.h"
#include "engine/load/layout.h"

/* The global that an address belongs to; pointers a little outside keep to the one below. */
static u32 global_at(const Program *p, u64 address)
{
	if (address < GLOBALS_BASE || address >= p->globals_end)
		return NO_OPERAND;
	return global_below(p, address);
}

/* The ref of a number that is an address. */
static bool address_ref(PtGen *g, u64 address, u32 *ref)
{
	if (address < REGION || address >= REGION + REGION_SIZE)
		return false;
	u32 f = function_at(g->p, address);
	if (f != NO_OPERAND) {
		*ref = pt_ref(g->pt, gen_object(g, OBJECT_FUNCTION, f, 0), 0, 0);
		return true;
	}
	u32 n = global_at(g->p, address);
	if (n == NO_OPERAND)
		return false;
	u32 object = gen_object(g, OBJECT_GLOBAL, n, 0);
	*ref = pt_ref(g->pt, object, (i64)(address - g->p->globals.at[n].address), 0);
	return true;
}

/* Constants made of the bits of addresses: any of them. */
static bool is_mixed(const Program *p, u64 value)
{
	for (size_t i = 0; i < p->mixed.len; i++)
		if (p->mixed.at[i] == value)
			return true;
	return false;
}

static void read_mixed(PtGen *g, const Global *gl, u32 object)
{
	u32 ref;
	for (u64 at = 0; gl->init && at + 4 <= gl->size; at++) {
		u64 word = 0;
		u32 half;
		memcpy(&half, gl->init + at, 4);
		memcpy(&word, gl->init + at, at + 8 <= gl->size ? 8 : 4);
		if (!half || (!is_mixed(g->p, word) && !is_mixed(g->p, half)))
			continue;
		pt_init(g->pt, object, (i64)at, pt_number(g->pt), false);
		for (size_t i = 0; i < g->p->mixed_from.len; i++)
			if (address_ref(g, g->p->mixed_from.at[i], &ref))
				pt_init(g->pt, object, (i64)at, ref, false);
	}
}

static void read_contents(PtGen *g, u32 global)
{
	const Global *gl = &g->p->globals.at[global];
	u32 object = gen_object(g, OBJECT_GLOBAL, global, 0), ref;
	/* Packed structs have pointers at any offset. */
	for (u64 at = 0; gl->init && at + 8 <= gl->size; at++) {
		u64 word;
		memcpy(&word, gl->init + at, 8);
		if (word >= REGION && word < REGION + REGION_SIZE && address_ref(g, word, &ref))
			pt_init(g->pt, object, (i64)at, ref, false);
	}
	if (g->p->mixed.len)
		read_mixed(g, gl, object);
}

/* Texts and number tables: nothing is ever written there and no pointer read, so where in it a
 * pointer points does not matter. */
static bool is_plain_constant(const Global *gl)
{
	if (!gl->constant)
		return false;
	for (u64 at = 0; gl->init && at + 8 <= gl->size; at++) {
		u64 word;
		memcpy(&word, gl->init + at, 8);
		if (word >= REGION && word < REGION + REGION_SIZE)
			return false;
	}
	return true;
}

/* Of a heap block whose size stands at the call. */
static u64 heap_size(const PtGen *g, u32 function, u32 ins)
{
	const Function *f = &g->p->functions.at[function];
	const Call *c = f->ins[ins].op == I_CALL ? &f->calls[f->ins[ins].extra] : NULL;
	u64 a = 0, b = 1;
	if (!c || c->callee == NO_OPERAND || !c->n_args)
		return 0;
	const Function *callee = &g->p->functions.at[c->callee];
	if (callee->kind != FN_LIBC || !operand_number(g->s, c->args[0].value, &a))
		return 0;
	if (!strcmp(callee->source_name, "malloc"))
		return a;
	if (!strcmp(callee->source_name, "calloc") && operand_number(g->s, c->args[1].value, &b))
		return a * b;
	return 0;
}

static u64 object_size(const PtGen *g, AbstractKind kind, u32 a, u32 b)
{
	switch (kind) {
	case OBJECT_GLOBAL: return g->p->globals.at[a].size;
	case OBJECT_SLOT: return g->p->functions.at[a].slots[b].size;
	case OBJECT_HEAP: return heap_size(g, a, b);
	default: return 0;
	}
}

static bool is_literal(const Global *gl)
{
	return !strncmp(gl->name, ".str", 4) && (!gl->name[4] || gl->name[4] == '.') &&
		   is_plain_constant(gl);
}

u32 gen_object(PtGen *g, AbstractKind kind, u32 a, u32 b)
{
	if (kind == OBJECT_GLOBAL && is_literal(&g->p->globals.at[a]))
		kind = OBJECT_TEXTS, a = 0;
	Key key = KEY(kind, (u64)a << 32 | b);
	u64 found;
	if (keymap_get(&g->object_ids, key, &found))
		return (u32)found - 1;
	bool blind = kind >= OBJECT_TEXTS || kind == OBJECT_VARARGS;
	blind |= kind == OBJECT_GLOBAL && is_plain_constant(&g->p->globals.at[a]);
	u64 size = object_size(g, kind, a, b);
	u32 id = pt_object(g->pt, size, blind, kind == OBJECT_FUNCTION);
	vec_push(&g->objects, ((Abstract){kind, a, b, size}));
	keymap_put(&g->object_ids, key, id + 1);
	if (kind == OBJECT_ARGV || kind == OBJECT_OUTSIDE) {
		/* Vectors and texts in one: a text's bytes are not made to look like addresses, but who
		 * puts an address together from such bytes has a number. */
		pt_init(g->pt, id, 0, pt_ref(g->pt, id, 0, 1), true);
		pt_address(g->pt, g->escaped, pt_ref(g->pt, id, 0, 1));
	}
	if (kind != OBJECT_GLOBAL)
		return id;
	/* Globals point to each other in long chains, which must not become a recursion. */
	vec_push(&g->unread, a);
	if (!g->reading) {
		g->reading = true;
		while (g->unread.len)
			read_contents(g, vec_pop(&g->unread));
		g->reading = false;
	}
	return id;
}

void gen_name_object(PtGen *g, u32 object)
{
	const Abstract *o = &g->objects.at[object];
	keymap_put(&g->object_ids, KEY(o->kind, (u64)o->a << 32 | o->b), object + 1);
}

u32 object_of(Static *s, AbstractKind kind, u32 a, u32 b)
{
	need_pointers(s);
	u64 found;
	if (kind == OBJECT_GLOBAL && is_literal(&s->p->globals.at[a]))
		kind = OBJECT_TEXTS, a = 0;
	if (keymap_get(&s->gen->object_ids, KEY(kind, (u64)a << 32 | b), &found))
		return (u32)found - 1;
	return NO_OPERAND;
}

u32 gen_pointer_to(PtGen *g, AbstractKind kind, u32 a, u32 b)
{
	u32 n = pt_node(g->pt);
	pt_address(g->pt, n, pt_ref(g->pt, gen_object(g, kind, a, b), 0, 0));
	return n;
}

static void gen_mixed_constant(PtGen *g, u32 n)
{
	u32 ref, from = pt_node(g->pt);
	for (size_t i = 0; i < g->p->mixed_from.len; i++)
		if (address_ref(g, g->p->mixed_from.at[i], &ref))
			pt_address(g->pt, from, ref);
	pt_bits(g->pt, n, from);
	gen_any_number(g, n);
	gen_escape(g, from);
}

u32 gen_operand(PtGen *g, u32 function, Operand o)
{
	u64 found;
	u32 ref, n = NO_NODE;
	if (o == NO_OPERAND)
		return NO_NODE;
	if (!operand_is_const(o))
		return gen_reg(g, function, o);
	if (intmap_get(&g->consts, o, &found))
		return (u32)found - 1;
	const Const *c = &g->p->consts.at[o & ~OPERAND_CONST];
	bool address = gen_carries(c->type) && address_ref(g, c->lo, &ref);
	if (address || is_mixed(g->p, c->lo))
		n = pt_node(g->pt);
	if (address)
		pt_address(g->pt, n, ref);
	if (is_mixed(g->p, c->lo))
		gen_mixed_constant(g, n);
	intmap_put(&g->consts, o, (u64)n + 1);
	return n;
}

u32 gen_kernel(PtGen *g)
{
	if (g->kernel != NO_NODE)
		return g->kernel;
	g->kernel = gen_pointer_to(g, OBJECT_KERNEL, 0, 0);
	u32 handlers = pt_node(g->pt);
	pt_load(g->pt, handlers, g->kernel, PT_WORD);
	pt_call(g->pt, handlers, HANDLER_SITE);
	return g->kernel;
}
