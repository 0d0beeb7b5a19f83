/* keep.c: caches points-to results of large programs from one command to the next.
 *
 * The result depends on the program and the options only, and takes seconds for some tens of
 * thousands of lines. So we store it next to the program itself (load/cache), under the same key
 * and the options. We store only what later questions need: the sets of registers, constants and
 * calls, with the original numbers of refs and objects, so that answers have the same order. The
 * solver's own edges and constraints are not stored; a result that was read cannot be extended.
 */
#include "engine/load/cache/store.h"
#include "engine/static/points/generate.h"
#include "engine/static/points/pointer_impl.h"

enum {
	FORM = 1,             /* of what is kept */
	LEAST_WORK = 3000000, /* a tenth of a second: less is not worth a file */
};

typedef VEC(u32) KeepWords;

static bool find_key(const Static *s, Digest *key)
{
	const StaticOptions *o = &s->options;
	const u64 numbers[] = {FORM,           o->no_points_to, o->calls_return, o->field_blind,
						   o->copies_only, o->careful,      o->budget};
	*key = s->p->key;
	if (digest_same(*key, (Digest){0}))
		return false;
	digest_add(key, numbers, sizeof numbers);
	digest_add(key, s->roots, s->n_roots * sizeof *s->roots);
	digest_add(key, o->leaked, o->n_leaked * sizeof *o->leaked);
	return true;
}

/* ---- writing ---- */

typedef struct KeepWriter {
	KeepWords out;
	KeepWords nodes; /* those that are mentioned, by their new number */
	u32 *number;     /* by node: its new number + 1, or 0 */
	Pointers *pt;
} KeepWriter;

static void put(KeepWriter *w, u32 x)
{
	vec_push(&w->out, x);
}

static void put_long(KeepWriter *w, u64 x)
{
	put(w, (u32)x);
	put(w, (u32)(x >> 32));
}

static void put_node(KeepWriter *w, u32 n)
{
	if (n == NO_NODE) {
		put(w, NO_NODE);
		return;
	}
	n = node_find(w->pt, n);
	if (!w->number[n]) {
		vec_push(&w->nodes, n);
		w->number[n] = (u32)w->nodes.len;
	}
	put(w, w->number[n] - 1);
}

static void put_set(KeepWriter *w, const RefSet *s)
{
	put(w, s->n);
	for (u32 i = 0; i < s->n; i++) {
		put(w, s->at[i].base);
		put_long(w, s->at[i].bits);
	}
}

static void put_map(KeepWriter *w, const IntMap *m)
{
	put(w, (u32)m->len);
	for (size_t i = 0; i < m->cap; i++)
		if (m->keys[i]) {
			put_long(w, m->keys[i]);
			put_node(w, (u32)m->values[i] - 1);
		}
}

static void put_things(KeepWriter *w, const PtGen *g)
{
	put(w, (u32)g->pt->refs.len);
	for (size_t i = 0; i < g->pt->refs.len; i++) {
		const Ref *r = &g->pt->refs.at[i];
		put(w, r->object);
		put(w, r->stride);
		put_long(w, (u64)r->offset);
	}
	put(w, (u32)g->objects.len);
	for (size_t i = 0; i < g->objects.len; i++) {
		const Abstract *o = &g->objects.at[i];
		put(w, o->kind);
		put(w, o->a);
		put(w, o->b);
		put_long(w, o->size);
	}
}

static void put_functions(KeepWriter *w, const PtGen *g)
{
	put(w, (u32)g->p->functions.len);
	for (size_t f = 0; f < g->p->functions.len; f++) {
		const u32 *reg = g->fns[f].reg;
		put(w, reg ? g->p->functions.at[f].n_regs : NO_NODE);
		for (u32 i = 0; reg && i < g->p->functions.at[f].n_regs; i++)
			put_node(w, reg[i]);
	}
	put(w, (u32)g->sites.len);
	for (size_t i = 0; i < g->sites.len; i++) {
		put(w, g->sites.at[i].function);
		put(w, g->sites.at[i].ins);
		put_set(w, &g->sites.at[i].callees);
	}
}

void points_write(const PtGen *g, Buf *to)
{
	KeepWriter w = {.pt = g->pt, .number = xcalloc(g->pt->nodes.len + 1, sizeof *w.number)};
	put(&w, g->pt->gave_up);
	put(&w, g->pt->number);
	put_node(&w, g->escaped);
	put_things(&w, g);
	put_functions(&w, g);
	put_map(&w, &g->consts);
	put_map(&w, &g->deep);
	put(&w, (u32)w.nodes.len);
	for (size_t i = 0; i < w.nodes.len; i++)
		put_set(&w, &g->pt->nodes.at[w.nodes.at[i]].set);
	buf_add(to, (const char *)w.out.at, w.out.len * sizeof *w.out.at);
	vec_free(&w.out);
	vec_free(&w.nodes);
	free(w.number);
}

void points_keep(const Static *s)
{
	Digest key;
	Buf bytes = {0};
	if (s->gen->pt->work < LEAST_WORK || !find_key(s, &key))
		return;
	points_write(s->gen, &bytes);
	store_write("points", key, bytes.at, bytes.len);
	buf_free(&bytes);
}

/* ---- reading ---- */

typedef struct KeepReader {
	const u32 *at, *end;
	bool bad; /* it ends too early, or says what cannot be */
} KeepReader;

static u32 get(KeepReader *r)
{
	if (r->at == r->end) {
		r->bad = true;
		return 0;
	}
	return *r->at++;
}

static u64 get_long(KeepReader *r)
{
	u64 low = get(r);
	return low | (u64)get(r) << 32;
}

/* How many follow, each of at least so many words. */
static u32 get_count(KeepReader *r, u32 words)
{
	u32 n = get(r);
	if (n > (size_t)(r->end - r->at) / words)
		r->bad = true;
	return r->bad ? 0 : n;
}

static void get_set(KeepReader *r, RefSet *s)
{
	u32 n = get_count(r, 3);
	if (!n)
		return;
	*s = (RefSet){.at = xmalloc(n * sizeof *s->at), .n = n, .cap = n};
	for (u32 i = 0; i < n; i++) {
		u32 base = get(r);
		s->at[i] = (RefChunk){base, get_long(r)};
	}
}

static void get_map(KeepReader *r, IntMap *m)
{
	for (u32 n = get_count(r, 3); n && !r->bad; n--) {
		u64 key = get_long(r);
		intmap_put(m, key, get(r) + 1ull);
	}
}

static void get_things(KeepReader *r, PtGen *g)
{
	for (u32 n = get_count(r, 4); n; n--) {
		Ref ref = {.object = get(r), .stride = get(r)};
		ref.offset = (i64)get_long(r);
		memset(ref.content, 0xff, sizeof ref.content);
		memset(ref.view, 0xff, sizeof ref.view);
		vec_push(&g->pt->refs, ref);
	}
	for (u32 n = get_count(r, 5); n; n--) {
		Abstract o = {.kind = (AbstractKind)get(r), .a = get(r), .b = get(r)};
		o.size = get_long(r);
		vec_push(&g->objects, o);
		gen_name_object(g, (u32)g->objects.len - 1);
	}
}

static void get_functions(KeepReader *r, PtGen *g)
{
	u32 n = get_count(r, 1);
	r->bad |= n != g->p->functions.len;
	for (u32 f = 0; f < n && !r->bad; f++) {
		u32 regs = get(r);
		if (regs == NO_NODE)
			continue;
		r->bad |= regs != g->p->functions.at[f].n_regs || regs > (size_t)(r->end - r->at);
		if (r->bad)
			return;
		g->fns[f].reg = xmalloc((regs + 1) * sizeof *g->fns[f].reg);
		for (u32 i = 0; i < regs; i++)
			g->fns[f].reg[i] = get(r);
	}
	for (u32 i = get_count(r, 3); i && !r->bad; i--) {
		IndirectCall c = {.function = get(r), .ins = get(r)};
		get_set(r, &c.callees);
		vec_push(&g->sites, c);
	}
}

static void get_nodes(KeepReader *r, PtGen *g)
{
	for (u32 i = get_count(r, 1); i && !r->bad; i--) {
		u32 n = pt_node(g->pt);
		get_set(r, &g->pt->nodes.at[n].set);
	}
}

PtGen *points_read(Static *s, const void *bytes, size_t n)
{
	KeepReader r = {.at = bytes, .end = (const u32 *)bytes + n / sizeof *r.at};
	PtGen *g = gen_make(s);
	g->pt->gave_up = get(&r);
	g->pt->number = get(&r);
	g->escaped = get(&r);
	get_things(&r, g);
	get_functions(&r, g);
	get_map(&r, &g->consts);
	get_map(&r, &g->deep);
	get_nodes(&r, g);
	if (!r.bad && r.at == r.end && g->sites.len)
		return g;
	gen_free(g);
	return NULL;
}

PtGen *points_recall(Static *s)
{
	Arena arena = {0};
	Digest key;
	size_t n;
	const u8 *bytes = find_key(s, &key) ? store_read("points", key, &arena, &n) : NULL;
	PtGen *g = bytes ? points_read(s, bytes, n) : NULL;
	arena_free(&arena);
	return g;
}
