/* reads.c: what a function under --entry reads besides memory behind its pointers: globals, and
 * whether a parameter is null.
 *
 * A global is read if code that the function can reach has its address for anything but storing to
 * it, or if the initial contents of a global that is read lead to it. A global that no code of the
 * version can write and that no other source can name always has its initial contents. */
#include "versions/product/subject.h"

/* What the first contents of a global lead to; returns whether that is new. */
static bool follow(GlobalUses *u, u32 number)
{
	const Global *g = &u->p->globals.at[number];
	bool more = false;
	for (u64 at = 0; g->init && at + sizeof(u64) <= g->size; at += sizeof(u64)) {
		u64 value;
		memcpy(&value, g->init + at, sizeof value);
		u32 to = global_at(u->p, value);
		if (to == NO_OPERAND || u->read[to])
			continue;
		u->read[to] = u->written[to] = more = true;
	}
	return more;
}

void subject_reads(Subject *s, bool *read)
{
	const Program *p = s->program;
	Static *flow = subject_static_new(s, (StaticOptions){.no_points_to = true});
	GlobalUses u = {
		.p = p, .read = read, .written = xcalloc(p->globals.len + 1, 1), .returned = true};
	memset(read, 0, p->globals.len);
	for (u32 i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		bool reached = f->kind == FN_SUBJECT && static_reachable(flow, i);
		for (u32 k = 0; f->kind == FN_SUBJECT && k < f->n_ins; k++)
			global_uses_add(&u, f, &f->ins[k], reached);
	}
	for (bool more = true; more;) {
		more = false;
		for (u32 i = 0; i < p->globals.len; i++)
			more |= read[i] && follow(&u, i);
	}
	for (u32 i = 0; i < p->globals.len; i++) {
		u32 id;
		bool elsewhere = strmap_get(&p->global_by_name, p->globals.at[i].name, &id);
		read[i] &= !p->globals.at[i].constant && (u.written[i] || elsewhere);
	}
	free(u.written);
	static_free(flow);
}

/* ---- null ---- */

typedef struct NullWalk {
	const Program *p;
	VEC(u64) seen; /* function and parameter */
	bool found;
} NullWalk;

static void meet_param(NullWalk *w, u32 function, u32 param)
{
	u64 key = (u64)function << 32 | param;
	for (size_t i = 0; i < w->seen.len; i++)
		if (w->seen.at[i] == key)
			return;
	vec_push(&w->seen, key);
}

static bool is_null(const Program *p, Operand v)
{
	return v != NO_OPERAND && operand_is_const(v) && !p->consts.at[v & ~OPERAND_CONST].lo;
}

/* One parameter in one function: comparisons with null, and functions of the program that it is passed to. */
static void walk(NullWalk *w, const Function *f, u32 param)
{
	for (u32 k = 0; k < f->n_ins && !w->found; k++) {
		const Ins *in = &f->ins[k];
		const Call *c = in->op == I_CALL ? &f->calls[in->extra] : NULL;
		if (in->op == I_ICMP && in->type == TYPE_PTR)
			w->found = (in->a == param && is_null(w->p, in->b)) ||
					   (in->b == param && is_null(w->p, in->a));
		if (!c || c->callee >= w->p->functions.len)
			continue;
		const Function *to = &w->p->functions.at[c->callee];
		for (u32 i = 0; to->kind == FN_SUBJECT && i < c->n_args && i < to->n_params; i++)
			if (c->args[i].value == param)
				meet_param(w, c->callee, i);
	}
}

bool subject_tests_null(const Subject *s, u32 param)
{
	NullWalk w = {.p = s->program};
	meet_param(&w, s->entry, param);
	for (size_t i = 0; i < w.seen.len && !w.found; i++)
		walk(&w, &w.p->functions.at[w.seen.at[i] >> 32], (u32)w.seen.at[i]);
	vec_free(&w.seen);
	return w.found;
}
