/* walk.c: edges of a change sequence graph: what may be executed next.
 *
 * This is Algorithm 1 of the paper, across functions and with a set of visited nodes, without which
 * it would not terminate on a loop. From a node the walk continues until it reaches a mark. A call
 * is entered if it may contain a mark, and passed if the callee may return without meeting one. A
 * return leads to all callers, unless the walk entered by the call: then the walk has passed that
 * call already. */
#include "versions/sequence/impl.h"

/* Where the walk has still to go on. */
typedef struct WalkStep {
	u32 function, ins;
	bool inside; /* the function was entered on this walk */
} WalkStep;

typedef struct SequenceWalk {
	SequenceGraph *g;
	bool *holds;   /* by function: a mark may be met in it or in what it calls */
	bool *through; /* it may return without meeting one */
	VEC(WalkStep) todo;
	IntMap visited; /* function, instruction, inside */
	u32 from;       /* node that the walk began at; NO_OPERAND: only look for a return */
	Target start;   /* its point */
	IntMap found;   /* nodes */
	VEC(u32) next;  /* the same, as a list */
	bool returned;  /* true if it reached a return */
} SequenceWalk;

static void go_on(SequenceWalk *w, u32 function, u32 ins, bool inside)
{
	u64 key = ((u64)function << 32 | ins) * 2 + inside + 1, known;
	if (intmap_get(&w->visited, key, &known))
		return;
	intmap_put(&w->visited, key, 1);
	vec_push(&w->todo, ((WalkStep){function, ins, inside}));
}

static void find(SequenceWalk *w, u32 node)
{
	u64 known;
	if (w->from == NO_OPERAND || intmap_get(&w->found, node + 1ull, &known))
		return;
	intmap_put(&w->found, node + 1ull, 1);
	vec_push(&w->next, node);
}

/* Where a walk meets the mark. */
static u32 mark_ins(const SequenceGraph *g, const SequenceMark *m)
{
	const Function *f = &g->p->functions.at[m->function];
	return g->by_block ? f->blocks[static_block(g->flow, m->function, m->ins)].first : m->ins;
}

/* True if the walk ends here: at a mark. Another point of the node itself is not met, only the same
 * one again. */
static bool meets_mark(SequenceWalk *w, u32 function, u32 ins)
{
	const SequenceGraph *g = w->g;
	bool met = false;
	for (u32 k = g->mark_at[function]; k < g->mark_at[function + 1]; k++) {
		const SequenceMark *m = &g->marks.at[k];
		if (m->behind || mark_ins(g, m) != ins)
			continue;
		if (m->node == w->from && (w->start.function != function || w->start.ins != ins))
			continue;
		met = true;
		find(w, m->node);
	}
	return met;
}

/* True if the walk goes on behind a call. */
static bool pass_call(SequenceWalk *w, u32 function, u32 ins)
{
	const u32 *callees;
	Static *s = w->g->flow;
	u32 n = static_callees(s, function, ins, &callees);
	bool through = !n;
	for (u32 k = 0; k < n; k++) {
		const Function *f = &w->g->p->functions.at[callees[k]];
		if (f->n_blocks && w->holds[callees[k]]) {
			if (w->from != NO_OPERAND)
				go_on(w, callees[k], 0, true);
			through |= w->through[callees[k]];
		} else if (static_never_returns(s, callees[k])) {
			find(w, SEQUENCE_END_NODE);
		} else {
			through = true;
		}
	}
	return through;
}

static void come_back(SequenceWalk *w, u32 function, bool inside)
{
	const u64 *calls;
	w->returned = true;
	if (inside || w->from == NO_OPERAND)
		return;
	u32 n = static_callers(w->g->flow, function, &calls);
	for (u32 i = 0; i < n; i++)
		if (static_reachable(w->g->flow, (u32)(calls[i] >> 32)))
			go_on(w, (u32)(calls[i] >> 32), (u32)calls[i] + 1, false);
	if (!n)
		find(w, SEQUENCE_END_NODE);
}

/* From an instruction to the end of its block; met: its own mark is behind us. */
static void step(SequenceWalk *w, WalkStep at, bool met)
{
	const Function *f = &w->g->p->functions.at[at.function];
	u32 block = static_block(w->g->flow, at.function, at.ins), end = f->blocks[block].end;
	for (u32 i = at.ins; i < end; i++) {
		u8 op = f->ins[i].op;
		if (!(met && i == at.ins) && meets_mark(w, at.function, i))
			return;
		if (op == I_CALL && !pass_call(w, at.function, i))
			return;
		if (op == I_RET) {
			come_back(w, at.function, at.inside);
			return;
		}
		if (op == I_UNREACHABLE)
			return;
	}
	const Flow *flow = static_flow(w->g->flow, at.function);
	for (u32 k = flow->succ_at[block]; k < flow->succ_at[block + 1]; k++)
		if (flow->succ[k] < flow->n)
			go_on(w, at.function, f->blocks[flow->succ[k]].first, at.inside);
}

static void walk(SequenceWalk *w)
{
	while (w->todo.len) {
		WalkStep at = vec_pop(&w->todo);
		step(w, at, false);
	}
	intmap_clear(&w->visited);
}

/* ---- what functions do to a walk ---- */

static void find_holds(SequenceWalk *w)
{
	const SequenceGraph *g = w->g;
	VEC(u32) todo = {0};
	for (u32 f = 0; f < g->p->functions.len; f++)
		if (g->mark_at[f] < g->mark_at[f + 1])
			vec_push(&todo, f);
	while (todo.len) {
		u32 f = vec_pop(&todo);
		const u64 *calls;
		if (w->holds[f])
			continue;
		w->holds[f] = true;
		u32 n = static_callers(g->flow, f, &calls);
		for (u32 i = 0; i < n; i++)
			vec_push(&todo, (u32)(calls[i] >> 32));
	}
	vec_free(&todo);
}

/* More and more functions are found to return, until no further one is. */
static void find_through(SequenceWalk *w)
{
	bool more = true;
	w->from = NO_OPERAND;
	while (more) {
		more = false;
		for (u32 f = 0; f < w->g->p->functions.len; f++) {
			if (!w->holds[f] || w->through[f] || !w->g->p->functions.at[f].n_blocks)
				continue;
			w->returned = false;
			go_on(w, f, 0, true);
			walk(w);
			w->through[f] = w->returned;
			more |= w->returned;
		}
	}
}

static int by_number(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

static void begin(SequenceWalk *w, u32 node)
{
	w->from = node;
	w->next.len = 0;
	intmap_clear(&w->found);
}

/* What was found is what may come next. */
static void keep_edges(SequenceWalk *w)
{
	SequenceNode *n = &w->g->nodes.at[w->from];
	u32 *next = arena_array(&w->g->arena, u32, w->next.len + 1);
	if (w->next.len) {
		memcpy(next, w->next.at, w->next.len * sizeof *next);
		qsort(next, w->next.len, sizeof *next, by_number);
	}
	n->next = next;
	n->n_next = (u32)w->next.len;
}

/* By block: to the next mark of the block, or else to its end. */
static void walk_block(SequenceWalk *w, Target at)
{
	const SequenceGraph *g = w->g;
	const Function *f = &g->p->functions.at[at.function];
	u32 first = f->blocks[static_block(g->flow, at.function, at.ins)].first;
	for (u32 k = g->mark_at[at.function]; k < g->mark_at[at.function + 1]; k++) {
		const SequenceMark *m = &g->marks.at[k];
		if (!m->behind || (m - 1)->node != w->from || (m - 1)->ins != at.ins)
			continue;
		find(w, m->node);
		return;
	}
	w->start = (Target){at.function, first};
	step(w, (WalkStep){at.function, first, false}, true);
	walk(w);
}

static void walk_from(SequenceWalk *w, u32 node)
{
	SequenceGraph *g = w->g;
	const SequenceNode *n = &g->nodes.at[node];
	begin(w, node);
	for (u32 k = 0; k < n->n_points; k++) {
		const Target *t = &n->points[k];
		w->start = *t;
		if (g->by_block) {
			walk_block(w, *t);
			continue;
		}
		const Function *f = &g->p->functions.at[t->function];
		/* What is called at the point itself comes next. */
		if (f->ins[t->ins].op == I_CALL && !pass_call(w, t->function, t->ins)) {
			walk(w);
			continue;
		}
		if (f->ins[t->ins].op == I_RET) {
			come_back(w, t->function, false);
		} else if (f->blocks[static_block(g->flow, t->function, t->ins)].end > t->ins + 1) {
			go_on(w, t->function, t->ins + 1, false);
		} else {
			const Flow *flow = static_flow(g->flow, t->function);
			u32 block = static_block(g->flow, t->function, t->ins);
			for (u32 i = flow->succ_at[block]; i < flow->succ_at[block + 1]; i++)
				if (flow->succ[i] < flow->n)
					go_on(w, t->function, f->blocks[flow->succ[i]].first, false);
		}
		walk(w);
	}
	keep_edges(w);
}

/* Where the program begins. */
static void walk_start(SequenceWalk *w)
{
	const Program *p = w->g->p;
	u32 start = w->g->entry != NO_OPERAND ? w->g->entry : p->main;
	const u64 *calls;
	if (start == NO_OPERAND) /* any of the user's functions that nobody calls */
		for (u32 f = 0; f < p->functions.len && start == NO_OPERAND; f++)
			if (is_own(w->g, f) && p->functions.at[f].n_blocks &&
				!static_callers(w->g->flow, f, &calls))
				start = f;
	if (start == NO_OPERAND)
		return;
	begin(w, SEQUENCE_START_NODE);
	w->start = (Target){NO_OPERAND, NO_OPERAND};
	go_on(w, start, 0, false);
	walk(w);
	keep_edges(w);
}

void sequence_walk(SequenceGraph *g)
{
	SequenceWalk w = {.g = g};
	size_t n = g->p->functions.len + 1;
	w.holds = xcalloc(n, sizeof *w.holds);
	w.through = xcalloc(n, sizeof *w.through);
	find_holds(&w);
	find_through(&w);
	walk_start(&w);
	for (u32 i = SEQUENCE_END_NODE + 1; i < g->nodes.len; i++)
		walk_from(&w, i);
	free(w.holds);
	free(w.through);
	vec_free(&w.todo);
	vec_free(&w.next);
	intmap_free(&w.visited);
	intmap_free(&w.found);
}
