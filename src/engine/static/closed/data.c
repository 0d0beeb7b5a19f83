/* data.c: sets of addresses, and the initial contents of globals. */
#include "engine/load/address.h"
#include "engine/load/layout.h"
#include "engine/static/closed/impl.h"

/* ---- sets ---- */

bool followed_other(Followed *to)
{
	bool grew = !to->other;
	to->other = true;
	return grew;
}

/* An offset may lie before the object. */
static u64 phase_of(u64 offset, u64 stride)
{
	i64 rest = (i64)offset % (i64)stride;
	return rest < 0 ? (u64)rest + stride : (u64)rest;
}

/* The offsets of both: the same ones, or all that differ by a multiple of what they differ by. */
static bool join_offsets(Followed *to, u64 offset, u64 stride)
{
	if (!to->placed) {
		to->placed = true;
		to->offset = offset;
		to->stride = stride;
		return true;
	}
	i64 apart = (i64)(offset - to->offset);
	u64 both = gcd64(gcd64(to->stride, stride), (u64)(apart < 0 ? -apart : apart));
	if (both == to->stride)
		return false;
	to->stride = both;
	to->offset = phase_of(to->offset, both);
	return true;
}

bool followed_move(Followed *to, const Followed *from, u64 offset, u64 stride)
{
	bool grew = refset_join(&to->things, &from->things);
	if (from->placed) {
		u64 all = gcd64(from->stride, stride), at = from->offset + offset;
		grew |= join_offsets(to, all ? phase_of(at, all) : at, all);
	}
	return (from->other && followed_other(to)) || grew;
}

bool followed_join(Followed *to, const Followed *from)
{
	return followed_move(to, from, 0, 0);
}

/* ---- addresses as numbers ---- */

static void leak_global(Closed *c, u32 global);

/* What a number is the address of: a function, or a global that it lies in or right behind. False:
 * of nothing that can be told. */
static bool thing_at(Closed *c, u64 value, u32 *thing, u64 *offset)
{
	const Program *p = c->p;
	*thing = function_at(p, value);
	*offset = 0;
	if (*thing != NO_OPERAND)
		return true;
	u32 g = value >= GLOBALS_BASE && value < p->globals_end ? global_below(p, value) : NO_OPERAND;
	if (g == NO_OPERAND)
		return false;
	*offset = value - p->globals.at[g].address;
	*thing = c->n + g;
	if (*offset <= p->globals.at[g].size)
		return true;
	/* Between two objects: a little past the one, or before the other. */
	leak_global(c, g);
	if (g + 1 < p->globals.len)
		leak_global(c, g + 1);
	return false;
}

static bool in_region(u64 value)
{
	return value >= REGION && value < REGION + REGION_SIZE;
}

const Followed *closed_value(Closed *c, u32 function, Operand o)
{
	if (o == NO_OPERAND)
		return &c->none;
	if (!operand_is_const(o))
		return &c->fns[function].regs[o];
	const Const *k = &c->p->consts.at[o & ~OPERAND_CONST];
	Followed *to = &c->constant;
	u32 thing;
	u64 offset;
	to->things.n = 0;
	to->other = k->undef;
	to->placed = false;
	to->offset = to->stride = 0;
	if (type_bits(k->type) < 64 || (!in_region(k->lo) && !in_region(k->hi)))
		return to;
	if (type_bits(k->type) == 64 && thing_at(c, k->lo, &thing, &offset)) {
		refset_add(&to->things, thing);
		to->placed = true;
		to->offset = offset;
		return to;
	}
	/* Two words, or an address of nothing in particular. */
	leak_address(c, k->lo);
	leak_address(c, k->hi);
	to->other = true;
	return to;
}

void leak_address(Closed *c, u64 value)
{
	u32 thing;
	u64 offset;
	if (value >= CODE_FUNCTIONS && value < CODE_FUNCTIONS + c->n * CODE_STEP)
		value -= (value - CODE_FUNCTIONS) % CODE_STEP; /* within one */
	if (!in_region(value) || !thing_at(c, value, &thing, &offset))
		return;
	if (thing < c->n)
		leak_function(c, thing);
	else
		leak_global(c, thing - c->n);
}

/* ---- globals ---- */

static ClosedGlobal *read_global(Closed *c, u32 global)
{
	ClosedGlobal *g = &c->globals[global];
	const Global *gl = &c->p->globals.at[global];
	if (g->read)
		return g;
	g->read = true;
	/* Packed structs have addresses at any offset. */
	for (u64 at = 0; gl->init && at + 8 <= gl->size; at++) {
		u64 word;
		Reloc r = {.at = at};
		memcpy(&word, gl->init + at, 8);
		if (!in_region(word))
			continue;
		if (thing_at(c, word, &r.thing, &r.offset))
			vec_push(&g->relocs, r);
		else
			leak_address(c, word);
	}
	return g;
}

static void leak_contents(Closed *c, u32 global)
{
	ClosedGlobal *g = read_global(c, global);
	for (size_t i = 0; i < g->relocs.len; i++) {
		u32 thing = g->relocs.at[i].thing;
		if (thing < c->n)
			leak_function(c, thing);
		else
			leak_global(c, thing - c->n);
	}
}

/* Globals lead to each other in long chains, which must not become a recursion. */
static void write_global(Closed *c, u32 global)
{
	ClosedGlobal *g = &c->globals[global];
	if (g->written)
		return;
	g->written = true;
	c->all = true; /* whoever read it must know */
	vec_push(&c->pending, global);
	if (c->leaking)
		return;
	c->leaking = true;
	while (c->pending.len)
		leak_contents(c, vec_pop(&c->pending));
	c->leaking = false;
}

static void leak_global(Closed *c, u32 global)
{
	ClosedGlobal *g = &c->globals[global];
	if (g->leaked)
		return;
	g->leaked = true;
	write_global(c, global);
}

void leak_function(Closed *c, u32 function)
{
	ClosedFunction *f = &c->fns[function];
	const Function *fn = &c->p->functions.at[function];
	if (f->leaked)
		return;
	f->leaked = true;
	closed_reach(c, function);
	f->dirty = f->regs != NULL;
	/* Whoever calls it gives it what he likes. */
	for (u32 i = 0, reg = 0; f->regs && i < fn->n_params; reg += type_regs(fn->params[i++]))
		followed_other(&f->regs[reg]);
	for (u32 k = 0; k < N_STREAMS && c->p->twins && function < c->p->n_twins; k++)
		if (c->p->twins[(size_t)function * N_STREAMS + k])
			leak_function(c, c->p->twins[(size_t)function * N_STREAMS + k]);
}

void leak(Closed *c, const Followed *f)
{
	RefSet things = {0};
	u32 thing;
	if (!f->things.n)
		return;
	refset_copy(&things, &f->things); /* it may be the scratch of closed_value */
	for (RefWalk w = {&things, 0, 0}; refset_next(&w, &thing);)
		if (thing < c->n)
			leak_function(c, thing);
		else
			leak_global(c, thing - c->n);
	refset_free(&things);
}

void write_there(Closed *c, const Followed *at)
{
	u32 thing;
	for (RefWalk w = {&at->things, 0, 0}; refset_next(&w, &thing);)
		if (thing >= c->n)
			write_global(c, thing - c->n);
}

void copy_from(Closed *c, const Followed *at)
{
	u32 thing;
	for (RefWalk w = {&at->things, 0, 0}; refset_next(&w, &thing);)
		if (thing >= c->n)
			leak_contents(c, thing - c->n);
}

/* True if some offset of the set lies in [low, high). */
static bool any_offset(const Followed *set, u64 low, u64 high)
{
	if (!set->stride)
		return set->offset >= low && set->offset < high;
	u64 phase = phase_of(set->offset, set->stride);
	return low + (phase + set->stride - low % set->stride) % set->stride < high;
}

/* True if an access of size bytes at the offsets of a set may touch the eight bytes at `at`. */
static bool may_touch(const Followed *set, u32 size, u64 at)
{
	return any_offset(set, at + 1 > size ? at + 1 - size : 0, at + 8);
}

static bool is_at(const Followed *set, u64 at)
{
	return set->stride ? at % set->stride == phase_of(set->offset, set->stride) : at == set->offset;
}

bool load_there(Closed *c, const Followed *at, u32 size, Followed *to)
{
	bool grew = at->other && followed_other(to);
	u32 thing;
	for (RefWalk w = {&at->things, 0, 0}; refset_next(&w, &thing);) {
		if (thing < c->n)
			continue; /* code cannot be read */
		ClosedGlobal *g = read_global(c, thing - c->n);
		if (g->written || c->p->globals.at[thing - c->n].absent)
			grew |= followed_other(to);
		for (size_t i = 0; i < g->relocs.len; i++) {
			const Reloc *r = &g->relocs.at[i];
			if (!may_touch(at, size, r->at))
				continue;
			Followed one = {.placed = true, .offset = r->offset};
			refset_add(&one.things, r->thing);
			bool whole = size == 8 && is_at(at, r->at);
			if (whole)
				grew |= followed_join(to, &one);
			/* A part of an address can be put together again with others. */
			if (!whole || (at->stride && at->stride < 8)) {
				leak(c, &one);
				grew |= followed_other(to);
			}
			refset_free(&one.things);
		}
	}
	return grew;
}

/* ---- questions ---- */

bool closed_out_of_sight(const Closed *c, u32 global)
{
	return c->globals[global].leaked;
}

bool closed_written(const Closed *c, u32 global)
{
	return c->globals[global].written;
}

bool closed_may_touch(Closed *c, u32 function, Operand o, u32 global, u64 first, u64 end, u64 size)
{
	if (o == NO_OPERAND || !c->fns[function].regs)
		return false;
	const Followed *v = closed_value(c, function, o);
	if (!refset_has(&v->things, c->n + global))
		return false;
	return !size || any_offset(v, first + 1 > size ? first + 1 - size : 0, end);
}

bool closed_leads_to(Closed *c, u32 function, Operand o, u32 global)
{
	if (o == NO_OPERAND || !c->fns[function].regs)
		return false;
	RefSet seen = {0};
	VEC(u32) todo = {0};
	u32 thing;
	for (RefWalk w = {&closed_value(c, function, o)->things, 0, 0}; refset_next(&w, &thing);)
		vec_push(&todo, thing);
	bool found = false;
	while (todo.len && !found) {
		thing = vec_pop(&todo);
		found = thing == c->n + global;
		if (thing < c->n || !refset_add(&seen, thing))
			continue;
		const ClosedGlobal *g = read_global(c, thing - c->n);
		for (size_t i = 0; i < g->relocs.len; i++)
			vec_push(&todo, g->relocs.at[i].thing);
	}
	vec_free(&todo);
	refset_free(&seen);
	return found;
}
