/* data.c: globals whose first contents changed.
 *
 * Such a change has no instruction of its own: it sits wherever the bytes that differ may be read,
 * by the subject's own loads and copies, and by functions of the C library that are given a pointer
 * to them. When the size itself changed, every access that may touch the global counts; when it
 * became constant or ceased to be, every write.
 */
#include "version/impl.h"

/* Functions of the C library that follow pointers in memory: their arguments do not show what
 * they read. */
static bool reads_deep(const char *name)
{
	static const char *const names[] = {"writev", "pwritev", "sendmsg",     "execve",     "execv",
										"execvp", "execvpe", "getopt_long", "posix_spawn"};
	size_t n = strlen(name);
	if (name[0] == 'v' && n > 6 && strstr(name, "print"))
		return true;
	if (!strncmp(name, "verr", 4) || !strncmp(name, "vwarn", 5) || !strcmp(name, "vsyslog") ||
		strstr(name, "sprintf_chk") || strstr(name, "fprintf_chk"))
		return true;
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

enum { DEEP_MOST = 4 }; /* pointers from one global to the next that are followed */

/* Whether a global's first contents lead to another. */
static bool leads_to(const Program *p, u32 from, u32 to, u32 depth)
{
	const Global *g = &p->globals.at[from];
	if (from == to)
		return true;
	for (u64 at = 0; g->init && depth && at + 8 <= g->size; at += 8) {
		u64 value;
		memcpy(&value, g->init + at, 8);
		Ref r = ref_of(p, value);
		if (r.kind == REF_GLOBAL && !is_private(&p->globals.at[r.id]) && r.id != from &&
			leads_to(p, r.id, to, depth - 1))
			return true;
	}
	return false;
}

static bool argument_leads(Static *st, const Program *p, u32 function, const Call *c, u32 global)
{
	for (u32 k = 0; k < c->n_args; k++) {
		const Place *places;
		u32 n = static_points_to(st, function, c->args[k].value, &places);
		for (u32 i = 0; i < n; i++) {
			Abstract o = static_object(st, places[i].object);
			if (o.kind == OBJECT_GLOBAL && leads_to(p, o.a, global, DEEP_MOST))
				return true;
		}
	}
	return false;
}

static bool call_reads(Static *st, const Program *p, u32 function, u32 ins, u32 object,
					   const Datum *d, u32 global)
{
	const Call *c = &p->functions.at[function].calls[p->functions.at[function].ins[ins].extra];
	const u32 *callees;
	u32 n = static_callees(st, function, ins, &callees);
	bool library = false, deep = false;
	for (u32 k = 0; k < n; k++) {
		const Function *f = &p->functions.at[callees[k]];
		library |= f->kind != FN_SUBJECT;
		deep |= f->kind != FN_SUBJECT && reads_deep(f->name);
	}
	if (!library)
		return false;
	/* What it does with a pointer is not looked at: it may write as well. */
	return argument_leads(st, p, function, c, global) ||
		   (deep &&
			static_set_has(st, static_ref(st, function, ins), object, d->first, d->end - d->first));
}

static bool touches(Static *st, const Program *p, u32 function, u32 ins, u32 object, const Datum *d,
					u32 global)
{
	u64 size = d->end - d->first;
	switch (p->functions.at[function].ins[ins].op) {
	case I_LOAD:
	case I_MEMCPY:
	case I_MEMMOVE:
	case I_ATOMICRMW:
	case I_CMPXCHG:
		if (d->read && static_set_has(st, static_ref(st, function, ins), object, d->first, size))
			return true;
		break;
	case I_STORE:
	case I_MEMSET: break;
	case I_CALL: return call_reads(st, p, function, ins, object, d, global);
	default: return false;
	}
	return d->write && static_set_has(st, static_mod(st, function, ins), object, d->first, size);
}

static void find_points(ChangeMap *m, Draft *draft, Side s, const Datum *d)
{
	const Program *p = m->half[s].p;
	if (direct_points(m, draft, s, d))
		return;
	Static *st = map_static(m, s);
	u32 object = static_object_number(st, OBJECT_GLOBAL, d->global[s], 0);
	if (object == NO_OPERAND)
		return;
	for (u32 f = 0; f < p->functions.len; f++) {
		const Function *fn = &p->functions.at[f];
		if (!is_compared(fn) || !static_reachable(st, f))
			continue;
		for (u32 i = 0; i < fn->n_ins; i++)
			if (touches(st, p, f, i, object, d, d->global[s]))
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
		buf_addf(to, "its first contents differ in byte %llu", (unsigned long long)d->first);
	else
		buf_addf(to, "its first contents differ within bytes %llu to %llu",
				 (unsigned long long)d->first, (unsigned long long)d->end - 1);
}

static void data_change(ChangeMap *m, const Datum *d)
{
	const Global *o = &m->half[SIDE_OLD].p->globals.at[d->global[SIDE_OLD]];
	const Global *n = &m->half[SIDE_NEW].p->globals.at[d->global[SIDE_NEW]];
	Draft *draft = draft_new(m, CHANGE_MODIFICATION);
	for (Side s = SIDE_OLD; s < N_SIDES; s++) {
		draft->c.part[s].global = d->global[s];
		find_points(m, draft, s, d);
	}
	/* Being constant makes no difference to those who only read. */
	if (!d->read && !draft->points[SIDE_OLD].len && !draft->points[SIDE_NEW].len) {
		m->drafts.len--;
		return;
	}
	Buf what = {0};
	describe_datum(o, n, d, &what);
	draft->what = arena_strdup(&m->arena, buf_str(&what));
	buf_free(&what);
	global_lines(m, draft, d->global[SIDE_OLD], d->global[SIDE_NEW]);
}

void data_changes(ChangeMap *m)
{
	const Half *h = &m->half[SIDE_OLD];
	for (u32 g = 0; g < h->p->globals.len; g++) {
		Datum d = {.global = {g, h->global[g]}};
		const Global *o = &h->p->globals.at[g];
		if (!o->subject || d.global[SIDE_NEW] == NO_OPERAND)
			continue;
		const Global *n = &m->half[SIDE_NEW].p->globals.at[d.global[SIDE_NEW]];
		bool size = o->size != n->size;
		d.read = !content_equal(m, g, d.global[SIDE_NEW], &d.first, &d.end) || size;
		d.write = size || o->constant != n->constant;
		if (d.write) {
			d.first = 0;
			d.end = o->size > n->size ? o->size : n->size;
		}
		if (d.read || d.write)
			data_change(m, &d);
	}
}
