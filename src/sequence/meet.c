/* meet.c: where changes meet: the places at which the set of changes that a statement depends on
 * grows.
 *
 * Sets are carried forward along dependences until none grows. Forward slices of all changes at
 * once, so that their intersections are there at the end. A place is kept where no unchanged
 * statement had the same set before it: what follows it only carries the set on. One is kept for each
 * source line.
 */
#include "sequence/impl.h"

typedef struct Meet {
	Depend d;
	VEC(u32) todo; /* nodes whose set has grown, first come, first served */
	size_t head;
	VEC(bool) waits; /* by node: it is in todo */
	u32 now;         /* steps so far */
} Meet;

static void grow(Meet *m, u32 node, const ChangeSet *by)
{
	DependNode *n = &m->d.nodes.at[node];
	bool grown = false;
	for (u32 i = 0; i < CHANGE_WORDS; i++) {
		grown |= (by->bits[i] & ~n->changes.bits[i]) != 0;
		n->changes.bits[i] |= by->bits[i];
	}
	if (!grown)
		return;
	n->when = ++m->now;
	if (m->waits.at[node])
		return;
	m->waits.at[node] = true;
	vec_push(&m->todo, node);
}

static void seed(void *ctx, u32 node, u32 change)
{
	Meet *m = ctx;
	ChangeSet one = {0};
	if (change >= MOST_CHANGES)
		return;
	one.bits[change / 64] |= 1ull << change % 64;
	grow(m, node, &one);
}

/* Whether NEW executes nothing of a change: it only goes another way. */
static bool is_gone(const Change *c)
{
	bool code[N_SIDES] = {0};
	for (Side s = SIDE_OLD; s < N_SIDES; s++)
		for (u32 k = 0; k < c->part[s].n_points; k++)
			code[s] |= c->part[s].points[k].kind != POINT_MARKER &&
					   c->part[s].points[k].kind != POINT_EDGE;
	return code[SIDE_OLD] && !code[SIDE_NEW];
}

static void begin(Meet *m)
{
	SequenceGraph *g = m->d.g;
	for (size_t i = 0; i < m->d.nodes.len; i++)
		vec_push(&m->waits, false);
	for (u32 c = 0; c < g->changes.len; c++) {
		bool of_map = c < change_map_count(g->map);
		bool gone = of_map && is_gone(change_map_at(g->map, c));
		for (size_t k = 0; k < g->changes.at[c].at.len; k++) {
			const Target *t = &g->changes.at[c].at.at[k];
			u32 node = depend_ins(&m->d, t->function, t->ins);
			/* A marker is an instruction that both versions have. */
			bool marker = of_map && k < change_map_at(g->map, c)->part[SIDE_NEW].n_points &&
						  change_map_of(g->map, SIDE_NEW, t->function, t->ins) != c;
			if (node == NO_OPERAND || gone || marker)
				continue;
			m->d.nodes.at[node].changed = true;
			seed(m, node, c);
		}
		if (of_map)
			depend_gone(&m->d, c, seed, m);
	}
	if (g->changes.len > MOST_CHANGES)
		sequence_note(g, "%zu changes are there, places are found for the first %d", g->changes.len,
					  MOST_CHANGES);
}

static void spread(Meet *m)
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

/* ---- where it grows ---- */

typedef struct WhenOrder {
	u32 when, node;
} WhenOrder;

static int by_when(const void *a, const void *b)
{
	const WhenOrder *x = a, *y = b;
	return x->when < y->when ? -1 : x->when > y->when;
}

/* Marks what has its set from an instruction that no change touched. In the order in which sets
 * were complete, so that on a loop the first counts. */
static void carry(Meet *m)
{
	VEC(WhenOrder) order = {0};
	for (u32 i = 0; i < m->d.nodes.len; i++)
		if (m->d.nodes.at[i].when)
			vec_push(&order, ((WhenOrder){m->d.nodes.at[i].when, i}));
	if (order.len)
		qsort(order.at, order.len, sizeof *order.at, by_when);
	for (size_t i = 0; i < order.len; i++) {
		const DependNode *n = &m->d.nodes.at[order.at[i].node];
		if (n->changed || (n->ins == NO_OPERAND && !n->carried))
			continue;
		for (u32 e = n->first; e; e = m->d.edges.at[e].next) {
			DependNode *to = &m->d.nodes.at[m->d.edges.at[e].to];
			to->carried |= to->when > n->when && change_set_equal(&to->changes, &n->changes);
		}
	}
	vec_free(&order);
}

/* One place for a line: the one with most changes, then the first. */
static void keep(SequenceGraph *g, Meeting at, const Loc *loc)
{
	for (size_t i = 0; i < g->meetings.len; i++) {
		Meeting *other = &g->meetings.at[i];
		const Function *f = &g->p->functions.at[other->at.function];
		const Loc *l = &g->p->locs.at[f->ins[other->at.ins].loc];
		if (other->at.function != at.at.function || l->line != loc->line || l->file != loc->file)
			continue;
		if (change_set_count(&at.changes) > change_set_count(&other->changes))
			*other = at;
		return;
	}
	vec_push(&g->meetings, at);
}

static int by_finding(const void *a, const void *b)
{
	const Meeting *x = a, *y = b;
	return x->when < y->when ? -1 : x->when > y->when;
}

static int by_code(const void *a, const void *b)
{
	const Meeting *x = a, *y = b;
	return x->at.function != y->at.function ? (x->at.function < y->at.function ? -1 : 1)
											: (x->at.ins < y->at.ins ? -1 : x->at.ins > y->at.ins);
}

void sequence_meet(SequenceGraph *g)
{
	Meet m = {0};
	depend_make(&m.d, g);
	begin(&m);
	spread(&m);
	carry(&m);
	for (size_t i = 0; i < m.d.nodes.len; i++) {
		const DependNode *n = &m.d.nodes.at[i];
		if (n->ins == NO_OPERAND || n->changed || n->carried || change_set_count(&n->changes) < 2)
			continue;
		const Loc *l = &g->p->locs.at[g->p->functions.at[n->function].ins[n->ins].loc];
		if (l->line)
			keep(g, (Meeting){{n->function, n->ins}, n->changes, n->when}, l);
	}
	if (g->meetings.len > MOST_PLACES) {
		qsort(g->meetings.at, g->meetings.len, sizeof *g->meetings.at, by_finding);
		sequence_note(g, "changes may meet at %zu places, the first %d are in the graph",
					  g->meetings.len, MOST_PLACES);
		g->meetings.len = MOST_PLACES;
	}
	if (g->meetings.len)
		qsort(g->meetings.at, g->meetings.len, sizeof *g->meetings.at, by_code);
	vec_free(&m.todo);
	vec_free(&m.waits);
	depend_free(&m.d);
}
