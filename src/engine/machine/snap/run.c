/* run.c: the results of a run so far, and its position. */
#include "engine/machine/snap.h"
#include "engine/machine/sym.h"

#define COPY(to, from)                                                      \
	do {                                                                    \
		(to)->len = 0;                                                      \
		vec_fit((to), (from)->len);                                         \
		if ((from)->len)                                                    \
			memcpy((to)->at, (from)->at, (from)->len * sizeof *(from)->at); \
		(to)->len = (from)->len;                                            \
	} while (0)
#define BYTES(v) ((v)->len * sizeof *(v)->at)

void snap_renew(Machine *m, Tag tag, u64 *lo, u64 *hi)
{
	if (!TAG_EXPR(tag))
		return;
	u128 v = snap_value(m, TAG_EXPR(tag));
	*lo = (u64)v;
	*hi = (u64)(v >> 64);
}

/* ---- notes ---- */

static void take_notes(Machine *m, KeptRun *k)
{
	for (size_t i = 0; i < m->notes.len; i++) {
		Note n = m->notes.at[i];
		if (!sym_overflow_note(&n)) {
			n.what = xstrdup(n.what);
			vec_push(&k->notes, n);
		}
	}
}

static void put_note(Machine *m, const Note *n)
{
	add_note(m, n->kind, n->loc, "%s", n->what);
	vec_last(&m->notes).count = n->count;
}

/* In the order in which a run on this input would have left them. */
static void put_notes(Machine *m, const KeptRun *k, SnapNotes *now)
{
	size_t next = 0;
	COPY(&now->doubts, &k->doubts);
	COPY(&now->asked, &k->asked);
	for (size_t i = 0; i < k->doubts.len; i++) {
		const SnapDoubt *d = &k->doubts.at[i];
		while (next < d->before)
			put_note(m, &k->notes.at[next++]);
		sym_overflow_again(m, d, snap_value(m, d->a), d->b ? snap_value(m, d->b) : 0);
	}
	while (next < k->notes.len)
		put_note(m, &k->notes.at[next++]);
	for (size_t i = 0; i < k->asked.len; i++)
		m->asks.at[k->asked.at[i]].count++;
}

/* ---- blocks that are watched ---- */

/* Only the first watcher of a block that an earlier run covered is called: see cover_block.
 */
static bool watch_reported(const Machine *m, u32 watch)
{
	const Watched *mine = &m->watched.at[watch];
	for (u32 i = 0; i < watch; i++) {
		const Watched *w = &m->watched.at[i];
		if (w->function == mine->function && w->block == mine->block && !w->counts && w->covered)
			return true;
	}
	return false;
}

static void put_watched(Machine *m, const KeptRun *k)
{
	for (size_t i = 0; i < k->watch_events.len; i++) {
		const Watched *w = &m->watched.at[k->watch_events.at[i].watch];
		m->fns[w->function].covered[w->block] = 1;
		if (!watch_reported(m, k->watch_events.at[i].watch))
			vec_push(&m->watch_events, k->watch_events.at[i]);
	}
	for (size_t i = 0; i < k->counts.len; i++) {
		Watched *w = &m->watched.at[i];
		w->count = k->counts.at[i];
		if (w->counts) /* each time is counted */
			m->fns[w->function].covered[w->block] = 0;
	}
}

/* ---- whole runs ---- */

void snap_run_take(Machine *m, const Code *pc, i64 budget, KeptRun *k)
{
	const SnapNotes *notes = snap_notes(m);
	*k = (KeptRun){.executed = m->executed + m->slice - (u64)budget,
				   .overflows_left = m->overflows_left};
	thread_copy(&k->thread, &m->thread);
	k->thread.pc = pc;
	COPY(&k->overflows, &m->overflows);
	COPY(&k->strings, &m->strings);
	COPY(&k->watch_events, &m->watch_events);
	COPY(&k->seen, &m->seen);
	COPY(&k->doubts, &notes->doubts);
	COPY(&k->asked, &notes->asked);
	for (size_t i = 0; i < m->overflow_ids.cap; i++)
		if (m->overflow_ids.keys[i])
			vec_push(&k->overflow_ids, m->overflow_ids.keys[i]);
	for (size_t i = 0; i < m->provenance.cap; i++)
		if (m->provenance.keys[i]) {
			vec_push(&k->provenance, m->provenance.keys[i]);
			vec_push(&k->provenance, m->provenance.values[i]);
		}
	for (size_t i = 0; i < m->watched.len; i++)
		vec_push(&k->counts, m->watched.at[i].count);
	take_notes(m, k);
}

void snap_run_put(Machine *m, const KeptRun *k)
{
	thread_copy(&m->thread, &k->thread);
	m->executed = k->executed;
	m->slice = 0; /* the limit may be another one now: it is looked at first */
	m->overflows_left = k->overflows_left;
	COPY(&m->overflows, &k->overflows);
	COPY(&m->strings, &k->strings);
	COPY(&m->seen, &k->seen);
	for (size_t i = 0; i < m->seen.len; i++)
		snap_renew(m, m->seen.at[i].tag, &m->seen.at[i].lo, &m->seen.at[i].hi);
	for (size_t i = 0; i < k->overflow_ids.len; i++)
		intmap_put(&m->overflow_ids, k->overflow_ids.at[i], 1);
	for (size_t i = 0; i + 1 < k->provenance.len; i += 2)
		intmap_put(&m->provenance, k->provenance.at[i], k->provenance.at[i + 1]);
	put_watched(m, k);
	put_notes(m, k, snap_notes(m));
}

u64 snap_run_bytes(const KeptRun *k)
{
	return thread_bytes(&k->thread) + BYTES(&k->overflows) + BYTES(&k->overflow_ids) +
		   BYTES(&k->provenance) + BYTES(&k->strings) + BYTES(&k->watch_events) +
		   BYTES(&k->counts) + BYTES(&k->seen) + BYTES(&k->notes) + BYTES(&k->doubts) +
		   BYTES(&k->asked);
}

void snap_run_free(KeptRun *k)
{
	for (size_t i = 0; i < k->notes.len; i++)
		free(k->notes.at[i].what);
	thread_free(&k->thread);
	vec_free(&k->overflows);
	vec_free(&k->overflow_ids);
	vec_free(&k->provenance);
	vec_free(&k->strings);
	vec_free(&k->watch_events);
	vec_free(&k->counts);
	vec_free(&k->seen);
	vec_free(&k->notes);
	vec_free(&k->doubts);
	vec_free(&k->asked);
}
