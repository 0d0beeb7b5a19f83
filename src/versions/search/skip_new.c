/* skip_new.c: skips NEW's run if OLD's run executes no change.
 *
 * A change has points in both versions. As long as a run of OLD executes none of them, NEW is the
 * same program and would do the same: decide, print and end alike. So NEW is not run. This says
 * nothing of inputs that were not run, so it needs no call graph, unlike `reach` (prune.c): code
 * that signal handlers or longjmp execute is executed. Initial contents, functions of the host and
 * addresses could differ without a change being executed; begin and learn handle these.
 *
 * A run of OLD counts for both only if runs of both have shown before what it shows: the blocks it
 * executed, the sites of its decisions, its notes and its requests to the world. So everything new
 * is observed in both versions, and compared. A fixed share of the other runs is run in both
 * nevertheless. If NEW then reaches a change, or decides otherwise, no more runs are skipped; if it
 * reaches a change, the earlier skips are also withdrawn. */
#include "versions/search/impl.h"

#include "base/check.h"

enum { BOTH_EVERY = 64 }; /* one in so many is run in both */

typedef struct SkipNew {
	KeyMap sites;    /* decisions that runs of both have met in OLD: see site_key */
	KeyMap notes;    /* what OLD noted: kind, text, location -> number in other + 1 */
	Buf note;        /* scratch: a key */
	VEC(Note) other; /* what NEW noted there; texts are its own */
	VEC(Note) now;   /* what NEW would have noted in the latest run */
	bool same_bits;  /* true if addresses are the same in both: nothing can depend on them */
	size_t asks;     /* of OLD, that runs of both have had */
	u64 runs;        /* that could be spared, so far */
	u64 spared;      /* that were */
	bool withdrawn;  /* NEW executed a change in a run in which OLD executed none, after some were
					  * spared */
	bool off;        /* the versions are not alike where no change is executed */
} SkipNew;

/* ---- what is known ---- */

/* What is decided at an instruction. */
typedef struct SiteKey {
	u32 function, ins, kind;
} SiteKey;

static SiteKey site_key(const Constraint *c)
{
	return (SiteKey){c->function, c->ins, c->kind};
}

static Key note_key(SkipNew *o, const Note *n)
{
	buf_reset(&o->note);
	key_text(&o->note, n->kind);
	key_text(&o->note, n->what);
	key_number(&o->note, n->loc);
	return buf_key(&o->note);
}

static bool notes_known(SkipNew *o, const RunResult *r)
{
	o->now.len = 0;
	for (size_t i = 0; i < r->n_notes; i++) {
		u64 at;
		if (!keymap_get(&o->notes, note_key(o, &r->notes[i]), &at))
			return false;
		Note n = o->other.at[at - 1];
		n.count = r->notes[i].count;
		vec_push(&o->now, n);
	}
	return true;
}

static bool sites_known(const SkipNew *o, const Machine *m)
{
	size_t n;
	u64 known;
	const Constraint *c = machine_constraints(m, &n);
	for (size_t i = 0; i < n; i++) {
		SiteKey key = site_key(&c[i]);
		if (!keymap_get(&o->sites, KEY_OF(key), &known))
			return false;
	}
	return true;
}

/* Where things lie may differ between the versions though no change is executed. */
static bool asked_addresses(const Machine *m)
{
	size_t n;
	const WorldAsk *asks = machine_asks(m, &n);
	for (size_t i = 0; i < n; i++)
		if (asks[i].kind == WORLD_ADDRESSES)
			return true;
	return false;
}

/* ---- runs of both ---- */

static bool same_decisions(const Search *search)
{
	size_t n[2];
	const Constraint *c[2];
	for (int side = OLD; side <= NEW; side++)
		c[side] = machine_constraints(search->machine[side], &n[side]);
	if (n[OLD] != n[NEW])
		return false;
	for (size_t i = 0; i < n[OLD]; i++)
		if (c[OLD][i].cond != c[NEW][i].cond || c[OLD][i].kind != c[NEW][i].kind)
			return false;
	return true;
}

static void learn_notes(SkipNew *o, const RunResult *old, const RunResult *newer)
{
	for (size_t i = 0; i < old->n_notes; i++) {
		u64 known;
		Key key = note_key(o, &old->notes[i]);
		if (keymap_get(&o->notes, key, &known))
			continue;
		Note n = newer->notes[i];
		n.what = xstrdup(n.what);
		vec_push(&o->other, n);
		keymap_put(&o->notes, key, o->other.len);
	}
}

static void learn(Search *search, SkipNew *o)
{
	size_t n;
	const Constraint *c = machine_constraints(search->machine[OLD], &n);
	const RunResult *r = search->pair.result;
	bool same = same_decisions(search) && r[OLD].n_notes == r[NEW].n_notes &&
				r[OLD].outcome == r[NEW].outcome &&
				(o->same_bits || !asked_addresses(search->machine[OLD]));
	for (size_t i = 0; same && i < r[OLD].n_notes; i++)
		same = !strcmp(r[OLD].notes[i].kind, r[NEW].notes[i].kind);
	if (!same) {
		o->off = true;
		return;
	}
	for (size_t i = 0; i < n; i++) {
		SiteKey key = site_key(&c[i]);
		keymap_put(&o->sites, KEY_OF(key), 1);
	}
	learn_notes(o, &r[OLD], &r[NEW]);
	machine_asks(search->machine[OLD], &o->asks);
}

static void after_run(Search *search)
{
	SkipNew *o = search->guide[GUIDE_SKIP_NEW];
	size_t n;
	if (o->off || search->pair.spared || product_was_cut(&search->pair))
		return;
	machine_watch_events(search->machine[OLD], &n);
	if (n)
		return;
	machine_watch_events(search->machine[NEW], &n);
	if (n) {
		o->off = true;
		/* Where OLD has something that NEW has not, NEW executes what both have: such a run takes
		 * nothing back. It is the first that came there, or it would have been seen before. */
		o->withdrawn = o->spared && changes_executed_really(search); /* else nothing was left out */
	} else if (search->pair.result[OLD].outcome == RAN_EXIT) {
		learn(search, o);
	}
}

static const char *withdrawn(const void *state)
{
	const SkipNew *o = state;
	return o->withdrawn ? "NEW executed a change in a run in which OLD executed none" : NULL;
}

/* ---- runs of OLD alone ---- */

static bool spare(Search *search, u32 fresh, RunResult *other)
{
	SkipNew *o = search->guide[GUIDE_SKIP_NEW];
	const Machine *m = search->machine[OLD];
	size_t events, asks;
	machine_watch_events(m, &events);
	machine_asks(m, &asks);
	if (o->off || events || fresh || asks != o->asks || other->outcome != RAN_EXIT || other->cut ||
		!sites_known(o, m) || !notes_known(o, other) || o->runs++ % BOTH_EVERY == 0)
		return false;
	other->notes = o->now.at;
	o->spared++;
	if (CHECKED && every(8))
		search_check_spared(search);
	return true;
}

/* What is in first contents is read without a point of its own where points-to does not see it. */
static bool only_code(const ChangeMap *map)
{
	for (u32 i = 0; i < change_map_count(map); i++) {
		const Change *c = change_map_at(map, i);
		if (c->part[OLD].global != NO_OPERAND || c->part[NEW].global != NO_OPERAND)
			return false;
	}
	return true;
}

static void *begin(Search *search)
{
	const SearchConfig *c = &search->config;
	const char *const *native = c->subject[OLD]->native;
	const char *const *left_out;
	bool functions = native && native[0]; /* of the host: what they do is not seen */
	if (!(c->prune >> PRUNE_SKIP_NEW & 1) || c->every_pair || sequence_sees_more(search) ||
		c->entry || functions || change_map_notes(search->changes.map, &left_out) ||
		!only_code(search->changes.map))
		return NULL;
	SkipNew *o = xcalloc(1, sizeof *o);
	o->same_bits = change_map_same_layout(search->changes.map);
	return o;
}

static void stats(const void *state, GuideStats *to)
{
	const SkipNew *o = state;
	to->cut_runs[PRUNE_SKIP_NEW] += o->spared;
}

static void free_skip_new(void *state)
{
	SkipNew *o = state;
	for (size_t i = 0; i < o->other.len; i++)
		free(o->other.at[i].what);
	keymap_free(&o->sites);
	keymap_free(&o->notes);
	buf_free(&o->note);
	vec_free(&o->other);
	vec_free(&o->now);
	free(o);
}

const Guide guide_skip_new = {.begin = begin,
							  .after_run = after_run,
							  .spare = spare,
							  .withdrawn = withdrawn,
							  .stats = stats,
							  .free = free_skip_new};
