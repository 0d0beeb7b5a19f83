/* pointer_memory.c: propagation through memory: loads, stores, copies; and calls by address. */
#include "engine/static/points/pointer_impl.h"

void pt_init(Pointers *pt, u32 object, i64 offset, u32 ref, bool words)
{
	if (ref != NO_NODE)
		vec_push(&pt->objects.at[object].inits, ((Init){offset, ref, words}));
}

/* ---- contents and views ---- */

/* True if accesses of these widths at these offsets may have bytes in common. */
static bool overlap(i64 a, u64 a_stride, PtWidth a_width, i64 b, u64 b_stride, PtWidth b_width)
{
	u64 g = gcd64(a_stride, b_stride);
	i64 wa = 1 << a_width, wb = 1 << b_width;
	if (!g)
		return a < b + wb && b < a + wa;
	i64 d = (a - b) % (i64)g;
	d = d < 0 ? d + (i64)g : d;
	return d < wb || (i64)g - d < wa;
}

/* What was stored at a content is seen at a view: as it is where both are the same bytes, as bits
 * of it where they only overlap. */
static void observe(Pointers *pt, u32 content, u32 view)
{
	Ref c = pt->refs.at[content / PT_WIDTHS], v = pt->refs.at[view / PT_WIDTHS];
	PtWidth wc = content % PT_WIDTHS, wv = view % PT_WIDTHS;
	if (wc == wv && pt_same(c.offset, c.stride, v.offset, v.stride))
		pt_copy(pt, v.view[wv], c.content[wc]);
	else if (overlap(c.offset, c.stride, wc, v.offset, v.stride, wv))
		add_edge(pt, c.content[wc], (PtEdge){.to = v.view[wv], .op = EDGE_MIX});
}

static u32 content_of(Pointers *pt, u32 ref, PtWidth w)
{
	if (pt->refs.at[ref].content[w] != NO_NODE)
		return pt->refs.at[ref].content[w];
	u32 n = pt_node(pt), content = ref * PT_WIDTHS + w, object = pt->refs.at[ref].object;
	pt->refs.at[ref].content[w] = n;
	vec_push(&pt->objects.at[object].contents, content);
	for (size_t i = 0; i < pt->objects.at[object].views.len; i++)
		observe(pt, content, pt->objects.at[object].views.at[i]);
	vec_push(&pt->fresh, content); /* memory copies out of the object are still to be told */
	return n;
}

static void see_init(Pointers *pt, Init in, u32 ref, PtWidth w)
{
	Ref r = pt->refs.at[ref];
	if (w == PT_WORD && pt_same(r.offset, r.stride, in.offset, 0))
		pt_address(pt, r.view[w], in.ref);
	else if (!in.words && overlap(r.offset, r.stride, w, in.offset, 0, PT_WORD))
		pt_address(pt, r.view[w], pt_ref(pt, pt->refs.at[in.ref].object, 0, 1));
}

static u32 view_of(Pointers *pt, u32 ref, PtWidth w)
{
	if (pt->refs.at[ref].view[w] != NO_NODE)
		return pt->refs.at[ref].view[w];
	u32 n = pt_node(pt), view = ref * PT_WIDTHS + w, object = pt->refs.at[ref].object;
	pt->refs.at[ref].view[w] = n;
	vec_push(&pt->objects.at[object].views, view);
	for (size_t i = 0; i < pt->objects.at[object].contents.len; i++)
		observe(pt, pt->objects.at[object].contents.at[i], view);
	for (size_t i = 0; i < pt->objects.at[object].inits.len; i++)
		see_init(pt, pt->objects.at[object].inits.at[i], ref, w);
	return n;
}

/* ---- memory copies ---- */

typedef enum Arrival { ARRIVES_NOT, ARRIVES_IN_PART, ARRIVES } Arrival;

/* Where bytes at (offset, stride) of w's source object arrive. */
static Arrival arrives(Pointers *pt, const CopyWatch *w, i64 offset, u64 stride, PtWidth width,
					   u32 *ref)
{
	Ref from = pt->refs.at[w->from], to = pt->refs.at[w->to];
	i64 d = offset - from.offset, size = 1 << width;
	u64 g = gcd64(from.stride, stride);
	if (!g && (d + size <= 0 || (w->length && d >= (i64)w->length)))
		return ARRIVES_NOT;
	*ref = pt_ref(pt, to.object, to.offset + d, gcd64(g, to.stride));
	return !g && (d < 0 || (w->length && d + size > (i64)w->length)) ? ARRIVES_IN_PART : ARRIVES;
}

static void tell_content(Pointers *pt, const CopyWatch *w, u32 content)
{
	Ref c = pt->refs.at[content / PT_WIDTHS];
	PtWidth width = content % PT_WIDTHS;
	u32 to;
	Arrival a = arrives(pt, w, c.offset, c.stride, width, &to);
	if (a != ARRIVES_NOT)
		add_edge(
			pt, c.content[width],
			(PtEdge){.to = content_of(pt, to, width), .op = a == ARRIVES ? EDGE_ADD : EDGE_MIX});
}

static void tell_all(Pointers *pt, CopyWatch w)
{
	u32 object = pt->refs.at[w.from].object, to;
	for (size_t i = 0; i < pt->objects.at[object].contents.len; i++)
		tell_content(pt, &w, pt->objects.at[object].contents.at[i]);
	for (size_t i = 0; i < pt->objects.at[object].inits.len; i++) {
		Init in = pt->objects.at[object].inits.at[i];
		Arrival a = arrives(pt, &w, in.offset, 0, PT_WORD, &to);
		if (a == ARRIVES_IN_PART)
			in.ref = pt_ref(pt, pt->refs.at[in.ref].object, 0, 1);
		if (a != ARRIVES_NOT)
			pt_address(pt, content_of(pt, to, PT_WORD), in.ref);
	}
}

static void tell_fresh(Pointers *pt)
{
	while (pt->fresh.len) {
		u32 content = vec_pop(&pt->fresh);
		u32 object = pt->refs.at[content / PT_WIDTHS].object;
		for (size_t i = 0; i < pt->objects.at[object].watches.len; i++) {
			CopyWatch w = pt->objects.at[object].watches.at[i];
			tell_content(pt, &w, content);
		}
	}
}

static bool is_memory(const Pointers *pt, u32 ref)
{
	const MemObject *o = &pt->objects.at[pt->refs.at[ref].object];
	return !o->callable && !o->number;
}

static void add_watch(Pointers *pt, CopyWatch w)
{
	u64 key = ((u64)w.from << 32 | w.to) + 1, found;
	MemObject *o = &pt->objects.at[pt->refs.at[w.from].object];
	if (!is_memory(pt, w.to) || !is_memory(pt, w.from))
		return;
	if (intmap_get(&pt->watch_ids, key, &found)) {
		CopyWatch *had = &o->watches.at[found - 1];
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
	if (!is_memory(pt, ref))
		return;
	u32 whole = pt_ref(pt, r.object, 0, 1);
	if (to)
		pt_copy(pt, content_of(pt, whole, PT_WORD), c->coarse);
	else
		pt_copy(pt, c->coarse, view_of(pt, whole, PT_WORD));
}

/* `new` holds refs that joined one side of the copy. */
static void run_copy(Pointers *pt, u32 copy, const RefSet *added, bool to)
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
		for (RefWalk w = {added, 0, 0}; refset_next(&w, &a);)
			coarse_end(pt, &c, a, to);
	} else {
		for (RefWalk w = {added, 0, 0}; refset_next(&w, &a);)
			for (RefWalk v = {&other, 0, 0}; refset_next(&v, &b);)
				add_watch(pt, (CopyWatch){to ? b : a, to ? a : b, c.length});
	}
	refset_free(&other);
}

/* ---- constraints ---- */

static void add_complex(Pointers *pt, u32 n, ComplexKind kind, u64 index)
{
	n = node_find(pt, n);
	PtNode *node = &pt->nodes.at[n];
	vec_push(&node->complex, ((Complex){kind, index}));
	node->seen.n = 0; /* the new one has seen nothing */
	pt->changed = true;
}

void pt_load(Pointers *pt, u32 to, u32 address, PtWidth width)
{
	address = node_find(pt, address);
	u32 all = pt->nodes.at[address].loads[width];
	if (all == NO_NODE) {
		all = pt_node(pt);
		pt->nodes.at[address].loads[width] = all;
		add_complex(pt, address, COMPLEX_LOAD + width, all);
	}
	pt_copy(pt, to, all);
}

void pt_store(Pointers *pt, u32 address, u32 from, PtWidth width)
{
	address = node_find(pt, address);
	u32 all = pt->nodes.at[address].stores[width];
	if (all == NO_NODE) {
		all = pt_node(pt);
		pt->nodes.at[address].stores[width] = all;
		add_complex(pt, address, COMPLEX_STORE + width, all);
	}
	pt_copy(pt, all, from);
}

static void add_pair(Pointers *pt, PtPair pair)
{
	if (pt->copies_only)
		return;
	vec_push(&pt->pairs, pair);
	add_complex(pt, pair.a, COMPLEX_PAIR, pt->pairs.len - 1);
	add_complex(pt, pair.b, COMPLEX_PAIR, pt->pairs.len - 1);
}

void pt_distance(Pointers *pt, u32 to, u32 a, u32 b)
{
	add_pair(pt, (PtPair){a, b, to, true, false});
}

void pt_meeting(Pointers *pt, u32 to, u32 a, u32 b)
{
	add_pair(pt, (PtPair){a, b, to, false, false});
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

/* The object of all addresses in the set. */
static bool one_object(const Pointers *pt, const RefSet *set, u32 *object)
{
	u32 ref;
	for (RefWalk w = {set, 0, 0}; refset_next(&w, &ref);) {
		if (ref == pt->number)
			continue;
		if (*object != NO_NODE && *object != pt->refs.at[ref].object)
			return false;
		*object = pt->refs.at[ref].object;
	}
	return true;
}

/* Within one object a distance says nothing of where the object is. */
static void run_pair(Pointers *pt, u32 number)
{
	PtPair p = pt->pairs.at[number];
	u32 a = NO_NODE, b = NO_NODE;
	bool one = one_object(pt, pt_set(pt, p.a), &a);
	one = one_object(pt, pt_set(pt, p.b), &b) && one;
	bool both = a != NO_NODE && b != NO_NODE, same = one && (!both || a == b);
	if (p.done || (p.distance ? same : !both))
		return;
	pt->pairs.at[number].done = true;
	pt_bits(pt, p.to, p.a);
	pt_bits(pt, p.to, p.b);
}

static void run_one(Pointers *pt, Complex c, u32 ref)
{
	if (c.kind == COMPLEX_CALL) {
		if (pt->objects.at[pt->refs.at[ref].object].callable)
			pt->found(pt->context, c.index, pt->refs.at[ref].object);
	} else if (!is_memory(pt, ref)) {
		return;
	} else if (c.kind < COMPLEX_STORE) {
		pt_copy(pt, (u32)c.index, view_of(pt, ref, c.kind - COMPLEX_LOAD));
	} else if (c.kind < COMPLEX_COPY_TO) {
		pt_copy(pt, content_of(pt, ref, c.kind - COMPLEX_STORE), (u32)c.index);
	}
}

/* A number that is used as an address may be any that escaped. */
static void run_number(Pointers *pt, u32 n, const RefSet *added)
{
	const PtNode *node = &pt->nodes.at[n];
	if (pt->number == NO_NODE || !refset_has(added, pt->number))
		return;
	for (size_t i = 0; i < node->complex.len; i++)
		if (node->complex.at[i].kind != COMPLEX_PAIR) {
			pt_copy(pt, n, pt->escaped);
			return;
		}
}

void run_complex(Pointers *pt, u32 n)
{
	RefSet added = {0};
	refset_minus(&pt->nodes.at[n].set, &pt->nodes.at[n].seen, &added);
	refset_copy(&pt->nodes.at[n].seen, &pt->nodes.at[n].set);
	/* Constraints that come meanwhile have made `seen` empty and get their turn. */
	size_t n_complex = pt->nodes.at[n].complex.len;
	run_number(pt, n, &added);
	for (size_t i = 0; added.n && i < n_complex; i++) {
		Complex c = pt->nodes.at[n].complex.at[i];
		u32 ref;
		pt->work += 4ull * added.n;
		if (c.kind == COMPLEX_COPY_TO || c.kind == COMPLEX_COPY_FROM)
			run_copy(pt, (u32)c.index, &added, c.kind == COMPLEX_COPY_TO);
		else if (c.kind == COMPLEX_PAIR)
			run_pair(pt, (u32)c.index);
		else
			for (RefWalk w = {&added, 0, 0}; refset_next(&w, &ref);)
				run_one(pt, c, ref);
	}
	tell_fresh(pt);
	refset_free(&added);
}
