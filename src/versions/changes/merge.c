/* merge.c: merges drafts that people read as one change.
 *
 * A change may consist of several pieces: those of one line; those of a macro, a type or a
 * declaration, at every use (cause.c); and a header's static function that exists only because of
 * the one call that was edited. All points stay: no target of a search is lost. */
#include "versions/changes/impl.h"

void draft_merge(ChangeMap *m, u32 into, u32 from)
{
	Draft *to = &m->drafts.at[into], *d = &m->drafts.at[from];
	for (Side s = OLD; s < N_SIDES; s++) {
		vec_append(&to->points[s], d->points[s].at, d->points[s].len);
		/* Where something stands, rather than where it would. */
		if (to->only_markers[s] && !d->only_markers[s] && d->lines[s].len) {
			to->lines[s].len = 0;
			to->only_markers[s] = false;
		}
		for (size_t k = 0; k < d->lines[s].len; k++)
			if (!d->only_markers[s] || to->only_markers[s])
				vec_push(&to->lines[s], d->lines[s].at[k]);
		vec_free(&d->points[s]);
		vec_free(&d->lines[s]);
	}
	if (to->c.kind != d->c.kind)
		to->c.kind = CHANGE_MODIFICATION;
	to->edited |= d->edited;
	d->gone = true;
}

static bool lines_touch(const Draft *a, const Draft *b)
{
	for (Side s = OLD; s < N_SIDES; s++)
		for (size_t i = 0; i < a->lines[s].len && !a->only_markers[s]; i++)
			for (size_t k = 0; k < b->lines[s].len && !b->only_markers[s]; k++) {
				const LineRange *x = &a->lines[s].at[i], *y = &b->lines[s].at[k];
				if (x->file == y->file && x->first <= y->last && y->first <= x->last)
					return true;
			}
	return false;
}

static bool is_code(const Draft *d)
{
	return !d->gone && !d->whole && d->c.part[NEW].function != NO_OPERAND &&
		   d->c.part[NEW].global == NO_OPERAND;
}

/* Pieces of one statement. */
static void merge_lines(ChangeMap *m)
{
	for (u32 i = 0; i < m->drafts.len; i++)
		for (u32 k = i + 1; k < m->drafts.len; k++) {
			Draft *a = &m->drafts.at[i], *b = &m->drafts.at[k];
			if (!is_code(a) || !is_code(b) || a->c.part[NEW].function != b->c.part[NEW].function ||
				!lines_touch(a, b))
				continue;
			draft_merge(m, i, k);
			a->vague = true;
			k = i; /* it may touch others now */
		}
}

static void merge_instances(ChangeMap *m)
{
	for (u32 i = 0; i < m->drafts.len; i++) {
		u32 into = m->drafts.at[i].into;
		if (!into || m->drafts.at[i].gone)
			continue;
		while (m->drafts.at[into - 1].into)
			into = m->drafts.at[into - 1].into;
		/* Its lines are those of a function that both versions have. */
		for (Side s = OLD; s < N_SIDES; s++)
			m->drafts.at[i].lines[s].len = 0;
		ChangeKind kind = m->drafts.at[into - 1].c.kind;
		draft_merge(m, into - 1, i);
		m->drafts.at[into - 1].c.kind = kind;
	}
}

void merge_drafts(ChangeMap *m)
{
	merge_instances(m);
	merge_lines(m);
	merge_causes(m);
	size_t n = 0;
	for (size_t i = 0; i < m->drafts.len; i++) {
		Draft *d = &m->drafts.at[i];
		if (d->edited && !d->whole && !d->gone && (d->vague || d->c.kind != CHANGE_MODIFICATION))
			kind_by_text(m, d);
		if (!d->gone)
			m->drafts.at[n++] = *d;
	}
	m->drafts.len = n;
}
