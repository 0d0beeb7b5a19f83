/* lines.c: finds statements whose change shows only in their text.
 *
 * `c = v` is now `c = lhs`: the change map attributes the difference to where lhs is computed, or
 * where v is used, since the instruction of this line does the same with it. For the order of
 * changes the line counts as one of them: it was edited, in more than layout, and has no point of a
 * change. If a change without an edit follows directly, the line belongs to that. */
#include "versions/sequence/impl.h"

enum { NEAR = 2 }; /* lines behind an edited one */

typedef struct LinesOf {
	SequenceGraph *g;
	const TextHunk *hunk;
	bool changed; /* a change has a point there */
	ChangePoints points;
} LinesOf;

static void look(LinesOf *l, u32 function)
{
	const Function *f = &l->g->p->functions.at[function];
	for (u32 i = 0; i < f->n_ins; i++) {
		const Loc *loc = &l->g->p->locs.at[f->ins[i].loc];
		if (loc->file != l->hunk->file[NEW] || loc->line < l->hunk->from[NEW] ||
			loc->line >= l->hunk->to[NEW])
			continue;
		l->changed |= change_map_changed(l->g->map, NEW, function, i);
		vec_push(&l->points.at, ((Target){function, i}));
	}
}

static bool in_hunk(const TextHunks *hunks, const LineRange *r)
{
	for (size_t k = 0; k < hunks->len; k++)
		if (hunks->at[k].file[NEW] == r->file && hunks->at[k].from[NEW] <= r->last &&
			hunks->at[k].to[NEW] > r->first)
			return true;
	return false;
}

/* The change right behind the edited lines where nothing was edited; NO_OPERAND: there is none. */
static u32 change_behind(const SequenceGraph *g, const TextHunks *hunks, const TextHunk *h)
{
	for (u32 c = 0; c < change_map_count(g->map); c++) {
		const ChangePart *part = &change_map_at(g->map, c)->part[NEW];
		bool edited = !part->n_lines || g->texts.at[c].first;
		for (u32 k = 0; k < part->n_lines && !edited; k++)
			edited = in_hunk(hunks, &part->lines[k]);
		if (!edited && part->lines[0].file == h->file[NEW] && part->lines[0].first >= h->to[NEW] &&
			part->lines[0].first <= h->to[NEW] + NEAR)
			return c;
	}
	return NO_OPERAND;
}

static bool in_lines(Side s, const ChangePart *part, const TextHunk *h)
{
	for (u32 k = 0; k < part->n_lines; k++)
		if (part->lines[k].file == h->file[s] && part->lines[k].first < h->to[s] &&
			part->lines[k].last >= h->from[s])
			return true;
	return false;
}

static bool has_point(const SequenceGraph *g, Side s, const ChangePart *part, const TextHunk *h)
{
	const Program *p = s == NEW ? g->p : g->older;
	for (u32 k = 0; k < part->n_points; k++) {
		const Function *f = &p->functions.at[part->points[k].function];
		const Loc *at = &p->locs.at[f->ins[part->points[k].ins].loc];
		if (at->file == h->file[s] && h->from[s] <= at->line && at->line < h->to[s])
			return true;
	}
	return false;
}

/* True if the map has a change in the lines, on either side. *bare: one that was edited there, and
 * shows only behind. */
static bool is_known(const SequenceGraph *g, const TextHunk *h, u32 *bare)
{
	bool known = false;
	*bare = NO_OPERAND;
	for (u32 c = 0; c < change_map_count(g->map); c++) {
		const ChangePart *part = change_map_at(g->map, c)->part;
		bool lines = in_lines(OLD, &part[OLD], h) || in_lines(NEW, &part[NEW], h);
		bool points = has_point(g, OLD, &part[OLD], h) || has_point(g, NEW, &part[NEW], h);
		known |= lines && points;
		if (lines && !points)
			*bare = c;
	}
	return known;
}

static void add_lines(SequenceGraph *g, const TextHunks *hunks, LinesOf *l, u32 bare)
{
	const TextHunk *h = l->hunk;
	SequenceText text = {h->file[NEW], h->from[NEW], h->to[NEW] - 1};
	u32 c = bare != NO_OPERAND ? bare : change_behind(g, hunks, h);
	if (c != NO_OPERAND) {
		g->texts.at[c] = text;
		vec_append(&g->changes.at[c].at, l->points.at.at, l->points.at.len);
	} else if (l->points.at.len) {
		vec_push(&g->changes, l->points);
		vec_push(&g->texts, text);
		l->points = (ChangePoints){0};
	}
}

void sequence_lines(SequenceGraph *g)
{
	TextHunks hunks = {0};
	change_map_hunks(g->map, &hunks);
	for (size_t k = 0; k < hunks.len; k++) {
		const TextHunk *h = &hunks.at[k];
		u32 bare;
		LinesOf l = {.g = g, .hunk = h, .changed = is_known(g, h, &bare)};
		for (u32 f = 0; f < g->p->functions.len && !l.changed; f++)
			if (is_own(g, f) && change_map_function(g->map, NEW, f) != NO_OPERAND &&
				!change_map_same(g->map, NEW, f))
				look(&l, f);
		/* What is only added or deleted the map has, if it does anything. */
		if (!l.changed && h->code && h->from[OLD] < h->to[OLD] && h->from[NEW] < h->to[NEW])
			add_lines(g, &hunks, &l, bare);
		vec_free(&l.points.at);
	}
	vec_free(&hunks);
}
