/* meet.c: finds where changes meet.
 *
 * Sets of changes are propagated forward along dependences to a fixed point. That computes the
 * forward slices of all changes at once, and so their intersections. A statement in two slices or
 * more is an interaction location if two changes reach it independently (pairs.c), and have not met
 * before on all paths (first.c): there the set of changes grows. One location is kept for each
 * source line. */
#include "versions/sequence/impl.h"

typedef struct Meet {
	Depend d;
	VEC(u32) todo; /* nodes whose set has grown, first come, first served */
	size_t head;
	VEC(bool) waits;        /* by node: it is in todo */
	VEC(ChangeSeeds) seeds; /* by change */
} Meet;

static void grow(Meet *m, u32 node, const ChangeSet *by)
{
	DependNode *n = &m->d.nodes.at[node];
	bool grown = false;
	for (u32 i = 0; i < CHANGE_WORDS; i++) {
		grown |= (by->bits[i] & ~n->changes.bits[i]) != 0;
		n->changes.bits[i] |= by->bits[i];
	}
	if (!grown || m->waits.at[node])
		return;
	m->waits.at[node] = true;
	vec_push(&m->todo, node);
}

static void seed(Meet *m, u32 node, u32 change)
{
	ChangeSet one = {0};
	one.bits[change / 64] |= 1ull << change % 64;
	grow(m, node, &one);
}

static void seed_gone(void *ctx, u32 node, u32 change)
{
	Meet *m = ctx;
	vec_push(&m->seeds.at[change].direct, node);
	seed(m, node, change);
}

/* True if NEW executes nothing of a change: it only goes another way. */
static bool is_gone(const Change *c)
{
	bool code[N_SIDES] = {0};
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 k = 0; k < c->part[s].n_points; k++)
			code[s] |= c->part[s].points[k].kind != POINT_MARKER &&
					   c->part[s].points[k].kind != POINT_EDGE;
	return code[OLD] && !code[NEW];
}

static void seed_change(Meet *m, u32 c)
{
	SequenceGraph *g = m->d.g;
	bool of_map = c < change_map_count(g->map);
	bool gone = of_map && is_gone(change_map_at(g->map, c));
	for (size_t k = 0; k < g->changes.at[c].at.len; k++) {
		const ChangePart *part = of_map ? &change_map_at(g->map, c)->part[NEW] : NULL;
		bool own = part && k < part->n_points;
		Target t = own ? (Target){part->points[k].function, part->points[k].ins}
					   : g->changes.at[c].at.at[k];
		u32 node = depend_ins(&m->d, t.function, t.ins);
		/* A marker is an instruction that both versions have. */
		bool marker = own && change_map_of(g->map, NEW, t.function, t.ins) != c;
		if (node == NO_OPERAND || gone || marker)
			continue;
		m->d.nodes.at[node].changed = true;
		vec_push(&m->seeds.at[c].own, node);
		seed(m, node, c);
	}
	if (of_map)
		depend_gone(&m->d, c, seed_gone, m);
	if (of_map)
		depend_checks(&m->d, c, seed_gone, m);
}

static u64 line_key(const SequenceGraph *g, u32 function, u32 ins)
{
	const Loc *l = &g->p->locs.at[g->p->functions.at[function].ins[ins].loc];
	return ((u64)l->file << 32 | l->line) + 1;
}

/* Changes meet at statements that no change touched, not at the rest of a line that one did. */
static void pass_edited(Meet *m)
{
	SequenceGraph *g = m->d.g;
	IntMap edited = {0};
	TextHunks hunks = {0};
	u64 known;
	change_map_hunks(g->map, &hunks);
	for (size_t i = 0; i < hunks.len; i++)
		for (u32 line = hunks.at[i].from[NEW]; line < hunks.at[i].to[NEW]; line++)
			if (hunks.at[i].code)
				intmap_put(&edited, ((u64)hunks.at[i].file[NEW] << 32 | line) + 1, 1);
	for (size_t i = 0; i < m->d.nodes.len; i++)
		if (m->d.nodes.at[i].changed)
			intmap_put(&edited, line_key(g, m->d.nodes.at[i].function, m->d.nodes.at[i].ins), 1);
	for (size_t i = 0; i < m->d.nodes.len; i++) {
		DependNode *n = &m->d.nodes.at[i];
		n->passes |= n->ins != NO_OPERAND && !n->changed &&
					 intmap_get(&edited, line_key(g, n->function, n->ins), &known);
	}
	vec_free(&hunks);
	intmap_free(&edited);
}

static void begin(Meet *m)
{
	SequenceGraph *g = m->d.g;
	for (size_t i = 0; i < m->d.nodes.len; i++)
		vec_push(&m->waits, false);
	for (u32 c = 0; c < g->changes.len && c < MOST_CHANGES; c++) {
		vec_push(&m->seeds, (ChangeSeeds){0});
		seed_change(m, c);
	}
	pass_edited(m);
	if (g->changes.len > MOST_CHANGES)
		sequence_note(
			g, "there are %zu changes; drift searches for meeting points of the first %d only",
			g->changes.len, MOST_CHANGES);
}

static void propagate(Meet *m)
{
	while (m->head < m->todo.len) {
		u32 node = m->todo.at[m->head++];
		m->waits.at[node] = false;
		ChangeSet set = m->d.nodes.at[node].changes;
		for (u32 e = m->d.nodes.at[node].first; e; e = m->d.edges.at[e].next)
			grow(m, m->d.edges.at[e].to, &set);
		if (m->head > 4096 && m->head * 2 > m->todo.len) {
			memmove(m->todo.at, m->todo.at + m->head, (m->todo.len - m->head) * sizeof *m->todo.at);
			m->todo.len -= m->head;
			m->head = 0;
		}
	}
}

/* ---- places ---- */

/* Keeps one location for a line: where most pairs meet for the first time, with all changes of the
 * line. */
static void keep(SequenceGraph *g, Meeting at, const Loc *loc)
{
	for (size_t i = 0; i < g->meetings.len; i++) {
		Meeting *other = &g->meetings.at[i];
		const Function *f = &g->p->functions.at[other->at.function];
		const Loc *l = &g->p->locs.at[f->ins[other->at.ins].loc];
		if (other->at.function != at.at.function || l->line != loc->line || l->file != loc->file)
			continue;
		for (u32 k = 0; k < CHANGE_WORDS; k++)
			at.changes.bits[k] |= other->changes.bits[k];
		if (at.firsts > other->firsts)
			other->at = at.at;
		other->firsts = at.firsts > other->firsts ? at.firsts : other->firsts;
		other->changes = at.changes;
		return;
	}
	vec_push(&g->meetings, at);
}

/* True if the node is on a line where the change was edited. */
static bool is_beside(const Meet *m, u32 change, const DependNode *n)
{
	const SequenceGraph *g = m->d.g;
	if (n->ins == NO_OPERAND || change_map_at(g->map, change)->kind == CHANGE_DELETION)
		return false;
	const ChangePart *part = &change_map_at(g->map, change)->part[NEW];
	const Loc *l = &g->p->locs.at[g->p->functions.at[n->function].ins[n->ins].loc];
	for (u32 k = 0; k < part->n_lines; k++)
		if (part->lines[k].file == l->file && part->lines[k].first <= l->line &&
			part->lines[k].last >= l->line)
			return true;
	return false;
}

/* Finds which changes reach the code of which, or the rest of the lines where it was. */
static void keep_coming(Meet *m)
{
	for (u32 c = 0; c < m->seeds.len; c++) {
		const U32List *list[] = {&m->seeds.at[c].own, &m->seeds.at[c].direct};
		ChangeSet all = {0};
		for (u32 k = 0; k < countof(list); k++)
			for (size_t i = 0; i < list[k]->len; i++) {
				const DependNode *n = &m->d.nodes.at[list[k]->at[i]];
				for (u32 w = 0; (!k || is_beside(m, c, n)) && w < CHANGE_WORDS; w++)
					all.bits[w] |= n->changes.bits[w];
			}
		vec_push(&m->d.g->come, all);
	}
}

static void keep_points(Meet *m, const Pairs *p, const u32 *firsts)
{
	SequenceGraph *g = m->d.g;
	for (size_t i = 0; i < p->points.len; i++) {
		const MeetingPoint *at = &p->points.at[i];
		const DependNode *n = &m->d.nodes.at[at->node];
		const Loc *l = &g->p->locs.at[g->p->functions.at[n->function].ins[n->ins].loc];
		Meeting meeting = {.at = {n->function, n->ins}, .firsts = firsts[i]};
		if (!firsts[i])
			continue;
		for (u32 k = at->first; k < at->first + at->n; k++) {
			u64 pair = p->pairs.at[p->at.at[k]];
			u32 both[2] = {(u32)(pair >> 32), (u32)pair};
			for (u32 e = 0; e < 2; e++)
				meeting.changes.bits[both[e] / 64] |= 1ull << both[e] % 64;
		}
		keep(g, meeting, l);
	}
}

static int by_code(const void *a, const void *b)
{
	const Meeting *x = a, *y = b;
	if (x->at.function != y->at.function)
		return x->at.function < y->at.function ? -1 : 1;
	return x->at.ins < y->at.ins ? -1 : x->at.ins > y->at.ins;
}

static int by_firsts(const void *a, const void *b)
{
	const Meeting *x = a, *y = b;
	if (x->firsts != y->firsts)
		return x->firsts > y->firsts ? -1 : 1;
	return by_code(a, b);
}

void sequence_meet(SequenceGraph *g)
{
	Meet m = {0};
	Pairs p = {0};
	depend_make(&m.d, g);
	begin(&m);
	propagate(&m);
	pairs_find(&p, &m.d, m.seeds.at, (u32)m.seeds.len);
	u32 *firsts = first_meetings(g, &m.d, &p);
	keep_points(&m, &p, firsts);
	keep_coming(&m);
	if (g->meetings.len > MOST_LOCATIONS) {
		qsort(g->meetings.at, g->meetings.len, sizeof *g->meetings.at, by_firsts);
		sequence_note(
			g, "changes may meet at %zu locations; the graph has the %d at which most changes meet",
			g->meetings.len, MOST_LOCATIONS);
		g->meetings.len = MOST_LOCATIONS;
	}
	if (g->meetings.len)
		qsort(g->meetings.at, g->meetings.len, sizeof *g->meetings.at, by_code);
	free(firsts);
	pairs_free(&p);
	for (size_t i = 0; i < m.seeds.len; i++) {
		vec_free(&m.seeds.at[i].own);
		vec_free(&m.seeds.at[i].direct);
	}
	vec_free(&m.seeds);
	vec_free(&m.todo);
	vec_free(&m.waits);
	depend_free(&m.d);
}
