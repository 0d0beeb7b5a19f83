/* pairs.c: finds which two changes meet where.
 *
 * Two changes meet at an unchanged statement if a path of dependences leads to it from each, and
 * the two paths have no earlier statement in common. That is a property of the program and does not
 * depend on the order of analysis. It is also meaningful in loops, where every statement depends on
 * every other: two changes do not meet again behind a statement that both had to pass. Such paths
 * exist exactly if no statement is on all paths from both changes (Menger), that is, if no
 * statement dominates it in both dominator trees. */
#include "versions/sequence/impl.h"

enum {
	MOST_PAIRS = 4096,   /* pairs that are distinguished */
	MOST_WORK = 1 << 24, /* nodes of all trees of dominators */
};

/* While the pairs of a statement are found. */
typedef struct PairSearch {
	const Depend *d;
	u32 n;             /* changes */
	u32 **before;      /* by change: see dominate_from */
	ChangeSet *passed; /* by node: changes all of whose ways to the statement pass it */
	U32List marked;    /* nodes with such */
} PairSearch;

static void add_to(ChangeSet *set, u32 change)
{
	set->bits[change / 64] |= 1ull << change % 64;
}

static bool has(const ChangeSet *set, u32 change)
{
	return set->bits[change / 64] >> change % 64 & 1;
}

static void mark_ways(PairSearch *x, u32 node)
{
	for (size_t i = 0; i < x->marked.len; i++)
		x->passed[x->marked.at[i]] = (ChangeSet){0};
	x->marked.len = 0;
	for (u32 c = 0; c < x->n; c++)
		if (has(&x->d->nodes.at[node].changes, c) && x->before[c][node] != NOT_REACHED)
			for (u32 v = x->before[c][node]; v != NO_OPERAND; v = x->before[c][v]) {
				add_to(&x->passed[v], c);
				vec_push(&x->marked, v);
			}
}

static void add_pair(Pairs *p, u32 a, u32 b)
{
	u64 key = (u64)a << 32 | b, number;
	if (!intmap_get(&p->number_of, key + 1, &number)) {
		if (p->pairs.len >= MOST_PAIRS)
			return;
		number = p->pairs.len;
		vec_push(&p->pairs, key);
		intmap_put(&p->number_of, key + 1, number);
	}
	vec_push(&p->at, (u32)number);
}

/* Changes that do not meet the change at the statement: their ways have something in common. */
static ChangeSet in_common(const PairSearch *x, u32 change, u32 node)
{
	ChangeSet with = {0};
	for (u32 v = x->before[change][node]; v != NO_OPERAND; v = x->before[change][v])
		for (u32 i = 0; i < CHANGE_WORDS; i++)
			with.bits[i] |= x->passed[v].bits[i];
	return with;
}

static void add_point(Pairs *p, PairSearch *x, u32 node)
{
	const ChangeSet *changes = &x->d->nodes.at[node].changes;
	MeetingPoint at = {.node = node, .first = (u32)p->at.len};
	mark_ways(x, node);
	for (u32 a = 0; a < x->n; a++) {
		if (!has(changes, a) || x->before[a][node] == NOT_REACHED)
			continue;
		ChangeSet with = in_common(x, a, node);
		for (u32 b = a + 1; b < x->n; b++)
			if (has(changes, b) && x->before[b][node] != NOT_REACHED && !has(&with, b))
				add_pair(p, a, b);
	}
	at.n = (u32)p->at.len - at.first;
	if (at.n)
		vec_push(&p->points, at);
}

void pairs_find(Pairs *p, const Depend *d, const ChangeSeeds *seeds, u32 n)
{
	PairSearch x = {.d = d, .n = n};
	Dominate *dom = dominate_new(d);
	size_t most = MOST_WORK / (d->nodes.len + 1) + 2;
	if (n > most) {
		sequence_note(d->g, "drift searches for meeting points of the first %zu of %u changes only",
					  most, n);
		x.n = (u32)most;
	}
	x.before = xcalloc(x.n + 1, sizeof *x.before);
	x.passed = xcalloc(d->nodes.len + 1, sizeof *x.passed);
	for (u32 c = 0; c < x.n; c++)
		x.before[c] = dominate_from(dom, &seeds[c]);
	for (u32 i = 0; i < d->nodes.len; i++)
		if (depend_is_statement(d, i) && !d->nodes.at[i].changed &&
			change_set_count(&d->nodes.at[i].changes) >= 2)
			add_point(p, &x, i);
	if (p->pairs.len >= MOST_PAIRS)
		sequence_note(d->g, "more pairs of changes may meet than drift can tell apart (%d)",
					  MOST_PAIRS);
	dominate_free(dom);
	for (u32 c = 0; c < x.n; c++)
		free(x.before[c]);
	free(x.before);
	free(x.passed);
	vec_free(&x.marked);
}

void pairs_free(Pairs *p)
{
	vec_free(&p->points);
	vec_free(&p->at);
	vec_free(&p->pairs);
	intmap_free(&p->number_of);
}
