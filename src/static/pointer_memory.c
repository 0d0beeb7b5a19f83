/* pointer_memory.c: what goes through memory: loads, stores, copies; and calls by address. */
#include "static/pointer_impl.h"

void pt_init(Pointers *pt, u32 object, i64 offset, u32 ref)
{
	if (ref != NO_NODE)
		vec_push(&pt->objects.at[object].inits, ((Init){offset, ref}));
}

/* ---- contents and views ---- */

u32 content_of(Pointers *pt, u32 ref)
{
	if (pt->refs.at[ref].content != NO_NODE)
		return pt->refs.at[ref].content;
	u32 n = pt_node(pt);
	pt->refs.at[ref].content = n;
	Ref r = pt->refs.at[ref];
	vec_push(&pt->objects.at[r.object].contents, ref);
	for (size_t i = 0; i < pt->objects.at[r.object].views.len; i++) {
		Ref v = pt->refs.at[pt->objects.at[r.object].views.at[i]];
		if (pt_same(r.offset, r.stride, v.offset, v.stride))
			pt_copy(pt, v.view, n);
	}
	vec_push(&pt->fresh, ref); /* memory copies out of the object are still to be told */
	return n;
}

u32 view_of(Pointers *pt, u32 ref)
{
	if (pt->refs.at[ref].view != NO_NODE)
		return pt->refs.at[ref].view;
	u32 n = pt_node(pt);
	pt->refs.at[ref].view = n;
	Ref r = pt->refs.at[ref];
	vec_push(&pt->objects.at[r.object].views, ref);
	for (size_t i = 0; i < pt->objects.at[r.object].contents.len; i++) {
		Ref c = pt->refs.at[pt->objects.at[r.object].contents.at[i]];
		if (pt_same(r.offset, r.stride, c.offset, c.stride))
			pt_copy(pt, n, c.content);
	}
	for (size_t i = 0; i < pt->objects.at[r.object].inits.len; i++) {
		Init in = pt->objects.at[r.object].inits.at[i];
		if (pt_same(r.offset, r.stride, in.offset, 0))
			pt_address(pt, n, in.ref);
	}
	return n;
}

/* ---- memory copies ---- */

/* Where bytes at (offset, stride) of w's source object arrive; false: nowhere. */
static bool arrives(Pointers *pt, const Watch *w, i64 offset, u64 stride, u32 *ref)
{
	Ref from = pt->refs.at[w->from], to = pt->refs.at[w->to];
	i64 d = offset - from.offset;
	u64 g = gcd64(from.stride, stride);
	if (!g && (d < 0 || (w->length && (u64)d >= w->length)))
		return false;
	*ref = pt_ref(pt, to.object, to.offset + d, gcd64(g, to.stride));
	return *ref != NO_NODE;
}

static void tell_content(Pointers *pt, const Watch *w, u32 ref)
{
	Ref c = pt->refs.at[ref];
	u32 to;
	if (arrives(pt, w, c.offset, c.stride, &to))
		pt_copy(pt, content_of(pt, to), c.content);
}

static void tell_all(Pointers *pt, Watch w)
{
	u32 object = pt->refs.at[w.from].object, to;
	for (size_t i = 0; i < pt->objects.at[object].contents.len; i++)
		tell_content(pt, &w, pt->objects.at[object].contents.at[i]);
	for (size_t i = 0; i < pt->objects.at[object].inits.len; i++) {
		Init in = pt->objects.at[object].inits.at[i];
		if (arrives(pt, &w, in.offset, 0, &to))
			pt_address(pt, content_of(pt, to), in.ref);
	}
}

static void tell_fresh(Pointers *pt)
{
	while (pt->fresh.len) {
		u32 ref = vec_pop(&pt->fresh);
		u32 object = pt->refs.at[ref].object;
		for (size_t i = 0; i < pt->objects.at[object].watches.len; i++) {
			Watch w = pt->objects.at[object].watches.at[i];
			tell_content(pt, &w, ref);
		}
	}
}

static void add_watch(Pointers *pt, Watch w)
{
	u64 key = ((u64)w.from << 32 | w.to) + 1, found;
	MemObject *o = &pt->objects.at[pt->refs.at[w.from].object];
	if (pt->objects.at[pt->refs.at[w.to].object].callable || o->callable)
		return;
	if (intmap_get(&pt->watch_ids, key, &found)) {
		Watch *had = &o->watches.at[found - 1];
		if (had->length == w.length || !had->length)
			return;
		had->length = w.length = 0;
	} else {
		vec_push(&o->watches, w);
		intmap_put(&pt->watch_ids, key, o->watches.len);
	}
	tell_all(pt, w);
}

static void coarse_end(Pointers *pt, const MemCopy *c, u32 ref, bool to)
{
	Ref r = pt->refs.at[ref];
	if (pt->objects.at[r.object].callable)
		return;
	u32 whole = pt_ref(pt, r.object, 0, 1);
	if (to)
		pt_copy(pt, content_of(pt, whole), c->coarse);
	else
		pt_copy(pt, c->coarse, view_of(pt, whole));
}

/* `new` holds refs that joined one side of the copy. */
static void run_copy(Pointers *pt, u32 copy, const RefSet *new, bool to)
{
	MemCopy c = pt->copies.at[copy];
	u32 a, b;
	RefSet other = {0};
	refset_copy(&other, pt_set(pt, to ? c.from : c.to));
	u64 pairs = (u64)refset_count(pt_set(pt, c.from)) * refset_count(pt_set(pt, c.to));
	if (c.coarse == NO_NODE && pairs > MAX_PAIRS) {
		c.coarse = pt->copies.at[copy].coarse = pt_node(pt);
		for (RefWalk w = {&other, 0, 0}; refset_next(&w, &a);)
			coarse_end(pt, &c, a, !to);
		const RefSet *all = pt_set(pt, to ? c.to : c.from);
		RefSet mine = {0};
		refset_copy(&mine, all);
		for (RefWalk w = {&mine, 0, 0}; refset_next(&w, &a);)
			coarse_end(pt, &c, a, to);
		refset_free(&mine);
	} else if (c.coarse != NO_NODE) {
		for (RefWalk w = {new, 0, 0}; refset_next(&w, &a);)
			coarse_end(pt, &c, a, to);
	} else {
		for (RefWalk w = {new, 0, 0}; refset_next(&w, &a);)
			for (RefWalk v = {&other, 0, 0}; refset_next(&v, &b);)
				add_watch(pt, (Watch){to ? b : a, to ? a : b, c.length});
	}
	refset_free(&other);
}

/* ---- constraints ---- */

static void add_complex(Pointers *pt, u32 n, ComplexKind kind, u64 index)
{
	n = node_find(pt, n);
	Node *node = &pt->nodes.at[n];
	vec_push(&node->complex, ((Complex){kind, index}));
	node->seen.n = 0; /* the new one has seen nothing */
	pt->changed = true;
}

void pt_load(Pointers *pt, u32 to, u32 address)
{
	address = node_find(pt, address);
	u32 all = pt->nodes.at[address].loads;
	if (all == NO_NODE) {
		all = pt_node(pt);
		pt->nodes.at[address].loads = all;
		add_complex(pt, address, COMPLEX_LOAD, all);
	}
	pt_copy(pt, to, all);
}

void pt_store(Pointers *pt, u32 address, u32 from)
{
	address = node_find(pt, address);
	u32 all = pt->nodes.at[address].stores;
	if (all == NO_NODE) {
		all = pt_node(pt);
		pt->nodes.at[address].stores = all;
		add_complex(pt, address, COMPLEX_STORE, all);
	}
	pt_copy(pt, all, from);
}

void pt_load_piece(Pointers *pt, u32 to, u32 address)
{
	add_complex(pt, address, COMPLEX_LOAD_PIECE, to);
}

void pt_store_piece(Pointers *pt, u32 address, u32 from)
{
	add_complex(pt, address, COMPLEX_STORE_PIECE, from);
}

void pt_call(Pointers *pt, u32 target, u64 cookie)
{
	add_complex(pt, target, COMPLEX_CALL, cookie);
}

void pt_memcpy(Pointers *pt, u32 to, u32 from, u64 length)
{
	vec_push(&pt->copies, ((MemCopy){to, from, length, NO_NODE}));
	add_complex(pt, to, COMPLEX_COPY_TO, pt->copies.len - 1);
	add_complex(pt, from, COMPLEX_COPY_FROM, pt->copies.len - 1);
}

static void run_one(Pointers *pt, Complex c, u32 ref)
{
	Ref r = pt->refs.at[ref];
	bool callable = pt->objects.at[r.object].callable;
	bool piece = r.stride && r.stride < 8;
	switch (c.kind) {
	case COMPLEX_LOAD:
	case COMPLEX_LOAD_PIECE:
		if (!callable && (c.kind == COMPLEX_LOAD || piece))
			pt_copy(pt, (u32)c.index, view_of(pt, ref));
		break;
	case COMPLEX_STORE:
	case COMPLEX_STORE_PIECE:
		if (!callable && (c.kind == COMPLEX_STORE || piece))
			pt_copy(pt, content_of(pt, ref), (u32)c.index);
		break;
	case COMPLEX_CALL:
		if (callable)
			pt->found(pt->context, c.index, r.object);
		break;
	case COMPLEX_COPY_TO:
	case COMPLEX_COPY_FROM: break;
	}
}

void run_complex(Pointers *pt, u32 n)
{
	RefSet new = {0};
	refset_minus(&pt->nodes.at[n].set, &pt->nodes.at[n].seen, &new);
	refset_copy(&pt->nodes.at[n].seen, &pt->nodes.at[n].set);
	/* Constraints that come meanwhile have made `seen` empty and get their turn. */
	size_t n_complex = pt->nodes.at[n].complex.len;
	for (size_t i = 0; new.n &&i < n_complex; i++) {
		Complex c = pt->nodes.at[n].complex.at[i];
		u32 ref;
		if (c.kind == COMPLEX_COPY_TO || c.kind == COMPLEX_COPY_FROM) {
			run_copy(pt, (u32)c.index, &new, c.kind == COMPLEX_COPY_TO);
			continue;
		}
		for (RefWalk w = {&new, 0, 0}; refset_next(&w, &ref);) {
			run_one(pt, c, ref);
			pt->work += 4;
		}
	}
	tell_fresh(pt);
	refset_free(&new);
}
