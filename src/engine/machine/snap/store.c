/* store.c: stores snapshots, and decides when to take and when to drop one.
 *
 * When there are too many, the least recently used one is dropped. Using a snapshot also uses
 * all above it, after it. So the last one in the list has no snapshot with a state below it.
 */
#include "base/check.h"
#include "engine/machine/snap/tree.h"
#include "engine/machine/snapshot.h"
#include "engine/machine/sym.h"
#include "engine/machine/sym/lazy.h"

enum {
	LEAST_GAP = limit_of(64, 1), /* instructions between two snapshots of a run */
	BYTES_A_STEP =
		limit_of(16, 4096), /* bytes of a copy for which one more is to have been executed */
	LOOKED_AT = 16,         /* bytes that are looked at in the time in which one is copied */
	MOST_DOUBTS = 256,
	PATHS = 4, /* of which at least the snapshots are to fit into the memory for them */
};

/* A shape, and what is known of its runs. */
typedef struct SnapRoot {
	Snapshot *all;
	u64 first;   /* point of the word that adds the first constraint; 0: not known */
	u64 longest; /* instructions of a run */
} SnapRoot;

struct Snapshots {
	Machine *m;
	VEC(SnapRoot) roots; /* by shape */
	Snapshot *newest, *oldest;
	u64 bytes, limit;
	Snapshot *at;        /* the latest on the way of the present run; a root at first */
	const Assignment *a; /* of the present run; NULL: it takes none */
	u32 shape;           /* likewise */
	u32 pool_len;        /* expressions that some of them may name are below */
	ExprEval *eval;
	SnapNotes notes; /* of the present run */
	SnapshotStats stats;
};

/* ---- the list by use ---- */

static void unlist(struct Snapshots *s, Snapshot *x)
{
	*(x->newer ? &x->newer->older : &s->newest) = x->older;
	*(x->older ? &x->older->newer : &s->oldest) = x->newer;
	x->newer = x->older = NULL;
}

static void list_first(struct Snapshots *s, Snapshot *x)
{
	x->newer = NULL;
	x->older = s->newest;
	*(s->newest ? &s->newest->newer : &s->oldest) = x;
	s->newest = x;
}

/* Beside one that was used just now, as one below it. */
static void list_behind(struct Snapshots *s, Snapshot *x, Snapshot *above)
{
	x->newer = above;
	x->older = above->older;
	*(x->older ? &x->older->newer : &s->oldest) = x;
	above->older = x;
}

static void use(struct Snapshots *s, Snapshot *x)
{
	for (; x; x = x->parent)
		if (x->os) {
			unlist(s, x);
			list_first(s, x);
		}
}

/* ---- life ---- */

static void drop_state(struct Snapshots *s, Snapshot *x)
{
	s->bytes -= x->bytes;
	snap_memory_free(s->m, &x->memory);
	snap_run_free(&x->run);
	os_kept_free(x->os);
	x->os = NULL;
}

static void drop(struct Snapshots *s, Snapshot *x)
{
	unlist(s, x);
	drop_state(s, x);
	if (s->at == x)
		s->at = snap_with_state(x);
	snap_prune(x);
	s->stats.dropped++;
}

static void drop_all(struct Snapshots *s)
{
	while (s->oldest)
		drop(s, s->oldest);
	for (size_t i = 0; i < s->roots.len; i++)
		s->roots.at[i].first = 0;
	s->pool_len = 0;
	snap_rules_stale(s->m);
}

/* Expressions from mark on are gone. */
static void released(void *ctx, u32 mark)
{
	struct Snapshots *s = ctx;
	if (mark < s->pool_len)
		drop_all(s);
}

void machine_keep_snapshots(Machine *m, u64 bytes)
{
	snap_free(m);
	if (!bytes)
		return;
	struct Snapshots *s = xcalloc(1, sizeof *s);
	s->m = m;
	s->limit = bytes;
	s->eval = expr_eval_new(m->pool);
	expr_on_release(m->pool, released, s);
	m->snap.store = s;
	snap_rules_new(m);
}

void snap_free(Machine *m)
{
	struct Snapshots *s = m->snap.store;
	if (s)
		drop_all(s);
	snap_clear(m);
	snap_blocks_end(m);
	snap_rules_free(m);
	m->snap = (SnapWatch){.due = UINT64_MAX};
	if (!s)
		return;
	expr_off_release(m->pool, released, s);
	expr_eval_free(s->eval);
	for (size_t i = 0; i < s->roots.len; i++)
		free(s->roots.at[i].all);
	vec_free(&s->roots);
	vec_free(&s->notes.doubts);
	vec_free(&s->notes.asked);
	vec_free(&s->notes.looks);
	free(s);
}

void snap_drop_all(Machine *m)
{
	if (m->snap.store)
		drop_all(m->snap.store);
}

SnapshotStats machine_snapshot_stats(const Machine *m)
{
	return m->snap.store ? m->snap.store->stats : (SnapshotStats){0};
}

/* ---- a run ---- */

void machine_set_input(Machine *m, u32 shape, const Assignment *a)
{
	struct Snapshots *s = m->snap.store;
	if (!s)
		return;
	while (s->roots.len <= shape)
		vec_push(&s->roots, ((SnapRoot){.all = xcalloc(1, sizeof(Snapshot))}));
	s->a = m->track || m->trace || m->state ? NULL : a;
	s->shape = shape;
}

void snap_begin(Machine *m)
{
	struct Snapshots *s = m->snap.store;
	m->snap.points = m->snap.point_at = 0;
	m->snap.due = UINT64_MAX;
	if (!s || !s->a || !s->limit)
		return;
	if (snap_rules_full(m))
		drop_all(s);
	const SnapRoot *root = &s->roots.at[s->shape];
	s->at = root->all;
	s->notes.doubts.len = s->notes.asked.len = s->notes.looks.len = 0;
	snap_rules_begin(m, NULL, 0);
	m->snap.point_at = root->first ? root->first : 1; /* not known: each is looked at */
}

void snap_end(Machine *m)
{
	struct Snapshots *s = m->snap.store;
	u64 ran = m->executed + m->slice;
	if (s && s->a && ran > s->roots.at[s->shape].longest)
		s->roots.at[s->shape].longest = ran;
	if (s)
		s->a = NULL;
	snap_over(m);
}

void snap_over(Machine *m)
{
	m->snap.point_at = 0;
	m->snap.due = UINT64_MAX;
}

SnapNotes *snap_notes(Machine *m)
{
	struct Snapshots *s = m->snap.store;
	return s && s->a ? &s->notes : NULL;
}

SnapNotes *snap_going_on(Machine *m)
{
	return m->snap.due == UINT64_MAX && !m->snap.point_at ? NULL : snap_notes(m);
}

void snap_doubt(Machine *m, const SnapDoubt *d)
{
	SnapNotes *notes = snap_going_on(m);
	if (!notes)
		return;
	if (notes->doubts.len >= MOST_DOUBTS)
		snap_over(m);
	else
		vec_push(&notes->doubts, *d);
}

u8 snap_lazy(Machine *m, u64 addr, Tag tag)
{
	const LazyArray *a = lazy_array(m, tag);
	return a->array ? expr_eval_byte(m->snap.store->eval, a->array, (u32)(addr - a->base)) : 0;
}

u128 snap_value(Machine *m, Expr e)
{
	return e < expr_pool_len(m->pool) ? expr_eval_value(m->snap.store->eval, e) : 0;
}

/* ---- taking ---- */

/* One at this state; the constraints are those of x already, or x is new. */
static bool fill(Machine *m, Snapshot *x, const Code *pc, i64 budget)
{
	struct Snapshots *s = m->snap.store;
	const KeptMemory *like = x->os ? &x->memory : s->at->os ? &s->at->memory : NULL;
	KeptMemory memory;
	u64 bytes;
	OsKept *os = os_keep(m->os);
	if (!os || !snap_memory_take(m, like, &memory, &bytes)) {
		os_kept_free(os);
		return false;
	}
	if (x->os)
		drop_state(s, x);
	x->memory = memory;
	x->os = os;
	snap_run_take(m, pc, budget, &x->run);
	x->bytes = sizeof *x + bytes + snap_run_bytes(&x->run) + os_kept_bytes(os) +
			   x->since.len * sizeof *x->since.at;
	const Snapshot *above = x->parent ? snap_with_state(x->parent) : NULL;
	x->path = x->bytes + (above && above->os ? above->path : 0);
	s->bytes += x->bytes;
	s->stats.taken++;
	return true;
}

static u64 executed(const Machine *m, i64 budget)
{
	return m->executed + m->slice - (u64)budget;
}

/* Instructions until the next one is due. A copy must have been earned by as many steps as it costs.
 * And those of one path must fit into a part of the memory: of a long one that takes more, the
 * latest would go as soon as they are made, and each be made without one above to share with. */
static u64 gap(const Machine *m, const Snapshot *x, u64 now)
{
	const struct Snapshots *s = m->snap.store;
	u64 looked_at = 0;
	for (u32 i = 0; i < N_RANGES; i++)
		looked_at += x->memory.range_bytes[i];
	u64 cost = LEAST_GAP + (x->bytes + looked_at / LOOKED_AT) / BYTES_A_STEP;
	u64 part = s->limit / PATHS, longest = s->roots.at[s->shape].longest;
	u64 left = longest > now ? longest - now : now; /* not known: as long again */
	u64 room = (part > x->path ? part - x->path : 0) / x->bytes;
	u64 propagate = room ? left / room : left;
	return cost > propagate ? cost : propagate;
}

static SnapWay way_of(const Machine *m)
{
	const SnapNotes *notes = &m->snap.store->notes;
	return (SnapWay){m->constraints.at, (u32)m->constraints.len, notes->looks.at,
					 (u32)notes->looks.len};
}

/* The state at this word is the input's but for what has expressions. */
static void take(Machine *m, const Code *pc, i64 budget)
{
	struct Snapshots *s = m->snap.store;
	Snapshot *x = snap_location(s->at, way_of(m));
	u64 now = executed(m, budget);
	bool again = x->os;
	if (!fill(m, x, pc, budget)) {
		snap_prune(x);
		snap_over(m);
		return;
	}
	if (!again) {
		/* Those above were used when the run began, or are of this run: nothing is moved. */
		Snapshot *above = x->parent ? snap_with_state(x->parent) : x;
		x->met = now;
		if (above != x && above->os)
			list_behind(s, x, above);
		else
			list_first(s, x);
	}
	s->at = x;
	s->pool_len = expr_pool_len(m->pool);
	m->snap.due = now + gap(m, x, now);
	while (s->bytes > s->limit && s->oldest)
		drop(s, s->oldest);
}

/* True if a snapshot is no better than the one before: whoever passed that without deciding anything
 * since comes here, too. One takes its place when the way since doubled: so there are few. */
static bool little_new(const Machine *m, i64 budget)
{
	const Snapshot *x = m->snap.store->at;
	u64 reached = snap_reached(x);
	SnapWay way = way_of(m);
	return x->os && x->n == way.n && x->n_looks == way.n_looks &&
		   executed(m, budget) - reached < reached - x->met;
}

void snap_point(Machine *m, const Code *pc, i64 budget)
{
	struct Snapshots *s = m->snap.store;
	SnapRoot *root = &s->roots.at[s->shape];
	if (!root->first) {
		m->snap.point_at = m->snap.points + 1;
		if (!m->constraints.len)
			return;
		root->first = m->snap.points > 1 ? m->snap.points - 1 : 1;
		m->snap.point_at = 0;
		m->snap.due = executed(m, budget) + LEAST_GAP;
		return;
	}
	m->snap.point_at = 0;
	if (little_new(m, budget))
		return;
	take(m, pc, budget);
}

/* ---- going on from one ---- */

static void put_way(Machine *m, const Snapshot *x)
{
	SnapNotes *notes = &m->snap.store->notes;
	u32 n = x->n, k = x->n_looks;
	vec_reserve(&m->constraints, n);
	vec_reserve(&notes->looks, k);
	m->constraints.len = n;
	notes->looks.len = k;
	for (; x->parent; x = x->parent)
		for (size_t i = x->since.len; i-- > 0;)
			if (x->since.at[i].rule)
				notes->looks.at[--k] = (SnapLook){n, x->since.at[i].rule, x->since.at[i].set};
			else
				m->constraints.at[--n] = x->since.at[i].c;
	snap_rules_begin(m, notes->looks.at, notes->looks.len);
}

/* Input strings are in the caller's buffers. */
static void put_strings(Machine *m, const SymInput *in)
{
	const SymStrings *lists[] = {&in->argv, &in->envp};
	size_t k = 0;
	for (u32 l = 0; l < countof(lists); l++)
		for (u32 i = 0; i < lists[l]->n && lists[l]->tags; i++)
			if (lists[l]->tags[i] && k < m->strings.len) {
				m->strings.at[k].bytes = lists[l]->bytes[i];
				m->strings.at[k++].tags = lists[l]->tags[i];
			}
}

static u64 renew(void *machine, Tag tag)
{
	return (u64)snap_value(machine, TAG_EXPR(tag));
}

bool snap_resume(Machine *m, const SymInput *in, const Code **pc, i64 *budget)
{
	struct Snapshots *s = m->snap.store;
	if (!s || !s->a)
		return false;
	expr_eval_next(s->eval, s->a);
	Snapshot *x = snap_find(m, s->at);
	if (!x->os || !snap_serves(m, x))
		return false;
	machine_drop_notes(m);
	put_way(m, x);
	snap_memory_put(m, &x->memory);
	snap_run_put(m, &x->run);
	put_strings(m, in);
	os_put_back(m->os, x->os, renew, m);
	s->at = x;
	use(s, x);
	s->stats.resumed++;
	s->stats.skipped += snap_reached(x);
	m->snap.point_at = 0;
	m->snap.due = x->run.executed + LEAST_GAP;
	*pc = x->run.thread.pc;
	*budget = 0;
	return true;
}
