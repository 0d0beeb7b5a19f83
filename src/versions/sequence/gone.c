/* gone.c: finds code of NEW that depends on code that only OLD has.
 *
 * A deletion executes nothing in NEW, but whatever OLD's lines computed or decided is different
 * without them: instructions of both versions that used the value, or that the branch controlled,
 * and memory that they wrote, if it has a name in both: globals and locals. */
#include "versions/sequence/impl.h"

enum { MOST_PHIS = 256 }; /* values that are followed */

typedef struct Gone {
	Depend *d;
	u32 change;
	DependFn fn;
	void *ctx;        /* for fn */
	VEC(Target) todo; /* instructions of OLD whose value is gone */
	IntMap seen;      /* that were in todo */
} Gone;

/* A value that is gone was an argument of the call. */
static void reaches_arguments(Gone *g, u32 function, u32 ins, u32 reg, Target now)
{
	const Function *f = &g->d->g->older->functions.at[function];
	const Function *to = &g->d->g->p->functions.at[now.function];
	if (reg == NO_OPERAND || f->ins[ins].op != I_CALL || to->ins[now.ins].op != I_CALL)
		return;
	const Call *call = &f->calls[f->ins[ins].extra];
	for (u32 a = 0; a < call->n_args; a++)
		if (call->args[a].value == reg)
			depend_argument(g->d, now, a, g->fn, g->ctx, g->change);
}

/* The instruction depends on what is gone, by the register if it is one; false: NEW does not have
 * it. */
static bool reaches(Gone *g, u32 function, u32 ins, u32 reg)
{
	u32 other = change_map_function(g->d->g->map, OLD, function);
	u32 match = change_map_match(g->d->g->map, OLD, function, ins);
	if (other == NO_OPERAND || match == NO_OPERAND)
		return false;
	u32 node = depend_ins(g->d, other, match);
	if (node != NO_OPERAND)
		g->fn(g->ctx, node, g->change);
	reaches_arguments(g, function, ins, reg, (Target){other, match});
	return true;
}

/* Another change replaced the instruction of OLD. That change is reached, whatever it does. */
static void reaches_change(Gone *g, u32 function, u32 ins)
{
	u32 other = change_map_of(g->d->g->map, OLD, function, ins);
	if (other == NO_OPERAND || other == g->change)
		return;
	const ChangePart *part = &change_map_at(g->d->g->map, other)->part[NEW];
	for (u32 k = 0; k < part->n_points; k++) {
		const ChangePoint *at = &part->points[k];
		u32 node = at->kind == POINT_MARKER || at->kind == POINT_EDGE
					   ? NO_OPERAND
					   : depend_ins(g->d, at->function, at->ins);
		if (node != NO_OPERAND)
			g->fn(g->ctx, node, g->change);
	}
}

static void push(Gone *g, u32 function, u32 ins)
{
	u64 key = ((u64)function << 32 | ins) + 1, known;
	if (g->todo.len >= MOST_PHIS || intmap_get(&g->seen, key, &known))
		return;
	intmap_put(&g->seen, key, 1);
	vec_push(&g->todo, ((Target){function, ins}));
}

/* Users of the value; through phis, which have no counterpart that could be relied on, and through
 * what is gone as well. */
static void lost_value(Gone *g, Target at)
{
	const Function *f = &g->d->g->older->functions.at[at.function];
	u32 first, n = static_ins_defs(f, &f->ins[at.ins], &first);
	const DefUse *du = static_uses(g->d->g->meet[OLD], at.function);
	for (u32 r = first; r < first + n; r++)
		for (u32 k = du->use_at[r]; k < du->use_at[r + 1]; k++) {
			bool there = reaches(g, at.function, du->use[k], r);
			if (!there)
				reaches_change(g, at.function, du->use[k]);
			if (!there || f->ins[du->use[k]].op == I_PHI)
				push(g, at.function, du->use[k]);
		}
}

/* Which value a phi has is what decides on the ways that lead to it. */
static void lost_way(Gone *g, u32 function, u32 from)
{
	const Function *f = &g->d->g->older->functions.at[function];
	for (u32 i = 0; i < f->n_ins; i++)
		for (u32 k = 0; f->ins[i].op == I_PHI && k < f->ins[i].n_extra; k++)
			if (f->extra[f->ins[i].extra + 2 * k] == from)
				push(g, function, i);
}

static void lost_branch(Gone *g, Target at)
{
	const Function *f = &g->d->g->older->functions.at[at.function];
	const Flow *flow = static_flow(g->d->g->meet[OLD], at.function);
	u32 block = static_block(g->d->g->meet[OLD], at.function, at.ins);
	lost_way(g, at.function, block);
	for (u32 b = 0; b < flow->n; b++)
		for (u32 k = flow->cdep_at[b]; k < flow->cdep_at[b + 1]; k++)
			if (flow->cdep[k].from == block) {
				lost_way(g, at.function, b);
				for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++)
					reaches(g, at.function, i, NO_OPERAND);
			}
}

/* By its name; a temporary, in which a structure is returned, by its number among them. */
static u32 slot_now(const Function *old, u32 slot, const Function *now)
{
	const char *name = old->slots[slot].name;
	u32 before = 0;
	for (u32 i = 0; i < slot; i++)
		before += !old->slots[i].name;
	for (u32 i = 0; i < now->n_slots; i++) {
		const Slot *s = &now->slots[i];
		if (name ? s->name && !strcmp(s->name, name) : !s->name && !before--)
			return name || s->size == old->slots[slot].size ? i : NO_OPERAND;
	}
	return NO_OPERAND;
}

/* The number in NEW of an object of OLD: a global, or a local of the same name. */
static u32 object_now(const Depend *d, const Abstract *object)
{
	const SequenceGraph *g = d->g;
	if (object->kind == OBJECT_GLOBAL) {
		u32 global = change_map_global(g->map, OLD, object->a);
		return global == NO_OPERAND ? NO_OPERAND
									: static_object_number(d->s, OBJECT_GLOBAL, global, 0);
	}
	if (object->kind != OBJECT_SLOT)
		return NO_OPERAND;
	u32 function = change_map_function(g->map, OLD, object->a);
	if (function == NO_OPERAND)
		return NO_OPERAND;
	u32 slot =
		slot_now(&g->older->functions.at[object->a], object->b, &g->p->functions.at[function]);
	return slot == NO_OPERAND ? NO_OPERAND
							  : static_object_number(d->s, OBJECT_SLOT, function, slot);
}

void depend_lost_memory(Depend *d, LocationSet lost, u32 change, DependFn fn, void *ctx)
{
	Static *old = d->g->meet[OLD];
	for (u32 k = 0; k < lost.n; k++) {
		Location gone = static_location(old, lost.at[k]);
		Abstract object = static_object(old, gone.object);
		u32 number = object_now(d, &object);
		gone.object = number;
		for (size_t i = 0; number != NO_OPERAND && i < d->locations.len; i++) {
			Location there = static_location(d->s, d->locations.at[i]);
			u64 node;
			if (location_overlap(&there, &gone) &&
				intmap_get(&d->memory_at, d->locations.at[i] + 1ull, &node))
				fn(ctx, (u32)node, change);
		}
	}
}

/* Marks memory of NEW with the same name as memory that OLD wrote. */
static void lost_write(Gone *g, Target at)
{
	depend_lost_memory(g->d, static_mod(g->d->g->meet[OLD], at.function, at.ins), g->change, g->fn,
					   g->ctx);
}

void depend_gone(Depend *d, u32 change, DependFn fn, void *ctx)
{
	const ChangePart *part = &change_map_at(d->g->map, change)->part[OLD];
	Gone g = {.d = d, .change = change, .fn = fn, .ctx = ctx};
	if (!d->g->meet[OLD])
		return;
	for (u32 k = 0; k < part->n_points; k++) {
		const ChangePoint *at = &part->points[k];
		const Function *f = &d->g->older->functions.at[at->function];
		if (at->kind == POINT_MARKER || f->kind != FN_SUBJECT ||
			!static_reachable(d->g->meet[OLD], at->function))
			continue;
		u8 op = f->ins[at->ins].op;
		push(&g, at->function, at->ins);
		if (ins_decides(&f->ins[at->ins]))
			lost_branch(&g, (Target){at->function, at->ins});
		if (op != I_CALL)
			lost_write(&g, (Target){at->function, at->ins});
	}
	for (size_t i = 0; i < g.todo.len; i++)
		lost_value(&g, g.todo.at[i]);
	vec_free(&g.todo);
	intmap_free(&g.seen);
}
