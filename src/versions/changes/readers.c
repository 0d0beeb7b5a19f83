/* readers.c: finds the readers of a global whose address can be followed, without points-to.
 *
 * Most tables are only indexed where they are named, or passed to functions that read them. As long
 * as the address does not escape (engine/static/closed/closed.h), every reader of the global has
 * its address in a register, or that of another global that leads to it. The reader is a load, a
 * copy, or a call of the C library, which may follow its arguments. The library has no other
 * access, unless it uses symbols of the program by name (interpose.c). */
#include "versions/changes/impl.h"

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
	InsAccess access[2];
	u32 n = ins_accesses(in, access);
	if (ins_table[in->op].memory == MEMORY_CALL)
		return library_reads(r, ins);
	for (u32 k = 0; k < n; k++) {
		bool counts = (access[k].reads && r->d->read) || (access[k].writes && r->d->write);
		/* A length that only the run knows is up to the object's end, size 0. */
		if (counts && touches(r, access[k].at, access[k].size))
			return true;
	}
	return false;
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
