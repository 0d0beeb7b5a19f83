/* layout.c: finds code whose effect may depend on the layout of memory.
 *
 * Each version has a layout of its own: a new variable moves those behind it. So the same code in
 * the same state may do something else where it uses an address as a number. Lowering marks the
 * user's instructions that may (Ins.number). The C library says by a call that it shows an address;
 * formatting does so for conversions like %p, which the program must have in its constants. */
#include "engine/load/kernel.h"
#include "engine/static/impl.h"

#include <wchar.h>

static bool is_modifier(u32 c)
{
	return c && c < 128 && strchr("-+ #0'I123456789.*$hlLqjztwv", (int)c);
}

/* The character there; 0 behind the end. width: bytes of a character. */
static u32 character(const Global *g, u64 at, u64 width)
{
	u32 c = 0;
	if (at + width <= g->size)
		memcpy(&c, g->init + at, width);
	return c;
}

/* True if the bytes have a conversion that prints an address, or end within a conversion: then
 * the program may join the rest to it. */
static bool converts_address(const Global *g, u64 width)
{
	for (u64 i = 0; i + width <= g->size; i += width) {
		if (character(g, i, width) != '%')
			continue;
		do
			i += width;
		while (is_modifier(character(g, i, width)));
		if (!character(g, i, width) || character(g, i, width) == 'p')
			return true;
	}
	return false;
}

static bool prints_addresses(const Program *p)
{
	for (size_t i = 0; i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		if (g->subject && g->init &&
			(converts_address(g, 1) || converts_address(g, sizeof(wchar_t))))
			return true;
	}
	return false;
}

/* True for a call with which the C library says that it shows an address. */
static bool shows(const Static *s, const Function *f, const Ins *in)
{
	u64 number;
	if (in->op != I_CALL)
		return false;
	const Call *c = &f->calls[in->extra];
	return c->callee != NO_OPERAND && s->fns[c->callee].extern_kind == EXTERN_SYSCALL &&
		   c->n_args && operand_number(s, c->args[0].value, &number) && number == DRIFT_SYS_ADDRESS;
}

/* ---- addresses of one object ---- */

enum { MOST_STEPS = 64 };

typedef struct AddressOrigins {
	Operand at[MOST_STEPS]; /* a value and what it was computed from */
	u32 n;
} AddressOrigins;

/* Returns false if there are too many. */
static bool add_origin(AddressOrigins *o, Operand value)
{
	for (u32 i = 0; i < o->n; i++)
		if (o->at[i] == value)
			return true;
	if (o->n == MOST_STEPS)
		return false;
	o->at[o->n++] = value;
	return true;
}

/* The values that an instruction moves within their objects, or chooses from; false: it makes a
 * value of its own. */
static bool add_sources(const Function *f, const Ins *in, AddressOrigins *o, bool *good)
{
	switch (in->op) {
	case I_MOV:
	case I_BITCAST:
	case I_GEP: *good &= add_origin(o, in->a); return true;
	case I_SELECT: *good &= add_origin(o, in->b) && add_origin(o, in->c); return true;
	case I_PHI:
		for (u32 k = 0; k < in->n_extra; k++)
			*good &= add_origin(o, f->extra[in->extra + 2 * k + 1]);
		return true;
	default: return false;
	}
}

/* The parameter, or the value of the first block, from which alone an operand is computed: it is
 * the same in all of a call. NO_OPERAND: it is not known to be one. */
static Operand only_origin(const Function *f, const DefUse *d, Operand value)
{
	AddressOrigins o = {{value}, 1};
	Operand only = NO_OPERAND;
	bool good = true;
	for (u32 i = 0; good && i < o.n; i++) {
		Operand one = o.at[i];
		if (one == NO_OPERAND || operand_is_const(one))
			return NO_OPERAND;
		u32 def = d->def[one];
		if (def != NO_OPERAND && add_sources(f, &f->ins[def], &o, &good))
			continue;
		if ((def != NO_OPERAND && def >= f->blocks[0].end) || only != NO_OPERAND)
			return NO_OPERAND;
		only = one;
	}
	return good ? only : NO_OPERAND;
}

/* True if order and distance of the operands are those of addresses in one object. */
static bool in_one_object(Static *s, const Function *f, const Ins *in)
{
	if (in->number != NUMBER_USED || (in->op != I_ICMP && in->op != I_SUB))
		return false;
	const DefUse *d = static_uses(s, f->id);
	Operand a = only_origin(f, d, in->a);
	return a != NO_OPERAND && a == only_origin(f, d, in->b);
}

bool static_next_layout(Static *s, u32 *function, u32 *ins)
{
	need_calls(s);
	if (!s->formats)
		s->formats = prints_addresses(s->p) ? FORMATS_ADDRESSES : FORMATS_OTHERS;
	for (; *function < s->p->functions.len; ++*function, *ins = 0) {
		const Function *f = &s->p->functions.at[*function];
		for (; s->fns[*function].reachable && *ins < f->n_ins; ++*ins)
			if ((f->ins[*ins].number != NUMBER_NONE && !in_one_object(s, f, &f->ins[*ins])) ||
				(s->formats == FORMATS_ADDRESSES && shows(s, f, &f->ins[*ins])))
				return true;
	}
	return false;
}
