/* tests.c: with -o, writes the differences of drift diff as natively confirmed tests.
 *
 * The first rows of a group are run natively until one of them shows its difference. If none does,
 * the group is no difference: its rows are unknown. */
#include "clients/diff/diff_impl.h"

enum { TRIES = 3 }; /* witnesses of a group that may fail to show natively */

bool diff_begin_tests(Diff *d, const DiffConfig *config, Err *err)
{
	EvidenceConfig of = comparison_evidence(d->comparison);
	if (!config->dir)
		return true;
	of.dir = config->dir;
	of.unsafe = config->unsafe;
	of.unconfirmed = config->unconfirmed;
	d->evidence = evidence_open(&of, err);
	return d->evidence;
}

void diff_settle(Diff *d, DiffGroup *g, DiffRow *row, u32 shape)
{
	if (g->relation != RELATION_DIFFERENT || g->shown || g->tries >= TRIES)
		return;
	if (!d->evidence) {
		g->shown = true;
		comparison_found(d->comparison, true, -1);
		return;
	}
	search_observe(d->search, shape, &d->input);
	if (search_cut_short(d->search)) {
		d->late++;
		return;
	}
	row->seen = witness_describe(d->evidence, shape, &d->input);
	switch (witness_settle(d->evidence, &row->seen, shape, &d->input, NULL)) {
	case WITNESS_KEPT:
		g->shown = true;
		comparison_found(d->comparison, !row->seen.unconfirmed,
						 comparison_engine_seconds(d->comparison));
		return;
	case WITNESS_REFUTED:
	case WITNESS_TROUBLE: g->tries++; break;
	case WITNESS_LATE: d->late++; break;
	case WITNESS_UNWRITTEN: break;
	}
	witness_free(&row->seen);
}

Relation diff_relation(const Diff *d, const DiffGroup *g)
{
	return g->relation == RELATION_DIFFERENT && d->evidence && !g->shown ? RELATION_UNKNOWN
																		 : g->relation;
}

bool diff_open(const void *ctx)
{
	const Diff *d = ctx;
	const WitnessCounts *n = d->evidence ? evidence_counts(d->evidence) : NULL;
	return n && (n->refuted || n->unconfirmable || d->late);
}

static void doubt(Result *r, const char *what, u64 count)
{
	if (count)
		result_note(r, "unconfirmed", what, result_nowhere, count, true);
}

void diff_notes(void *ctx, Result *r)
{
	const Diff *d = ctx;
	if (!d->evidence)
		return;
	const WitnessCounts *n = evidence_counts(d->evidence);
	doubt(r, "differences that native runs do not show", n->refuted - n->same_signal);
	doubt(r, "differences for which both native programs end by the same signal", n->same_signal);
	doubt(r, n->why.text, n->unconfirmable);
	doubt(r, "differences that drift had no time to confirm natively", d->late);
}
