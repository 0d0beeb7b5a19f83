/* readers.c: who reads a global whose address can be followed: no points-to needed.
 *
 * Most tables are only ever indexed where they are named, or handed down to functions that read
 * them. As long as the address is never out of sight (static/closed/closed.h), whoever reads the global
 * has its address in a register, or that of another global that leads to it: a load, a copy, or a
 * call of the C library, which may follow what it is given. That is all the library has, unless it
 * takes things of the program by name (interpose.c).
 */
#include "version/impl.h"

typedef struct Readers {
	const Program *p;
	Static *st;
	const Function *f;
	const Datum *d;
	u32 global;
} Readers;

static bool touches(const Readers *r, Operand address, u64 size)
{
	return static_may_touch(r->st, r->f->id, address, r->global, r->d->first, r->d->end, size);
}

static bool library_reads(const Readers *r, u32 ins)
{
	const Call *c = &r->f->calls[r->f->ins[ins].extra];
	const u32 *callees;
	u32 n = static_callees(r->st, r->f->id, ins, &callees);
	bool library = false, copied = false;
	for (u32 i = 0; i < n; i++)
		library |= r->p->functions.at[callees[i]].kind != FN_SUBJECT;
	for (u32 i = 0; i < c->n_args; i++) {
		if (library && static_leads_to(r->st, r->f->id, c->args[i].value, r->global))
			return true;
		copied |= c->args[i].byval_size && touches(r, c->args[i].value, c->args[i].byval_size);
	}
	return copied;
}

static bool reads(const Readers *r, u32 ins)
{
	const Ins *in = &r->f->ins[ins];
	const Datum *d = r->d;
	u64 size = type_store_size(in->type);
	switch (in->op) {
	case I_LOAD: return d->read && touches(r, in->a, size);
	case I_STORE: return d->write && touches(r, in->a, size);
	case I_ATOMICRMW:
	case I_CMPXCHG: return touches(r, in->a, size);
	case I_MEMCPY:
	case I_MEMMOVE:
	case I_VA_COPY: return (d->read && touches(r, in->b, 0)) || (d->write && touches(r, in->a, 0));
	case I_MEMSET: return d->write && touches(r, in->a, 0);
	case I_CALL: return library_reads(r, ins);
	default: return false;
	}
}

bool readers_find(ChangeMap *m, Draft *draft, Side s, const Datum *d)
{
	const Program *p = m->half[s].p;
	Readers r = {.p = p, .st = map_flow(m, s), .d = d, .global = d->global[s]};
	if (m->half[s].named || static_out_of_sight(r.st, r.global))
		return false;
	if (!d->read && !static_written(r.st, r.global))
		return true;
	for (u32 f = 0; f < p->functions.len; f++) {
		r.f = &p->functions.at[f];
		if (!is_compared(r.f) || !static_reachable(r.st, f))
			continue;
		for (u32 i = 0; i < r.f->n_ins; i++)
			if (reads(&r, i))
				draft_point(draft, s, f, i, POINT_DATA);
	}
	return true;
}
