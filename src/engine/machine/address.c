/* address.c: notes where a result depends on the memory layout.
 *
 * The layout of objects is the same in every run of drift, but different in every native
 * process. Instructions that use addresses as numbers are marked (engine/load/lower/address.c).
 * We check their operands before they are executed. Order and distance of two addresses in one
 * object are determined by the program, and so are the low bits of an address below the object's
 * alignment. Two objects that exist at the same time have different addresses everywhere. So
 * equality depends on the layout only if one of them is gone, or if the end of one may be the
 * start of the other. Every other use is noted as a question to the world.
 */
#include "engine/machine/machine_impl.h"

enum { LEAST_ADDRESS = 4096 };

/* What the address belongs to; its end belongs to it. False: it is between objects. */
static bool home_of(const Machine *m, u64 a, u64 *lo, u64 *size)
{
	if (a < GLOBALS_BASE) { /* functions are apart from each other */
		*lo = a;
		*size = 1;
		return true;
	}
	if (access_home(m, a, lo, size) && a - *lo <= *size)
		return true;
	return access_home(m, a - 1, lo, size) && a - *lo <= *size;
}

/* True if different addresses could be equal in another layout. The memory of something that is
 * gone may be anybody's, and so may be the byte behind an object. */
static bool may_meet(const Machine *m, u64 a, u64 b)
{
	u64 lo[2], size[2];
	if (a == b)
		return false;
	if (!home_of(m, a, &lo[0], &size[0]) || !home_of(m, b, &lo[1], &size[1]))
		return true;
	return lo[0] != lo[1] &&
		   ((a - lo[0] == size[0] && b == lo[1]) || (b - lo[1] == size[1] && a == lo[0]));
}

static u64 slot_alignment(const Machine *m, const Object *o, u64 lo)
{
	const FnCode *fc = &m->fns[o->ref];
	for (u32 i = 0; i < fc->fn->n_slots; i++)
		if (o->lo + fc->slots[i].offset == lo)
			return fc->fn->slots[i].align;
	return 1;
}

/* That every compiler and allocator gives the object. */
static u64 alignment_of(const Machine *m, u64 a)
{
	u64 lo, size;
	if (a < GLOBALS_BASE || !home_of(m, a, &lo, &size))
		return 1;
	const Object *o = &m->mem.objects.at[memory_object(&m->mem, lo)];
	switch (o->kind) {
	case OBJ_GLOBAL: return m->p->globals.at[o->ref].align;
	case OBJ_FRAME: return slot_alignment(m, o, lo);
	case OBJ_ARGS: return o->given ? o->given : 1;
	case OBJ_ALLOCA: return 8; /* of a struct that is passed by value */
	default: return 16;
	}
}

/* Bits that are kept or cut away, where these are few and low. */
static bool low_bits(const Ins *in, u64 by, u64 *bits)
{
	if (in->op == I_UREM && by && !(by & (by - 1)))
		by--;
	else if (in->op != I_AND)
		return false;
	*bits = by < LEAST_ADDRESS ? by : ~by;
	return *bits < LEAST_ADDRESS;
}

/* Null and marks such as -1 lie before or behind everything. */
static bool is_apart(u64 n)
{
	return n < LEAST_ADDRESS || n >= 1ull << 63;
}

/* True if another layout could give another result. */
static bool hangs_on_layout(const Machine *m, const Ins *in, u64 a, u64 b)
{
	u64 bits, at, other, size;
	bool address = memory_in_region(a), second = memory_in_region(b);
	if (!address && !second)
		return false;
	if (low_bits(in, address ? b : a, &bits))
		return bits >= alignment_of(m, address ? a : b);
	if (in->op != I_ICMP && in->op != I_SUB)
		return true;
	if (address && second && in->op == I_ICMP && ins_is_equality(in))
		return may_meet(m, a, b);
	if (address && second)
		return home_of(m, a, &at, &size) && home_of(m, b, &other, &size) && at != other;
	return in->op == I_SUB || !is_apart(address ? b : a);
}

void address_used(Machine *m, u64 a, u64 b)
{
	const FnCode *fc = thread_frame(&m->thread)->fn;
	const Origin *o = &fc->origin[m->thread.pc - fc->code];
	const Ins *in = &fc->fn->ins[o->ins[o->n - 1]];
	if (in->number == NUMBER_ALWAYS || hangs_on_layout(m, in, a, b))
		world_note(m, WORLD_ADDRESSES, NULL, false);
}

void address_shown(Machine *m)
{
	if (m->pool)
		world_note(m, WORLD_ADDRESSES, NULL, false);
}
