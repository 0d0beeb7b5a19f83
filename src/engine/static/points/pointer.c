/* pointer.c: the points-to solver's nodes, refs, objects and edges. */
#include "engine/static/points/pointer_impl.h"

Pointers *pointers_new(bool field_blind, u64 budget, CallFound *found, void *context)
{
	Pointers *pt = xcalloc(1, sizeof *pt);
	pt->field_blind = field_blind;
	pt->budget = budget;
	pt->found = found;
	pt->context = context;
	pt->moved = xcalloc(MOVED_SIZE, sizeof *pt->moved);
	pt->number = pt->escaped = NO_NODE;
	return pt;
}

static void node_clear(PtNode *n)
{
	refset_free(&n->set);
	refset_free(&n->sent);
	refset_free(&n->seen);
	vec_free(&n->edges);
	vec_free(&n->complex);
}

void pointers_delete(Pointers *pt)
{
	if (!pt)
		return;
	for (size_t i = 0; i < pt->nodes.len; i++)
		node_clear(&pt->nodes.at[i]);
	for (size_t i = 0; i < pt->objects.len; i++) {
		MemObject *o = &pt->objects.at[i];
		vec_free(&o->refs);
		vec_free(&o->contents);
		vec_free(&o->views);
		vec_free(&o->inits);
		vec_free(&o->watches);
	}
	vec_free(&pt->nodes);
	vec_free(&pt->refs);
	vec_free(&pt->objects);
	vec_free(&pt->copies);
	vec_free(&pt->pairs);
	vec_free(&pt->fresh);
	vec_free(&pt->twins);
	hintmap_free(&pt->ref_ids);
	intmap_free(&pt->edge_ids);
	intmap_free(&pt->watch_ids);
	refset_free(&pt->delta);
	free(pt->moved);
	free(pt);
}

u32 pt_object(Pointers *pt, u64 size, bool blind, bool callable)
{
	vec_push(&pt->objects, ((MemObject){size, blind, callable}));
	return (u32)pt->objects.len - 1;
}

void pt_copies_only(Pointers *pt)
{
	pt->copies_only = true;
}

void pt_set_number(Pointers *pt, u32 object, u32 escaped)
{
	pt->objects.at[object].number = true;
	pt->number = pt_ref(pt, object, 0, 0);
	pt->escaped = escaped;
}

u32 pt_number(const Pointers *pt)
{
	return pt->number;
}

u32 pt_node(Pointers *pt)
{
	u32 n = (u32)pt->nodes.len;
	PtNode made = {.parent = n};
	memset(made.loads, 0xff, sizeof made.loads);
	memset(made.stores, 0xff, sizeof made.stores);
	vec_push(&pt->nodes, made);
	return n;
}

void pt_close(Pointers *pt, u32 node)
{
	pt->nodes.at[node].closed = true;
}

void pt_open(Pointers *pt, u32 node)
{
	pt->nodes.at[node_find(pt, node)].closed = false;
}

u32 node_find(Pointers *pt, u32 n)
{
	PtNode *at = pt->nodes.at;
	while (at[n].parent != n) {
		at[n].parent = at[at[n].parent].parent;
		n = at[n].parent;
	}
	return n;
}

/* ---- refs ---- */

u64 gcd64(u64 a, u64 b)
{
	while (b) {
		u64 r = a % b;
		a = b;
		b = r;
	}
	return a;
}

static i64 modulo(i64 a, u64 m)
{
	i64 r = a % (i64)m;
	return r < 0 ? r + (i64)m : r;
}

bool pt_same(i64 a, u64 a_stride, i64 b, u64 b_stride)
{
	u64 g = gcd64(a_stride, b_stride);
	return g ? modulo(a - b, g) == 0 : a == b;
}

u32 pt_ref(Pointers *pt, u32 object, i64 offset, u64 stride)
{
	MemObject *o = &pt->objects.at[object];
	if (o->callable || o->number)
		offset = 0, stride = 0;
	else if (o->blind || pt->field_blind)
		stride = 1;
	else if (o->folded)
		stride = gcd64(stride, FOLD);
	if (stride > UINT32_MAX)
		stride = gcd64(stride, 1ull << 31);
	if (stride)
		offset = modulo(offset, stride);
	if (o->size && stride > o->size)
		stride = 0; /* there is room for one element */
	if (o->size && !stride && (offset < -MARGIN || offset > (i64)o->size + MARGIN))
		offset = 0, stride = 1; /* as far as it went, it may come back */
	Hash hash = hash_mix(hash_number((u64)object << 32 ^ stride), (u64)offset);
	u32 found;
	for (size_t at = 0; hintmap_next(&pt->ref_ids, hash, &at, &found);) {
		const Ref *r = &pt->refs.at[found];
		if (r->object == object && r->offset == offset && r->stride == stride)
			return found;
	}
	Ref made = {.object = object, .stride = (u32)stride, .offset = offset};
	memset(made.content, 0xff, sizeof made.content);
	memset(made.view, 0xff, sizeof made.view);
	vec_push(&pt->refs, made);
	vec_push(&o->refs, (u32)pt->refs.len - 1);
	hintmap_add(&pt->ref_ids, hash, (u32)pt->refs.len - 1);
	size_t limit = pt->work < pt->budget / 4 * 3 ? MAX_REFS : FEW_REFS;
	if (o->refs.len >= limit && !o->folded)
		o->folded = pt->refold = true;
	return (u32)pt->refs.len - 1;
}

Ref pt_get(const Pointers *pt, u32 ref)
{
	return pt->refs.at[ref];
}

static u32 compute_moved(Pointers *pt, u32 ref, const PtEdge *e)
{
	Ref r = pt->refs.at[ref];
	if (ref == pt->number)
		return e->op == EDGE_BITS ? NO_NODE : ref;
	if (pt->objects.at[r.object].callable)
		return ref; /* nothing is at an offset of a function, but it may come back */
	switch ((EdgeOp)e->op) {
	case EDGE_ADD: return pt_ref(pt, r.object, r.offset + e->imm, gcd64(r.stride, e->stride));
	case EDGE_ROUND:
		if (r.stride)
			return pt_ref(pt, r.object, r.offset & ~e->imm, gcd64(r.stride, (u64)e->imm + 1));
		return pt_ref(pt, r.object, r.offset & ~e->imm, 0);
	case EDGE_OR:
		if (r.stride)
			return pt_ref(pt, r.object, 0, 1);
		return pt_ref(pt, r.object, r.offset | e->imm, 0);
	case EDGE_BITS:
	case EDGE_MIX: return pt_ref(pt, r.object, 0, 1);
	}
	return ref;
}

static u32 moved(Pointers *pt, u32 ref, const PtEdge *e)
{
	Hash hash = hash_mix(hash_number((u64)ref << 32 | e->stride), (u64)e->imm);
	Moved *m = &pt->moved[hash_slot(hash, MOVED_SIZE)];
	if (e->op != EDGE_ADD)
		return compute_moved(pt, ref, e);
	if (m->ref != ref + 1 || m->stride != e->stride || m->imm != e->imm)
		*m = (Moved){ref + 1, e->stride, e->imm, compute_moved(pt, ref, e)};
	return m->result;
}

/* ---- edges ---- */

static u32 folded(Pointers *pt, u32 ref, u32 stride)
{
	Ref r = pt->refs.at[ref];
	return pt_ref(pt, r.object, r.offset, gcd64(r.stride, stride));
}

void pass_on(Pointers *pt, const RefSet *more, PtEdge e)
{
	PtNode *to = &pt->nodes.at[e.to];
	bool grew = false;
	pt->work += more->n + 1;
	if (e.op == EDGE_ADD && !e.imm && !e.stride && !to->stride) {
		grew = refset_join(&to->set, more);
	} else {
		u32 ref;
		for (RefWalk w = {more, 0, 0}; refset_next(&w, &ref);) {
			u32 r = moved(pt, ref, &e);
			if (to->stride && r != NO_NODE)
				r = folded(pt, r, to->stride);
			pt->work += 4;
			if (r == NO_NODE)
				continue;
			grew |= refset_add(&to->set, r);
		}
	}
	pt->changed |= grew;
}

static bool is_copy(const PtEdge *e)
{
	return e->op == EDGE_ADD && !e->imm && !e->stride;
}

void add_edge(Pointers *pt, u32 from, PtEdge e)
{
	from = node_find(pt, from);
	e.to = node_find(pt, e.to);
	if (is_copy(&e)) {
		u64 key = ((u64)from << 32 | e.to) + 1, had;
		if (from == e.to || intmap_get(&pt->edge_ids, key, &had))
			return;
		intmap_put(&pt->edge_ids, key, 1);
	}
	vec_push(&pt->nodes.at[from].edges, e);
	pt->changed = true;
	pt->work += 8;
	if (!pt->nodes.at[from].set.n)
		return;
	if (from == e.to) {
		RefSet copy = {0};
		refset_copy(&copy, &pt->nodes.at[from].set);
		pass_on(pt, &copy, e);
		refset_free(&copy);
	} else {
		pass_on(pt, &pt->nodes.at[from].set, e);
	}
}

void pt_address(Pointers *pt, u32 to, u32 ref)
{
	to = node_find(pt, to);
	pt->nodes.at[to].closed = false;
	u32 stride = pt->nodes.at[to].stride;
	if (stride && ref != NO_NODE)
		ref = folded(pt, ref, stride);
	if (ref != NO_NODE)
		pt->changed |= refset_add(&pt->nodes.at[to].set, ref);
}

void pt_copy(Pointers *pt, u32 to, u32 from)
{
	add_edge(pt, from, (PtEdge){.to = to, .op = EDGE_ADD});
}

void pt_add(Pointers *pt, u32 to, u32 from, i64 offset, u64 stride)
{
	if (stride > UINT32_MAX)
		stride = gcd64(stride, 1ull << 31);
	add_edge(pt, from, (PtEdge){to, EDGE_ADD, (u32)stride, offset});
}

void pt_round(Pointers *pt, u32 to, u32 from, u64 mask)
{
	add_edge(pt, from, (PtEdge){to, EDGE_ROUND, 0, (i64)mask});
}

void pt_bits(Pointers *pt, u32 to, u32 from)
{
	if (!pt->copies_only)
		add_edge(pt, from, (PtEdge){.to = to, .op = EDGE_BITS});
}

void pt_or(Pointers *pt, u32 to, u32 from, u64 bits)
{
	add_edge(pt, from, (PtEdge){to, EDGE_OR, 0, (i64)bits});
}

const RefSet *pt_set(const Pointers *pt, u32 node)
{
	while (pt->nodes.at[node].parent != node)
		node = pt->nodes.at[node].parent;
	return &pt->nodes.at[node].set;
}
