/* watch.c: records which watched blocks a run executes, in order.
 *
 * A watched block counts as not covered at the beginning of each run, and its instructions stay
 * in the bytecode (settle.c), so that the interpreter comes here once for each of them in every
 * run.
 */
#include "base/check.h"
#include "engine/machine/snap.h"
#include "engine/machine/tier.h"

static void make_again(Machine *m, FnCode *fc)
{
	snap_drop_all(m);
	if (m->tier)
		tier_forget(m);
	code_again(fc, m->fns, m->p->functions.len);
}

/* What was settled while nobody looked at it has to be there again. */
static void watch(Machine *m, Watched w)
{
	vec_push(&m->watched, w);
	if (m->fns[w.function].settled) {
		make_again(m, &m->fns[w.function]);
	}
}

void machine_watch(Machine *m, u32 function, u32 block)
{
	watch(m, (Watched){.function = function, .block = block});
}

void machine_mark(Machine *m, u32 function, u32 ins)
{
	FnCode *fc = &m->fns[function];
	u32 flag = fc->n_flags++;
	fc->covered = xrealloc(fc->covered, fc->n_flags);
	fc->covered[flag] = 0;
	fc->marks = xrealloc(fc->marks, (fc->n_marks + 1) * sizeof *fc->marks);
	fc->marks[fc->n_marks++] = (CodeMark){.ins = ins, .flag = flag};
	if (fc->code) {
		make_again(m, fc);
	}
	watch(m, (Watched){.function = function, .block = flag, .mark = true});
}

void machine_count(Machine *m, u32 function, u32 block)
{
	watch(m, (Watched){.function = function, .block = block, .counts = true});
}

void machine_on_block(Machine *m, u32 function, u32 block, void (*fn)(void *ctx), void *ctx)
{
	Watched w = {.function = function, .block = block, .counts = true, .fn = fn, .ctx = ctx};
	watch(m, w);
}

u64 machine_counted(const Machine *m)
{
	u64 n = 0;
	for (size_t i = 0; i < m->watched.len; i++)
		n += m->watched.at[i].count;
	return n;
}

bool machine_count_hits(Machine *m)
{
	for (size_t i = 0; i < m->p->functions.len; i++) {
		FnCode *fc = &m->fns[i];
		must(!fc->code);
		if (fc->fn->kind == FN_SUBJECT && fc->covered) {
			fc->hits = xcalloc(fc->n_flags, 1);
			vec_push(&m->blocks.counted, (u32)i);
		}
	}
	return m->blocks.counted.len;
}

const u8 *machine_hits(const Machine *m, u32 function, u32 *n)
{
	*n = m->fns[function].n_flags;
	return m->fns[function].code ? m->fns[function].hits : NULL;
}

static void clear_hits(Machine *m)
{
	for (size_t i = 0; i < m->blocks.counted.len; i++) {
		FnCode *fc = &m->fns[m->blocks.counted.at[i]];
		if (fc->code)
			memset(fc->hits, 0, fc->n_flags);
	}
}

void watch_begin(Machine *m)
{
	clear_hits(m);
	m->watch_events.len = m->seen.len = 0;
	for (size_t i = 0; i < m->watched.len; i++) {
		m->watched.at[i].count = 0;
		u8 *covered = m->fns[m->watched.at[i].function].covered;
		if (!covered)
			continue;
		m->watched.at[i].covered |= covered[m->watched.at[i].block];
		covered[m->watched.at[i].block] = 0;
	}
}

/* What is counted is covered as well. */
void watch_end(Machine *m)
{
	for (size_t i = 0; i < m->watched.len; i++) {
		Watched *w = &m->watched.at[i];
		u8 *covered = m->fns[w->function].covered;
		w->covered = w->covered || w->count;
		if (w->counts && covered && w->covered)
			covered[w->block] = 1;
	}
}

void cover_block(Machine *m, FnCode *fc, u32 block)
{
	if (m->trace && fc->fn->kind == FN_SUBJECT) {
		trace_block(m, block);
		return; /* so that the next time comes here too */
	}
	fc->covered[block] = 1;
	for (size_t i = 0; i < m->watched.len; i++) {
		Watched *w = &m->watched.at[i];
		if (w->function != fc->fn->id || w->block != block)
			continue;
		if (w->counts) {
			w->count++;
			if (w->fn)
				w->fn(w->ctx);
			fc->covered[block] = 0; /* so that the next time comes here too */
			continue;
		}
		WatchEvent e = {.watch = (u32)i, .constraints = (u32)m->constraints.len};
		vec_push(&m->watch_events, e);
		if (w->mark)
			w->count = 1;
		if (w->covered || w->mark) /* coverage counts blocks */
			return;
	}
	m->blocks.fresh++;
}

static bool is_watched(const Machine *m, u32 function, u32 block)
{
	for (size_t i = 0; i < m->watched.len; i++)
		if (m->watched.at[i].function == function && m->watched.at[i].block == block)
			return true;
	return false;
}

void cover_first(Machine *m, FnCode *fc, u32 at)
{
	u32 block = fc->code[at].b;
	if (fc->hits) {
		fc->code[at].op = C_HIT;
		return;
	}
	if (m->track || m->trace || is_watched(m, fc->fn->id, block)) {
		fc->code[at].op = C_COVERED;
		return;
	}
	if (!fc->covered[block])
		cover_block(m, fc, block);
	code_settle(fc, at);
}

bool machine_ran(const Machine *m, u32 function, u32 flag)
{
	const u8 *covered = m->fns[function].covered;
	for (size_t i = 0; i < m->watched.len; i++) {
		const Watched *w = &m->watched.at[i];
		if (w->function == function && w->block == flag && w->covered)
			return true;
	}
	return covered && covered[flag];
}

const WatchEvent *machine_watch_events(const Machine *m, size_t *n)
{
	*n = m->watch_events.len;
	return m->watch_events.at;
}

void machine_forget(Machine *m)
{
	m->constraints.len = m->watch_events.len = m->seen.len = m->overflows.len = 0;
	machine_drop_notes(m);
}

void machine_set_limit(Machine *m, u64 instructions)
{
	m->config.limit_insns = instructions;
}
