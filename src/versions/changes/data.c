/* data.c: globals whose initial contents changed.
 *
 * Such a change has no instruction of its own. Its points are wherever the bytes that differ may be
 * read, by the subject's own loads and copies, and by calls of the C library. If the address of the
 * global can be followed that is exact (readers.c); otherwise points-to finds what a call may read.
 * If the size changed, every access that may touch the global is a point; if it became constant or
 * ceased to be, every write is. */
#include "versions/changes/impl.h"

/* Reads by the C library belong to the call, whatever path leads to them. */
static bool call_touches(Static *st, const Program *p, u32 function, u32 ins, u32 object,
						 const Datum *d)
{
	u64 size = d->end - d->first;
	const u32 *callees;
	u32 n = static_callees(st, function, ins, &callees);
	bool library = false;
	for (u32 k = 0; k < n; k++)
		library |= p->functions.at[callees[k]].kind != FN_SUBJECT;
	return library && ((d->read && static_set_has(st, static_ref(st, function, ins), object,
												  d->first, size)) ||
					   (d->write &&
						static_set_has(st, static_mod(st, function, ins), object, d->first, size)));
}

static bool touches(Static *st, const Program *p, u32 function, u32 ins, u32 object, const Datum *d)
{
	u64 size = d->end - d->first;
	u8 memory = ins_table[p->functions.at[function].ins[ins].op].memory;
	if (memory == MEMORY_CALL)
		return call_touches(st, p, function, ins, object, d);
	if (memory == MEMORY__)
		return false;
	if (d->read && static_set_has(st, static_ref(st, function, ins), object, d->first, size))
		return true;
	return d->write && static_set_has(st, static_mod(st, function, ins), object, d->first, size);
}

static void find_points(ChangeMap *m, Draft *draft, Side s, const Datum *d)
{
	const Program *p = m->half[s].p;
	if (readers_find(m, draft, s, d))
		return;
	Static *st = map_static(m, s);
	u32 object = static_object_number(st, OBJECT_GLOBAL, d->global[s], 0);
	if (object == NO_OPERAND)
		return;
	for (u32 f = 0; f < p->functions.len; f++) {
		const Function *fn = &p->functions.at[f];
		/* What runs after main is called from where main is. */
		if ((!is_compared(fn) && f != p->start) || !static_reachable(st, f))
			continue;
		for (u32 i = 0; i < fn->n_ins; i++)
			if (touches(st, p, f, i, object, d))
				draft_point(draft, s, f, i, POINT_DATA);
	}
}

static void describe_datum(const Global *o, const Global *n, const Datum *d, Buf *to)
{
	if (o->size != n->size)
		buf_addf(to, "%llu bytes instead of %llu", (unsigned long long)n->size,
				 (unsigned long long)o->size);
	else if (!d->read)
		buf_adds(to, n->constant ? "is now constant" : "is no longer constant");
	else if (d->end - d->first == 1)
		buf_addf(to, "its initial contents differ in byte %llu", (unsigned long long)d->first);
	else
		buf_addf(to, "its initial contents differ within bytes %llu to %llu",
				 (unsigned long long)d->first, (unsigned long long)d->end - 1);
}

static void data_change(ChangeMap *m, const Datum *d)
{
	const Global *o = &m->half[OLD].p->globals.at[d->global[OLD]];
	const Global *n = &m->half[NEW].p->globals.at[d->global[NEW]];
	Draft *draft = draft_new(m, CHANGE_MODIFICATION);
	for (Side s = OLD; s < N_SIDES; s++) {
		draft->c.part[s].global = d->global[s];
		find_points(m, draft, s, d);
	}
	/* Being constant makes no difference to those who only read. */
	if (!d->read && !draft->points[OLD].len && !draft->points[NEW].len) {
		m->drafts.len--;
		return;
	}
	Buf what = {0};
	describe_datum(o, n, d, &what);
	draft->what = arena_strdup(&m->arena, buf_str(&what));
	buf_free(&what);
	draft->move = o->size == n->size ? MOVE_MAYBE : MOVE_NONE;
	draft->vague = true; /* unless its lines are the same */
	global_lines(m, draft, d->global[OLD], d->global[NEW]);
}

void data_changes(ChangeMap *m)
{
	const Half *h = &m->half[OLD];
	for (u32 g = 0; g < h->p->globals.len; g++) {
		Datum d = {.global = {g, h->global[g]}};
		const Global *o = &h->p->globals.at[g];
		bool named = h->named || m->half[NEW].named;
		if ((!o->subject && !named) || d.global[NEW] == NO_OPERAND)
			continue;
		const Global *n = &m->half[NEW].p->globals.at[d.global[NEW]];
		bool size = o->size != n->size;
		d.read = !content_equal(m, g, d.global[NEW], &d.first, &d.end) || size;
		d.write = size || o->constant != n->constant;
		if (d.write) {
			d.first = 0;
			d.end = o->size > n->size ? o->size : n->size;
		}
		if (d.read || d.write)
			data_change(m, &d);
	}
}
