/* readers.c: who reads a global whose address can be followed: no points-to needed.
 *
 * Most tables are only ever indexed where they are named, or handed down to functions that read
 * them. As long as the address is never out of sight (static/closed.h), whoever reads the global has
 * its address in a register, or that of another global that leads to it: a load, a copy, or a call
 * of the C library, which may follow what it is given. The library also knows some globals by their
 * names (optind, environ), and takes the subject's where it defines them: there, to call the
 * function is to read them.
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
	case I_VA_COPY:
		return (d->read && touches(r, in->b, 0)) || (d->write && touches(r, in->a, 0));
	case I_MEMSET: return d->write && touches(r, in->a, 0);
	case I_CALL: return library_reads(r, ins);
	default: return false;
	}
}

/* Whether an operand is the address of the global, or of one of the library's that leads to it. */
static bool is_named(const Readers *r, Operand o)
{
	if (!operand_is_const(o))
		return false;
	const Const *c = &r->p->consts.at[o & ~OPERAND_CONST];
	Ref ref = c->type == TYPE_PTR || c->type == 64 ? ref_of(r->p, c->lo) : (Ref){0};
	if (ref.kind != REF_GLOBAL)
		return false;
	return ref.id == r->global ||
		   (!r->p->globals.at[ref.id].subject && static_leads_to(r->st, r->f->id, o, r->global));
}

/* Whether a function of the library has the global's address of its own. */
static bool names_it(const Readers *r)
{
	for (u32 i = 0; i < r->f->n_ins; i++) {
		const Ins *in = &r->f->ins[i];
		if (is_named(r, in->a) || is_named(r, in->b) || is_named(r, in->c))
			return true;
	}
	for (u32 k = 0; k < r->f->n_calls; k++)
		for (u32 i = 0; i < r->f->calls[k].n_args; i++)
			if (is_named(r, r->f->calls[k].args[i].value))
				return true;
	for (u32 k = 0; k < r->f->n_extra; k++)
		if ((r->f->extra[k] & ~OPERAND_CONST) < r->p->consts.len && is_named(r, r->f->extra[k]))
			return true;
	return false;
}

bool readers_find(ChangeMap *m, Draft *draft, Side s, const Datum *d)
{
	const Program *p = m->half[s].p;
	Readers r = {.p = p, .st = map_flow(m, s), .d = d, .global = d->global[s]};
	if (static_out_of_sight(r.st, r.global))
		return false;
	if (!d->read && !static_written(r.st, r.global))
		return true;
	for (u32 f = 0; f < p->functions.len; f++) {
		r.f = &p->functions.at[f];
		if (!static_reachable(r.st, f))
			continue;
		if (!is_compared(r.f)) {
			if (r.f->n_ins && names_it(&r))
				draft_point(draft, s, f, 0, POINT_DATA);
			continue;
		}
		for (u32 i = 0; i < r.f->n_ins; i++)
			if (reads(&r, i))
				draft_point(draft, s, f, i, POINT_DATA);
	}
	return true;
}
