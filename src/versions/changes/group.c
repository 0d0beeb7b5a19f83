/* group.c: groups the changed instructions of a pair of functions into changes.
 *
 * The two bodies are written as one list: pairs, and between them what only OLD has, then what only
 * NEW has. Consecutive changed entries are one change. So are those on the same or the next line,
 * and a branch with the added or deleted block that it leads to. The source texts also count: a
 * pair that differs and is at two edits becomes one change for each, and consecutive entries in two
 * edits are two changes. */
#include "versions/changes/impl.h"

typedef struct GroupEntry {
	u32 ins[N_SIDES]; /* NO_OPERAND: only the other side has it */
	u32 parent;       /* union-find */
	bool changed;
	const Hunk *hunk; /* edit that it stands in; NULL: none */
} GroupEntry;

typedef struct Grouping {
	ChangeMap *m;
	Pair *p;
	View *v[N_SIDES];
	VEC(GroupEntry) list;
	U32List members;     /* changed entries, by group */
	u32 *entry[N_SIDES]; /* by instruction: its entry; NO_OPERAND for phis and the like */
	IntMap lines;        /* side, file and line -> entry + 1 */
} Grouping;

static u32 find(Grouping *g, u32 e)
{
	while (g->list.at[e].parent != e)
		e = g->list.at[e].parent = g->list.at[g->list.at[e].parent].parent;
	return e;
}

/* The smaller number leads, so that groups are in the order of their first entry. */
static void join(Grouping *g, u32 a, u32 b)
{
	a = find(g, a);
	b = find(g, b);
	if (a < b)
		g->list.at[b].parent = a;
	else
		g->list.at[a].parent = b;
}

static Loc line_of(const Grouping *g, Side s, u32 ins)
{
	const View *v = g->v[s];
	const Ins *in = &v->f->ins[ins];
	return v->p->locs.at[in->op == I_SLOT ? v->f->slots[in->imm].loc : in->loc];
}

static const Hunk *hunk_of(const Grouping *g, u32 old, u32 newer)
{
	const Hunk *h = NULL;
	for (Side s = OLD; s < N_SIDES && !h; s++) {
		u32 ins = s == OLD ? old : newer;
		Loc at = ins == NO_OPERAND ? (Loc){0} : line_of(g, s, ins);
		h = at.line ? hunk_at(g->m, s, at.file, at.line) : NULL;
	}
	return h;
}

static void add_entry(Grouping *g, u32 old, u32 newer)
{
	u32 e = (u32)g->list.len;
	bool changed = (old != NO_OPERAND && g->p->flag[OLD][old]) ||
				   (newer != NO_OPERAND && g->p->flag[NEW][newer]);
	vec_push(&g->list, ((GroupEntry){{old, newer}, e, changed, NULL}));
	if (changed)
		vec_last(&g->list).hunk = hunk_of(g, old, newer);
	if (old != NO_OPERAND)
		g->entry[OLD][old] = e;
	if (newer != NO_OPERAND)
		g->entry[NEW][newer] = e;
}

static PointKind kind_of(const Grouping *g, Side s, u32 ins)
{
	return (PointKind)(g->p->flag[s][ins] - 1);
}

/* True if two that differ were only paired for lack of a better match: the texts say that they are
 * at different locations. */
static bool is_apart(const Grouping *g, u32 old, u32 newer)
{
	return g->p->flag[OLD][old] && g->p->flag[NEW][newer] &&
		   !lines_correspond(g->m, line_of(g, OLD, old), line_of(g, NEW, newer));
}

static void list_entries(Grouping *g)
{
	const View *o = g->v[OLD], *n = g->v[NEW];
	for (u32 i = 0; i < o->f->n_ins; i++)
		if (o->f->ins[i].op == I_SLOT && g->p->flag[OLD][i])
			add_entry(g, i, o->ins[i]);
	u32 i = 0, j = 0;
	for (;; i++, j++) {
		for (; i < o->n_items && o->ins[o->items[i]] == NO_OPERAND; i++)
			add_entry(g, o->items[i], NO_OPERAND);
		for (; j < n->n_items && n->ins[n->items[j]] == NO_OPERAND; j++)
			add_entry(g, NO_OPERAND, n->items[j]);
		if (i == o->n_items || j == n->n_items)
			break;
		bool apart = is_apart(g, o->items[i], n->items[j]);
		add_entry(g, o->items[i], apart ? NO_OPERAND : n->items[j]);
		if (apart)
			add_entry(g, NO_OPERAND, n->items[j]);
	}
}

/* ---- which entries belong together ---- */

/* True if an entry is in another edit than the one before it. An entry that was not edited belongs to
 * the one before it. */
static bool is_elsewhere(const GroupEntry *before, const GroupEntry *e)
{
	return e->hunk && (!before->hunk || before->hunk->group != e->hunk->group);
}

static void join_lines(Grouping *g, u32 e)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		u32 i = g->list.at[e].ins[s];
		if (i == NO_OPERAND)
			continue;
		Loc at = line_of(g, s, i);
		/* Jumps stand on lines that people would not name, unless they were edited. */
		bool jump = kind_of(g, s, i) != POINT_CODE || g->v[s]->f->ins[i].op == I_BR;
		if (jump && !hunk_at(g->m, s, at.file, at.line))
			continue;
		for (u32 line = at.line - 1; at.line && line <= at.line + 1; line++) {
			u64 key = (u64)(s + 1) << 62 | (u64)at.file << 32 | line, other;
			if (jump && line != at.line)
				continue;
			if (!intmap_get(&g->lines, key, &other)) {
				if (line == at.line)
					intmap_put(&g->lines, key, e + 1);
			} else if (line == at.line || !is_elsewhere(&g->list.at[other - 1], &g->list.at[e])) {
				join(g, e, (u32)other - 1);
			}
		}
	}
}

static u32 first_item(const Grouping *g, Side s, u32 block)
{
	const Block *b = &g->v[s]->f->blocks[block];
	for (u32 i = b->first; i < b->end; i++)
		if (g->entry[s][i] != NO_OPERAND)
			return g->entry[s][i];
	return NO_OPERAND;
}

/* What was not edited itself belongs to one edit only. */
static void join_one(Grouping *g, u32 e, u32 to)
{
	const Hunk **mine = &g->list.at[e].hunk, *other = g->list.at[to].hunk;
	if (*mine && other && (*mine)->group != other->group)
		return;
	*mine = *mine ? *mine : other;
	join(g, e, to);
}

/* A branch is changed because of the blocks that only one version has. */
static void join_ways(Grouping *g, u32 e, U32List *ways)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		u32 i = g->list.at[e].ins[s];
		if (i == NO_OPERAND ||
			(kind_of(g, s, i) != POINT_EDGE && g->v[s]->f->ins[i].op != I_SWITCH))
			continue;
		view_ways(g->v[s], &g->v[s]->f->ins[i], ways);
		for (size_t k = 0; k < ways->len; k++) {
			u32 to = g->p->block[s][ways->at[k]] == NO_OPERAND ? first_item(g, s, ways->at[k])
															   : NO_OPERAND;
			if (to != NO_OPERAND && g->list.at[to].changed)
				join_one(g, e, to);
		}
	}
}

static void join_entries(Grouping *g)
{
	U32List ways = {0};
	for (u32 e = 0; e < g->list.len; e++) {
		if (!g->list.at[e].changed)
			continue;
		if (e && g->list.at[e - 1].changed && !is_elsewhere(&g->list.at[e - 1], &g->list.at[e]))
			join_one(g, e, e - 1);
		join_lines(g, e);
		join_ways(g, e, &ways);
	}
	vec_free(&ways);
}

/* ---- changes ---- */

/* Where, on the other side, an instruction of this side would stand. */
static u32 marker_for(const Grouping *g, Side s, u32 ins)
{
	const View *v = g->v[s], *w = g->v[side_other(s)];
	const Block *b = &v->f->blocks[v->block[ins]];
	for (u32 i = ins; i-- > b->first;)
		if (g->entry[s][i] != NO_OPERAND && v->ins[i] != NO_OPERAND && v->f->ins[i].op != I_SLOT)
			return v->ins[i] + 1 < w->f->n_ins ? v->ins[i] + 1 : v->ins[i];
	for (u32 i = ins; i < v->f->n_ins; i++)
		if (g->entry[s][i] != NO_OPERAND && v->ins[i] != NO_OPERAND && v->f->ins[i].op != I_SLOT)
			return v->ins[i];
	return w->n_items ? w->items[0] : 0;
}

/* True if something before it in its block has a counterpart. */
static bool follows_match(const Grouping *g, Side s, u32 ins)
{
	const View *v = g->v[s];
	for (u32 i = ins; i-- > v->f->blocks[v->block[ins]].first;)
		if (g->entry[s][i] != NO_OPERAND && v->ins[i] != NO_OPERAND && v->f->ins[i].op != I_SLOT)
			return true;
	return false;
}

/* One marker for each run of instructions that only one side has, so that no run executes a point
 * on one side alone. Where such a run begins a block, the branches that lead there are points: they
 * go elsewhere on the other side, or have no counterpart themselves. */
static void add_markers(Grouping *g, Draft *d, const u32 *members, u32 n)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		Side t = side_other(s);
		u32 last = NO_OPERAND;
		bool others = d->points[t].len > 0;
		for (u32 k = 0; k < n; k++) {
			u32 i = g->list.at[members[k]].ins[s];
			if (i == NO_OPERAND)
				continue;
			bool alone = g->list.at[members[k]].ins[t] == NO_OPERAND;
			bool first = g->v[s]->block[i] == 0;
			if (others && (!alone || (!first && !follows_match(g, s, i))))
				continue;
			u32 at = others && !follows_match(g, s, i) ? 0 : marker_for(g, s, i);
			if (at != last)
				draft_point(d, t, g->v[t]->f->id, at, POINT_MARKER);
			last = at;
		}
	}
}

/* Lines of the points of a kind; jumps often stand on lines that people would not name. */
static bool add_lines(Grouping *g, Draft *d, Side s, PointKind kind, bool jumps)
{
	bool any = false;
	for (size_t k = 0; k < d->points[s].len; k++) {
		const ChangePoint *p = &d->points[s].at[k];
		Loc at = line_of(g, s, p->ins);
		if (p->kind != kind || !at.line || (!jumps && g->v[s]->f->ins[p->ins].op == I_BR))
			continue;
		draft_line(d, s, at);
		any = true;
	}
	return any;
}

/* True if an instruction on the line of an added or deleted one has a counterpart; its line goes to
 * the other side. */
static bool line_has_match(Grouping *g, Draft *d, Side s, Loc at)
{
	const View *v = g->v[s];
	Side t = side_other(s);
	bool any = false;
	for (u32 k = 0; k < v->n_items; k++) {
		u32 i = v->items[k];
		Loc here = line_of(g, s, i);
		if (here.line != at.line || here.file != at.file || v->ins[i] == NO_OPERAND ||
			v->f->ins[i].op == I_BR)
			continue;
		Loc there = line_of(g, t, v->ins[i]);
		if (!lines_correspond(g->m, s == OLD ? here : there, s == OLD ? there : here))
			continue;
		if (there.line)
			draft_line(d, t, there);
		any = true;
	}
	return any;
}

/* An addition within lines that both versions have modifies these lines. */
static void refine_kind(Grouping *g, Draft *d)
{
	Side s = d->c.kind == CHANGE_ADDITION ? NEW : OLD;
	bool all = d->lines[s].len > 0;
	for (size_t k = 0; all && k < d->lines[s].len; k++)
		for (u32 line = d->lines[s].at[k].first; line <= d->lines[s].at[k].last; line++)
			all &= line_has_match(g, d, s, (Loc){.file = d->lines[s].at[k].file, .line = line});
	if (all)
		d->c.kind = CHANGE_MODIFICATION;
	else
		d->lines[side_other(s)].len = 0;
}

static void location_draft(Grouping *g, Draft *d)
{
	for (Side s = OLD; s < N_SIDES; s++)
		if (!add_lines(g, d, s, POINT_CODE, false))
			add_lines(g, d, s, POINT_CODE, true);
	if (!d->lines[OLD].len && !d->lines[NEW].len)
		for (Side s = OLD; s < N_SIDES; s++)
			add_lines(g, d, s, POINT_EDGE, true);
	if (d->c.kind != CHANGE_MODIFICATION)
		refine_kind(g, d);
	for (Side s = OLD; s < N_SIDES; s++)
		if (!d->lines[s].len && !add_lines(g, d, s, POINT_EDGE, true)) {
			add_lines(g, d, s, POINT_MARKER, true);
			d->only_markers[s] = true;
		}
}

/* What only one side has, by what it calls. */
static bool describe_calls(Grouping *g, const Draft *d, Side s, Buf *to)
{
	const View *v = g->v[s];
	for (size_t k = 0; k < d->points[s].len; k++) {
		const Ins *in = &v->f->ins[d->points[s].at[k].ins];
		if (in->op != I_CALL || d->points[s].at[k].kind != POINT_CODE)
			continue;
		u32 callee = v->f->calls[in->extra].callee;
		if (callee != NO_OPERAND && !to->len)
			buf_addf(to, "a call of %s", v->p->functions.at[callee].source_name);
	}
	return to->len;
}

static void describe(Grouping *g, Draft *d, const u32 *members, u32 n)
{
	Buf text = {0};
	if (d->c.kind != CHANGE_MODIFICATION) {
		describe_calls(g, d, d->c.kind == CHANGE_ADDITION ? NEW : OLD, &text);
		d->vague = true;
	}
	for (u32 k = 0; k < n && !text.len; k++) {
		const GroupEntry *x = &g->list.at[members[k]];
		if (x->ins[OLD] != NO_OPERAND && x->ins[NEW] != NO_OPERAND)
			d->vague = !describe_pair(g->m, g->v[OLD], g->v[NEW], &g->v[OLD]->f->ins[x->ins[OLD]],
									  &g->v[NEW]->f->ins[x->ins[NEW]], &text);
	}
	if (!text.len) {
		Buf old = {0}, newer = {0};
		bool output = describe_calls(g, d, OLD, &old);
		output &= describe_calls(g, d, NEW, &newer);
		d->vague = !output || !strcmp(buf_str(&newer), buf_str(&old));
		if (!d->vague)
			buf_addf(&text, "%s instead of %s", buf_str(&newer), buf_str(&old));
		buf_free(&old);
		buf_free(&newer);
	}
	d->what = arena_strdup(&g->m->arena, buf_str(&text));
	buf_free(&text);
}

static void make_draft(Grouping *g, const u32 *members, u32 n)
{
	Draft *d = draft_new(g->m, CHANGE_MODIFICATION);
	bool code[N_SIDES] = {0}, pair = false;
	d->move = MOVE_LINE;
	for (u32 k = 0; k < n; k++) {
		const GroupEntry *x = &g->list.at[members[k]];
		bool both = x->ins[OLD] != NO_OPERAND && x->ins[NEW] != NO_OPERAND;
		LineMove move =
			both ? moved_pair(g->m, g->v[OLD], g->v[NEW], x->ins[OLD], x->ins[NEW]) : MOVE_NONE;
		d->move = move < d->move ? move : d->move;
		for (Side s = OLD; s < N_SIDES; s++)
			if (x->ins[s] != NO_OPERAND) {
				PointKind kind = kind_of(g, s, x->ins[s]);
				draft_point(d, s, g->v[s]->f->id, x->ins[s], kind);
				code[s] |= kind == POINT_CODE;
				pair |= both && kind == POINT_CODE;
			}
	}
	if (!pair && code[OLD] != code[NEW])
		d->c.kind = code[NEW] ? CHANGE_ADDITION : CHANGE_DELETION;
	add_markers(g, d, members, n);
	d->c.part[OLD].function = g->v[OLD]->f->id;
	d->c.part[NEW].function = g->v[NEW]->f->id;
	location_draft(g, d);
	describe(g, d, members, n);
}

static int by_group(const void *a, const void *b, void *arg)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b, p = find(arg, x), q = find(arg, y);
	if (p != q)
		return p < q ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void make_drafts(Grouping *g)
{
	U32List *l = &g->members;
	for (u32 e = 0; e < g->list.len; e++)
		if (g->list.at[e].changed)
			vec_push(l, e);
	if (l->len)
		qsort_r(l->at, l->len, sizeof *l->at, by_group, g);
	for (u32 i = 0, j = 0; i < l->len; i = j) {
		while (j < l->len && find(g, l->at[j]) == find(g, l->at[i]))
			j++;
		make_draft(g, l->at + i, j - i);
	}
}

void group_pair(ChangeMap *m, Pair *p, View *old, View *newer)
{
	Grouping g = {.m = m, .p = p, .v = {old, newer}};
	for (Side s = OLD; s < N_SIDES; s++) {
		size_t n = g.v[s]->f->n_ins + 1;
		g.entry[s] = xmalloc(n * sizeof(u32));
		memset(g.entry[s], 0xff, n * sizeof(u32));
	}
	list_entries(&g);
	join_entries(&g);
	make_drafts(&g);
	vec_free(&g.list);
	vec_free(&g.members);
	intmap_free(&g.lines);
	free(g.entry[OLD]);
	free(g.entry[NEW]);
}
