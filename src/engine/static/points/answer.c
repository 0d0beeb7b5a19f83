/* answer.c: runs points-to and answers questions from its result. */
#include "engine/static/points/generate.h"

/* Some thirty seconds; beyond that fields are given up. */
#define DEFAULT_BUDGET 900000000ull

static void add_root(PtGen *g, u32 f)
{
	const Function *fn = &g->p->functions.at[f];
	u32 reg = 0;
	gen_reach(g, f);
	for (u32 i = 0; fn->n_blocks && i < fn->n_params; i++) {
		u32 from = NO_NODE;
		if (f == g->p->start && i == 0 && g->p->main != NO_OPERAND)
			from = gen_pointer_to(g, OBJECT_FUNCTION, g->p->main, 0);
		else if (f == g->p->start || f == g->p->main)
			from = gen_pointer_to(g, OBJECT_ARGV, 0, 0);
		else if (gen_carries(fn->params[i]))
			from = gen_pointer_to(g, OBJECT_OUTSIDE, 0, 0);
		if (from != NO_NODE && gen_carries(fn->params[i]))
			pt_copy(g->pt, gen_reg(g, f, reg), from);
		reg += type_regs(fn->params[i]);
	}
}

PtGen *gen_make(Static *s)
{
	bool blind = s->options.field_blind;
	u64 budget = s->options.budget ? s->options.budget : DEFAULT_BUDGET;
	PtGen *g = xcalloc(1, sizeof *g);
	g->s = s;
	g->p = s->p;
	g->kernel = NO_NODE;
	g->fns = xcalloc(s->p->functions.len + 1, sizeof *g->fns);
	g->pt = pointers_new(blind, blind ? UINT64_MAX : budget, gen_found, g);
	return g;
}

/* All constraints of what is reachable from the roots. */
static void gen_all(PtGen *g)
{
	const Static *s = g->s;
	vec_push(&g->sites, ((IndirectCall){NO_OPERAND, NO_OPERAND, {0}}));
	gen_escape_begin(g);
	/* What can only be written exists in any case. */
	for (u32 i = 1; i <= 3; i++)
		gen_object(g, OBJECT_STREAM, i, 0);
	gen_object(g, OBJECT_STATUS, 0, 0);
	gen_object(g, OBJECT_KERNEL, 0, 0);
	gen_object(g, OBJECT_KERNEL, 1, 0);
	for (u32 i = 0; i < s->n_roots; i++)
		add_root(g, s->roots[i]);
	while (g->queue.len)
		gen_body(g, vec_pop(&g->queue));
}

void gen_free(PtGen *g)
{
	if (!g)
		return;
	for (u32 f = 0; f < g->p->functions.len; f++) {
		free(g->fns[f].reg);
		free(g->fns[f].ret);
	}
	for (size_t i = 0; i < g->sites.len; i++)
		refset_free(&g->sites.at[i].callees);
	free(g->fns);
	vec_free(&g->objects);
	vec_free(&g->unread);
	vec_free(&g->sites);
	vec_free(&g->queue);
	keymap_free(&g->object_ids);
	intmap_free(&g->consts);
	intmap_free(&g->deep);
	pointers_delete(g->pt);
	free(g);
}

void need_pointers(Static *s)
{
	if (s->gen)
		return;
	if (!s->wrappers)
		s->wrappers = wrappers_find(s->p, &s->arena);
	s->gen = points_recall(s);
	if (!s->gen) {
		s->gen = gen_make(s);
		gen_all(s->gen);
		pt_solve(s->gen->pt);
		points_keep(s);
	}
	if (pt_gave_up(s->gen->pt))
		static_note(s, "points-to: the program is too large for field-sensitive analysis; each "
					   "object is one location");
}

void pointers_free(Static *s)
{
	gen_free(s->gen);
}

bool pointer_callees(Static *s, u32 function, u32 ins, const RefSet **callees)
{
	need_pointers(s);
	u64 key = (u64)function << 32 | ins, found;
	if (!s->site_ids.len)
		for (size_t i = 1; i < s->gen->sites.len; i++) {
			const IndirectCall *c = &s->gen->sites.at[i];
			intmap_put(&s->site_ids, ((u64)c->function << 32 | c->ins) + 1, i);
		}
	if (!intmap_get(&s->site_ids, key + 1, &found))
		return false;
	*callees = &s->gen->sites.at[found].callees;
	return true;
}

const RefSet *pointer_handlers(Static *s)
{
	need_pointers(s);
	return &s->gen->sites.at[HANDLER_SITE].callees;
}

/* ---- questions ---- */

u32 static_n_objects(Static *s)
{
	need_pointers(s);
	return (u32)s->gen->objects.len;
}

Abstract static_object(Static *s, u32 object)
{
	need_pointers(s);
	return s->gen->objects.at[object];
}

u32 static_object_number(Static *s, AbstractKind kind, u32 a, u32 b)
{
	return object_of(s, kind, a, b);
}

u32 static_heap_names(Static *s, const StackCall *stack, u32 n, u32 *objects, u32 max)
{
	u32 out = 0;
	need_pointers(s);
	for (u32 i = 0; i < n; i++) {
		u32 o = object_of(s, OBJECT_HEAP, stack[i].function, stack[i].ins);
		if (o != NO_OPERAND && out < max)
			objects[out++] = o;
		if (!s->wrappers->of[stack[i].function].is)
			break;
	}
	return out;
}

/* The places of a node; a number may be all that escaped. */
static void answer(Static *s, u32 n)
{
	const Pointers *pt = s->gen->pt;
	u32 ref, number = pt_number(pt);
	RefSet all = {0};
	refset_copy(&all, pt_set(pt, n));
	if (refset_has(&all, number))
		refset_join(&all, pt_set(pt, s->gen->escaped));
	for (RefWalk w = {&all, 0, 0}; refset_next(&w, &ref);) {
		Ref r = pt_get(pt, ref);
		if (ref != number)
			vec_push(&s->answer, ((Location){r.object, r.stride, (u64)r.offset, 0}));
	}
	refset_free(&all);
}

u32 static_points_to(Static *s, u32 function, Operand o, const Location **locations)
{
	need_pointers(s);
	PtGen *g = s->gen;
	u32 n = NO_NODE;
	s->answer.len = 0;
	if (operand_is_const(o)) {
		u64 found;
		if (intmap_get(&g->consts, o, &found))
			n = (u32)found - 1;
	} else if (o != NO_OPERAND && g->fns[function].reg) {
		n = g->fns[function].reg[o];
	}
	if (n != NO_NODE)
		answer(s, n);
	*locations = s->answer.at;
	return (u32)s->answer.len;
}

u32 static_reaches(Static *s, u32 function, u32 ins, const Location **locations)
{
	need_pointers(s);
	u64 found, key = (u64)function << 32 | ins;
	s->answer.len = 0;
	if (intmap_get(&s->gen->deep, key + 1, &found))
		answer(s, (u32)found - 1);
	*locations = s->answer.at;
	return (u32)s->answer.len;
}
