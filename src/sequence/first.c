/* first.c: where two changes meet for the first time.
 *
 * A pair of changes has met before at a point if all ways from the start of the program to it have
 * passed another of its points. The pairs that have met so are carried along control flow: what all
 * ways bring. Across functions: a call adds what all ways through its callees pass; a function
 * begins with what all of its calls have.
 */
#include "sequence/impl.h"

typedef struct FirstMeetings {
	SequenceGraph *g;
	const Depend *d;
	const Pairs *p;
	u32 words;      /* of a set of pairs */
	u64 **entry;    /* by function: what all calls of it have; NULL: not own */
	u64 **through;  /* by function: what all ways through it pass */
	u32 *point_at;  /* by function: its first point; one more at the end */
	u64 *now;       /* scratch: a set */
	u64 **in, *all; /* scratch: by block; the sets behind them */
	size_t cap;     /* of in */
	bool entering;  /* callees are told what a call has */
	bool more;      /* an entry has become less */
	u32 *firsts;    /* by point; NULL: not asked for */
} FirstMeetings;

static bool meet_sets(u64 *to, const u64 *from, u32 words)
{
	bool less = false;
	for (u32 i = 0; i < words; i++) {
		less |= (to[i] & ~from[i]) != 0;
		to[i] &= from[i];
	}
	return less;
}

/* ---- one function ---- */

static void pass_point(FirstMeetings *x, u32 point)
{
	const MeetingPoint *m = &x->p->points.at[point];
	u32 count = 0;
	for (u32 k = m->first; k < m->first + m->n; k++) {
		u32 pair = x->p->at.at[k];
		count += !(x->now[pair / 64] >> pair % 64 & 1);
		x->now[pair / 64] |= 1ull << pair % 64;
	}
	if (x->firsts)
		x->firsts[point] = count;
}

static void pass_call(FirstMeetings *x, u32 function, u32 ins)
{
	const u32 *callees;
	u32 n = static_callees(x->g->flow, function, ins, &callees);
	bool own = n > 0;
	for (u32 k = 0; k < n; k++) {
		if (!x->through[callees[k]])
			own = false;
		else if (x->entering)
			x->more |= meet_sets(x->entry[callees[k]], x->now, x->words);
	}
	for (u32 i = 0; own && i < x->words; i++) {
		u64 common = ~0ull;
		for (u32 k = 0; k < n; k++)
			common &= x->through[callees[k]][i];
		x->now[i] |= common;
	}
}

static void pass_block(FirstMeetings *x, u32 function, u32 block, u64 *returns)
{
	const Function *f = &x->g->p->functions.at[function];
	u32 point = x->point_at[function], end = x->point_at[function + 1];
	for (; point < end; point++)
		if (x->d->nodes.at[x->p->points.at[point].node].ins >= f->blocks[block].first)
			break;
	for (u32 i = f->blocks[block].first; i < f->blocks[block].end; i++) {
		if (point < end && x->d->nodes.at[x->p->points.at[point].node].ins == i)
			pass_point(x, point++);
		if (f->ins[i].op == I_CALL)
			pass_call(x, function, i);
		if (f->ins[i].op == I_RET)
			meet_sets(returns, x->now, x->words);
	}
}

static void make_room(FirstMeetings *x, u32 blocks)
{
	if (blocks > x->cap) {
		x->cap = blocks * 2;
		x->in = xrealloc(x->in, x->cap * sizeof *x->in);
		x->all = xrealloc(x->all, x->cap * x->words * sizeof *x->all);
	}
	for (u32 b = 0; b < blocks; b++)
		x->in[b] = x->all + (size_t)b * x->words;
	memset(x->all, 0xff, (size_t)blocks * x->words * sizeof *x->all);
}

/* Carries sets through a function until none becomes less; returns: what all of its returns have. */
static void pass_function(FirstMeetings *x, u32 function, const u64 *entry, u64 *returns)
{
	const Flow *flow = static_flow(x->g->flow, function);
	size_t bytes = x->words * sizeof *x->now;
	bool less = true;
	make_room(x, flow->n);
	memcpy(x->in[0], entry, bytes);
	memset(returns, 0xff, bytes);
	while (less) {
		less = false;
		for (u32 k = 0; k < flow->n_order; k++) {
			u32 b = flow->order[k];
			if (b >= flow->n)
				continue;
			memcpy(x->now, x->in[b], bytes);
			pass_block(x, function, b, returns);
			for (u32 e = flow->succ_at[b]; e < flow->succ_at[b + 1]; e++)
				if (flow->succ[e] < flow->n)
					less |= meet_sets(x->in[flow->succ[e]], x->now, x->words);
		}
	}
}

/* ---- all functions ---- */

/* Whether code that is not looked at may call the function. */
static bool called_elsewhere(const FirstMeetings *x, u32 function)
{
	const u64 *calls;
	u32 n = static_callers(x->g->flow, function, &calls);
	for (u32 i = 0; i < n; i++)
		if (!x->entry[calls[i] >> 32])
			return true;
	return !n || function == x->g->entry || function == x->g->p->main;
}

static u64 *new_set(const FirstMeetings *x, bool full)
{
	u64 *set = xmalloc(x->words * sizeof *set);
	memset(set, full ? 0xff : 0, x->words * sizeof *set);
	return set;
}

static void begin(FirstMeetings *x)
{
	u32 n = (u32)x->g->p->functions.len, point = 0;
	x->words = (u32)(x->p->pairs.len + 63) / 64;
	x->entry = xcalloc(n + 1, sizeof *x->entry);
	x->through = xcalloc(n + 1, sizeof *x->through);
	x->point_at = xcalloc(n + 2, sizeof *x->point_at);
	x->now = new_set(x, false);
	for (u32 f = 0; f < n; f++) {
		x->point_at[f] = point;
		while (point < x->p->points.len &&
			   x->d->nodes.at[x->p->points.at[point].node].function == f)
			point++;
		if (x->d->ins_at[f] == NO_OPERAND)
			continue;
		x->entry[f] = new_set(x, true);
		x->through[f] = new_set(x, true);
	}
	x->point_at[n] = point;
	for (u32 f = 0; f < n; f++)
		if (x->entry[f] && called_elsewhere(x, f))
			memset(x->entry[f], 0, x->words * sizeof *x->entry[f]);
}

static void find_through(FirstMeetings *x)
{
	u64 *none = new_set(x, false), *returns = new_set(x, false);
	bool less = true;
	while (less) {
		less = false;
		for (u32 f = 0; f < x->g->p->functions.len; f++) {
			if (!x->entry[f])
				continue;
			pass_function(x, f, none, returns);
			less |= meet_sets(x->through[f], returns, x->words);
		}
	}
	free(none);
	free(returns);
}

/* Entries until none becomes less; then once more to count. */
static void find_entries(FirstMeetings *x, u32 *firsts)
{
	u64 *returns = new_set(x, false);
	x->entering = x->more = true;
	while (x->more || !x->firsts) {
		if (!x->more)
			x->firsts = firsts;
		x->more = false;
		for (u32 f = 0; f < x->g->p->functions.len; f++)
			if (x->entry[f])
				pass_function(x, f, x->entry[f], returns);
	}
	free(returns);
}

u32 *first_meetings(SequenceGraph *g, const Depend *d, const Pairs *p)
{
	FirstMeetings x = {.g = g, .d = d, .p = p};
	u32 *firsts = xcalloc(p->points.len + 1, sizeof *firsts);
	if (!p->points.len)
		return firsts;
	begin(&x);
	find_through(&x);
	find_entries(&x, firsts);
	for (u32 f = 0; f < g->p->functions.len; f++) {
		free(x.entry[f]);
		free(x.through[f]);
	}
	free(x.entry);
	free(x.through);
	free(x.point_at);
	free(x.now);
	free(x.in);
	free(x.all);
	return firsts;
}
