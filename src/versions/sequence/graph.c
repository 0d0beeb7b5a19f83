/* graph.c: nodes of a change sequence graph. */
#include "versions/sequence/impl.h"

#include <stdarg.h>

void sequence_note(SequenceGraph *g, const char *fmt, ...)
{
	char text[256];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	vec_push(&g->notes, arena_strdup(&g->arena, text));
}

/* ---- points ---- */

static int by_location(const void *a, const void *b)
{
	const Target *x = a, *y = b;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return x->ins < y->ins ? -1 : x->ins > y->ins;
}

/* A branch of both versions of which only a way leads elsewhere: the change is executed where that way
 * leads, not wherever the branch is. */
static Target point_of(const SequenceGraph *g, const ChangePoint *at)
{
	Target here = {at->function, at->ins};
	const Function *f = &g->p->functions.at[at->function];
	u32 function = change_map_function(g->map, NEW, at->function);
	u32 ins = change_map_match(g->map, NEW, at->function, at->ins), ways = 0, to = 0;
	if (at->kind != POINT_EDGE || f->ins[at->ins].op != I_CBR || function == NO_OPERAND ||
		ins == NO_OPERAND || g->older->functions.at[function].ins[ins].op != I_CBR)
		return here;
	const Ins *now = &f->ins[at->ins], *was = &g->older->functions.at[function].ins[ins];
	const u32 way[2] = {(u32)now->imm, (u32)now->scale},
			  before[2] = {(u32)was->imm, (u32)was->scale};
	for (u32 k = 0; k < 2; k++)
		if (change_map_block(g->map, OLD, function, before[k]) != way[k]) {
			to = way[k];
			ways++;
		}
	if (ways == 1)
		here.ins = f->blocks[to].first;
	return here;
}

/* The points of the map's changes. */
static void take_changes(SequenceGraph *g)
{
	u32 n = change_map_count(g->map);
	for (u32 i = 0; i < n; i++) {
		const ChangePart *part = &change_map_at(g->map, i)->part[NEW];
		ChangePoints points = {0};
		for (u32 k = 0; k < part->n_points; k++)
			vec_push(&points.at, point_of(g, &part->points[k]));
		vec_push(&g->changes, points);
		vec_push(&g->texts, (SequenceText){0});
	}
}

/* The first of the points in each block. */
static void take_points(SequenceGraph *g, SequenceNode *n, Target *points, size_t len)
{
	Target *out = arena_array(&g->arena, Target, len + 1);
	if (len)
		qsort(points, len, sizeof *points, by_location);
	for (size_t i = 0; i < len; i++) {
		const Target *last = n->n_points ? &out[n->n_points - 1] : NULL;
		if (last && last->function == points[i].function &&
			static_block(g->flow, last->function, last->ins) ==
				static_block(g->flow, last->function, points[i].ins))
			continue;
		out[n->n_points++] = points[i];
	}
	n->points = out;
	n->function = n->n_points ? out[0].function : NO_OPERAND;
	for (size_t i = 0; i < len && !n->line; i++) {
		const Function *f = &g->p->functions.at[points[i].function];
		const Loc *l = &g->p->locs.at[f->ins[points[i].ins].loc];
		n->file = l->file;
		n->line = l->line;
	}
}

static SequenceNode *add_node(SequenceGraph *g, SequenceKind kind)
{
	vec_push(&g->nodes,
			 ((SequenceNode){.kind = kind, .change = NO_OPERAND, .function = NO_OPERAND}));
	return &vec_last(&g->nodes);
}

static void take_set(SequenceGraph *g, SequenceNode *n, const ChangeSet *set, u32 but)
{
	u32 *meet = arena_array(&g->arena, u32, change_set_count(set) + 1);
	for (u32 k = 0; k < MOST_CHANGES; k++)
		if ((set->bits[k / 64] >> k % 64 & 1) && k != but)
			meet[n->n_meet++] = k;
	n->meet = meet;
}

static void add_changes(SequenceGraph *g)
{
	for (u32 i = 0; i < g->changes.len; i++) {
		SequenceNode *n = add_node(g, SEQUENCE_CHANGE);
		const SequenceText *t = sequence_lines_of(g, i);
		n->change = i;
		if (i < g->come.len)
			take_set(g, n, &g->come.at[i], i);
		take_points(g, n, g->changes.at[i].at.at, g->changes.at[i].at.len);
		/* Lines as reports have them; the first instruction may stand elsewhere. */
		const ChangePart *part = t ? NULL : &change_map_at(g->map, i)->part[NEW];
		if (t || part->n_lines) {
			n->file = t ? t->file : part->lines[0].file;
			n->line = t ? t->first : part->lines[0].first;
		}
	}
}

static void add_locations(SequenceGraph *g)
{
	for (size_t i = 0; i < g->meetings.len; i++) {
		Meeting *m = &g->meetings.at[i];
		SequenceNode *n = add_node(g, SEQUENCE_MEETING);
		take_set(g, n, &m->changes, NO_OPERAND);
		take_points(g, n, &m->at, 1);
	}
}

/* ---- outputs ---- */

static bool writes_out(SequenceGraph *g, u32 callee)
{
	LocationSet mod = static_mod_function(g->meet[NEW], callee);
	for (u32 k = 0; k < mod.n; k++) {
		u32 object = static_location(g->meet[NEW], mod.at[k]).object;
		if (static_object(g->meet[NEW], object).kind == OBJECT_STREAM)
			return true;
	}
	return false;
}

static bool is_output(SequenceGraph *g, u32 function, u32 ins, IntMap *known)
{
	const u32 *callees;
	u32 n = static_callees(g->flow, function, ins, &callees);
	for (u32 k = 0; k < n; k++) {
		u64 writes;
		if (is_own(g, callees[k]))
			continue;
		if (!intmap_get(known, callees[k] + 1ull, &writes)) {
			writes = writes_out(g, callees[k]);
			intmap_put(known, callees[k] + 1ull, writes);
		}
		if (writes)
			return true;
	}
	return false;
}

static void add_outputs(SequenceGraph *g)
{
	IntMap known = {0};
	u32 n = 0;
	for (u32 f = 0; f < g->p->functions.len; f++) {
		const Function *fn = &g->p->functions.at[f];
		for (u32 i = 0; i < fn->n_ins && is_own(g, f) && static_reachable(g->flow, f); i++) {
			if (fn->ins[i].op != I_CALL || !is_output(g, f, i, &known) || n++ >= MOST_OUTPUTS)
				continue;
			Target at = {f, i};
			take_points(g, add_node(g, SEQUENCE_OUTPUT), &at, 1);
		}
	}
	if (n > MOST_OUTPUTS)
		sequence_note(g, "there are %u outputs; the graph has the first %d", n, MOST_OUTPUTS);
	intmap_free(&known);
}

/* ---- marks ---- */

static int by_mark(const void *a, const void *b)
{
	const SequenceMark *x = a, *y = b;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->ins != y->ins)
		return x->ins < y->ins ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

static void make_marks(SequenceGraph *g)
{
	for (u32 i = 0; i < g->nodes.len; i++)
		for (u32 k = 0; k < g->nodes.at[i].n_points; k++) {
			const Target *t = &g->nodes.at[i].points[k];
			vec_push(&g->marks, ((SequenceMark){t->function, t->ins, i}));
		}
	if (g->marks.len)
		qsort(g->marks.at, g->marks.len, sizeof *g->marks.at, by_mark);
	for (size_t i = 1; i < g->marks.len && g->by_block; i++) {
		SequenceMark *m = &g->marks.at[i], *before = m - 1;
		m->behind =
			m->function == before->function && static_block(g->flow, m->function, m->ins) ==
												   static_block(g->flow, m->function, before->ins);
	}
	u32 n = (u32)g->p->functions.len;
	g->mark_at = arena_array(&g->arena, u32, n + 1);
	for (size_t i = 0; i < g->marks.len; i++)
		g->mark_at[g->marks.at[i].function + 1]++;
	for (u32 f = 0; f < n; f++)
		g->mark_at[f + 1] += g->mark_at[f];
}

/* ---- life ---- */

static void build(SequenceGraph *g, bool outputs)
{
	g->nodes.len = g->marks.len = 0;
	add_node(g, SEQUENCE_START);
	add_node(g, SEQUENCE_END);
	add_changes(g);
	add_locations(g);
	if (outputs)
		add_outputs(g);
	make_marks(g);
	sequence_walk(g);
}

static u32 own_ins(const Program *p)
{
	u32 n = 0;
	for (u32 f = 0; f < p->functions.len; f++)
		n += p->functions.at[f].kind == FN_SUBJECT ? p->functions.at[f].n_ins : 0;
	return n;
}

bool sequence_is_large(const Program *p)
{
	return own_ins(p) > MOST_OWN;
}

SequenceGraph *sequence_graph(ChangeMap *map, const Program *const program[N_SIDES],
							  const SequenceOptions *o)
{
	SequenceGraph *g = xcalloc(1, sizeof *g);
	g->map = map;
	g->older = program[OLD];
	g->p = program[NEW];
	g->flow = o->flow;
	g->entry = o->entry;
	g->by_block = o->by_block;
	for (Side s = OLD; s < N_SIDES; s++)
		g->meet[s] = o->meet[s];
	take_changes(g);
	sequence_lines(g);
	if (g->meet[NEW])
		sequence_meet(g);
	build(g, o->outputs && g->meet[NEW]);
	if (!g->meet[NEW] && sequence_is_large(g->p))
		sequence_note(g,
					  "the program has %u instructions, too many: the graph has no meeting points "
					  "and no outputs",
					  own_ins(g->p));
	if (static_jumps(g->flow, &(u32){0}, &(u32){0}))
		sequence_note(g, "longjmp: the graph has no edges for the second return of setjmp");
	return g;
}

void sequence_graph_free(SequenceGraph *g)
{
	if (!g)
		return;
	for (size_t i = 0; i < g->changes.len; i++)
		vec_free(&g->changes.at[i].at);
	vec_free(&g->changes);
	vec_free(&g->nodes);
	vec_free(&g->marks);
	vec_free(&g->texts);
	vec_free(&g->meetings);
	vec_free(&g->come);
	vec_free(&g->notes);
	arena_free(&g->arena);
	free(g);
}

u32 sequence_count(const SequenceGraph *g)
{
	return (u32)g->nodes.len;
}

const SequenceNode *sequence_node(const SequenceGraph *g, u32 node)
{
	return &g->nodes.at[node];
}

u32 sequence_changes(const SequenceGraph *g)
{
	return (u32)g->changes.len;
}

bool sequence_is_text(const SequenceGraph *g, u32 change)
{
	return change >= change_map_count(g->map);
}

const SequenceText *sequence_lines_of(const SequenceGraph *g, u32 change)
{
	return g->texts.at[change].first ? &g->texts.at[change] : NULL;
}

u32 sequence_notes(const SequenceGraph *g, const char *const **lines)
{
	*lines = g->notes.at;
	return (u32)g->notes.len;
}
