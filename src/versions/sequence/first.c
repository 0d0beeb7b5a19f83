/* first.c: finds where two changes meet for the first time.
 *
 * On a path through the program a pair of changes is new, one of them or both were executed, or
 * both were executed and have met. A point of the pair is a first meeting if some path reaches it
 * with both executed and not met. The states of all pairs are propagated along control flow; where
 * paths join, their states are united. Across functions, a call does what some path through its
 * callees does, and a function begins with the states of its call sites. */
#include "versions/sequence/impl.h"

/* Which changes of a pair were executed: none, the lower one, the other, both. Once they have met,
 * none of these. */
enum { STATE_NONE, STATE_LESSER, STATE_OTHER, STATE_BOTH, N_STATES };

/* For each state a set of pairs that may be in it: N_STATES * words. */
typedef u64 *PairStates;

typedef struct FirstMeetings {
	SequenceGraph *g;
	const Depend *d;
	const Pairs *p;
	u32 words;           /* of a set of pairs */
	u64 *of_change[2];   /* by change: pairs in which it is the lesser, and the other */
	PairStates *entry;   /* by function: what some call of it brings; NULL: not own */
	PairStates *through; /* by function and state at its entry: states at its returns */
	u32 *point_at;       /* by function: its first point; one more at the end */
	u32 *mark_at;        /* by function: its first in marks; likewise */
	VEC(SequenceMark) marks;
	PairStates now, scratch;
	PairStates *in; /* scratch: by block */
	u64 *all;       /* scratch: what they point to */
	size_t cap;     /* of in */
	bool entering;  /* true: callees get the states of their call sites */
	bool more;      /* an entry has become more */
	u32 *firsts;    /* by point */
} FirstMeetings;

static bool join(u64 *to, const u64 *from, size_t n)
{
	bool more = false;
	for (size_t i = 0; i < n; i++) {
		more |= (from[i] & ~to[i]) != 0;
		to[i] |= from[i];
	}
	return more;
}

static PairStates new_states(const FirstMeetings *x)
{
	return xcalloc((size_t)N_STATES * x->words + 1, sizeof(u64));
}

static u64 *state(const FirstMeetings *x, PairStates of, u32 which)
{
	return of + (size_t)which * x->words;
}

/* ---- one function ---- */

static void move_pairs(FirstMeetings *x, u32 from, u32 to, const u64 *pairs)
{
	u64 *a = state(x, x->now, from), *b = state(x, x->now, to);
	for (u32 i = 0; i < x->words; i++) {
		b[i] |= a[i] & pairs[i];
		a[i] &= ~pairs[i];
	}
}

static void pass_change(FirstMeetings *x, u32 change)
{
	const u64 *lesser = x->of_change[0] + (size_t)change * x->words;
	const u64 *other = x->of_change[1] + (size_t)change * x->words;
	move_pairs(x, STATE_OTHER, STATE_BOTH, lesser);
	move_pairs(x, STATE_NONE, STATE_LESSER, lesser);
	move_pairs(x, STATE_LESSER, STATE_BOTH, other);
	move_pairs(x, STATE_NONE, STATE_OTHER, other);
}

static void pass_point(FirstMeetings *x, u32 point)
{
	const MeetingPoint *m = &x->p->points.at[point];
	u64 *both = state(x, x->now, STATE_BOTH);
	u32 count = 0;
	for (u32 k = m->first; k < m->first + m->n; k++) {
		u32 pair = x->p->at.at[k];
		count += both[pair / 64] >> pair % 64 & 1;
		both[pair / 64] &= ~(1ull << pair % 64);
	}
	if (x->entering && count > x->firsts[point])
		x->firsts[point] = count;
}

/* Propagates the states before a call to the states after it that the callee can reach. */
static void pass_callee(FirstMeetings *x, u32 callee)
{
	for (u32 from = 0; from < N_STATES; from++)
		for (u32 to = 0; to < N_STATES; to++) {
			const u64 *a = state(x, x->now, from);
			const u64 *by = state(x, x->through[(size_t)callee * N_STATES + from], to);
			u64 *b = state(x, x->scratch, to);
			for (u32 i = 0; i < x->words; i++)
				b[i] |= a[i] & by[i];
		}
}

static void pass_call(FirstMeetings *x, u32 function, u32 ins)
{
	const u32 *callees;
	u32 n = static_callees(x->g->flow, function, ins, &callees);
	size_t size = (size_t)N_STATES * x->words;
	if (!n)
		return;
	memset(x->scratch, 0, size * sizeof *x->scratch);
	for (u32 k = 0; k < n; k++) {
		if (!x->entry[callees[k]]) {
			join(x->scratch, x->now, size);
			continue;
		}
		pass_callee(x, callees[k]);
		if (x->entering)
			x->more |= join(x->entry[callees[k]], x->now, size);
	}
	memcpy(x->now, x->scratch, size * sizeof *x->now);
}

static void pass_block(FirstMeetings *x, u32 function, u32 block, PairStates returns)
{
	const Function *f = &x->g->p->functions.at[function];
	u32 point = x->point_at[function], end = x->point_at[function + 1];
	u32 mark = x->mark_at[function], last = x->mark_at[function + 1];
	while (point < end && x->d->nodes.at[x->p->points.at[point].node].ins < f->blocks[block].first)
		point++;
	while (mark < last && x->marks.at[mark].ins < f->blocks[block].first)
		mark++;
	for (u32 i = f->blocks[block].first; i < f->blocks[block].end; i++) {
		for (; mark < last && x->marks.at[mark].ins == i; mark++)
			pass_change(x, x->marks.at[mark].node);
		if (point < end && x->d->nodes.at[x->p->points.at[point].node].ins == i)
			pass_point(x, point++);
		if (f->ins[i].op == I_CALL)
			pass_call(x, function, i);
		if (f->ins[i].op == I_RET)
			join(returns, x->now, (size_t)N_STATES * x->words);
	}
}

static void make_room(FirstMeetings *x, u32 blocks)
{
	size_t size = (size_t)N_STATES * x->words;
	if (blocks > x->cap) {
		x->cap = (size_t)blocks * 2;
		x->in = xrealloc(x->in, x->cap * sizeof *x->in);
		x->all = xrealloc(x->all, x->cap * size * sizeof *x->all);
	}
	for (u32 b = 0; b < blocks; b++)
		x->in[b] = x->all + b * size;
	memset(x->all, 0, blocks * size * sizeof *x->all);
}

/* Carries states through a function until there are no more; returns: those at its returns. */
static void pass_function(FirstMeetings *x, u32 function, const u64 *entry, PairStates returns)
{
	const Flow *flow = static_flow(x->g->flow, function);
	size_t size = (size_t)N_STATES * x->words;
	bool more = true;
	make_room(x, flow->n);
	memcpy(x->in[0], entry, size * sizeof *entry);
	while (more) {
		more = false;
		for (u32 k = 0; k < flow->n_order; k++) {
			u32 b = flow->order[k];
			if (b >= flow->n)
				continue;
			memcpy(x->now, x->in[b], size * sizeof *x->now);
			pass_block(x, function, b, returns);
			for (u32 e = flow->succ_at[b]; e < flow->succ_at[b + 1]; e++)
				if (flow->succ[e] < flow->n)
					more |= join(x->in[flow->succ[e]], x->now, size);
		}
	}
}

/* ---- all functions ---- */

static int by_mark(const void *a, const void *b)
{
	const SequenceMark *x = a, *y = b;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->ins != y->ins)
		return x->ins < y->ins ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

/* Where changes are executed. */
static void take_marks(FirstMeetings *x)
{
	SequenceGraph *g = x->g;
	u32 n = (u32)g->p->functions.len;
	for (u32 c = 0; c < g->changes.len && c < MOST_CHANGES; c++)
		for (size_t k = 0; k < g->changes.at[c].at.len; k++) {
			const Target *t = &g->changes.at[c].at.at[k];
			vec_push(&x->marks, ((SequenceMark){t->function, t->ins, c, false}));
		}
	if (x->marks.len)
		qsort(x->marks.at, x->marks.len, sizeof *x->marks.at, by_mark);
	x->mark_at = xcalloc(n + 2, sizeof *x->mark_at);
	x->point_at = xcalloc(n + 2, sizeof *x->point_at);
	u32 mark = 0, point = 0;
	for (u32 f = 0; f <= n; f++) {
		x->mark_at[f] = mark;
		x->point_at[f] = point;
		while (mark < x->marks.len && x->marks.at[mark].function == f)
			mark++;
		while (point < x->p->points.len &&
			   x->d->nodes.at[x->p->points.at[point].node].function == f)
			point++;
	}
}

/* Changes without code count as executed. */
static void take_pairs(FirstMeetings *x, PairStates start)
{
	const Pairs *p = x->p;
	for (u32 k = 0; k < 2; k++)
		x->of_change[k] = xcalloc((size_t)MOST_CHANGES * x->words + 1, sizeof(u64));
	for (u32 i = 0; i < p->pairs.len; i++) {
		u32 both[2] = {(u32)(p->pairs.at[i] >> 32), (u32)p->pairs.at[i]}, at = STATE_NONE;
		for (u32 k = 0; k < 2; k++) {
			x->of_change[k][(size_t)both[k] * x->words + i / 64] |= 1ull << i % 64;
			at |= x->g->changes.at[both[k]].at.len ? 0 : k + 1;
		}
		state(x, start, at)[i / 64] |= 1ull << i % 64;
	}
}

/* True if code that is not analysed may call the function. */
static bool called_elsewhere(const FirstMeetings *x, u32 function)
{
	const u64 *calls;
	u32 n = static_callers(x->g->flow, function, &calls);
	for (u32 i = 0; i < n; i++)
		if (!x->entry[calls[i] >> 32])
			return true;
	return !n;
}

static void begin(FirstMeetings *x)
{
	u32 n = (u32)x->g->p->functions.len;
	size_t size = (size_t)N_STATES * (x->words = (u32)(x->p->pairs.len + 63) / 64);
	x->entry = xcalloc(n + 1, sizeof *x->entry);
	x->through = xcalloc((size_t)n * N_STATES + 1, sizeof *x->through);
	x->now = new_states(x);
	x->scratch = new_states(x);
	PairStates start = new_states(x);
	take_marks(x);
	take_pairs(x, start);
	for (u32 f = 0; f < n; f++) {
		if (x->d->ins_at[f] == NO_OPERAND)
			continue;
		x->entry[f] = new_states(x);
		for (u32 s = 0; s < N_STATES; s++)
			x->through[(size_t)f * N_STATES + s] = new_states(x);
	}
	for (u32 f = 0; f < n; f++) {
		if (!x->entry[f])
			continue;
		if (f == x->g->entry || f == x->g->p->main)
			memcpy(x->entry[f], start, size * sizeof *start);
		else if (called_elsewhere(x, f))
			memset(x->entry[f], 0xff, size * sizeof *start);
	}
	free(start);
}

/* What functions do to a pair in each state. */
static void find_through(FirstMeetings *x)
{
	size_t size = (size_t)N_STATES * x->words;
	PairStates one = new_states(x), returns = new_states(x);
	bool more = true;
	while (more) {
		more = false;
		for (u32 f = 0; f < x->g->p->functions.len; f++)
			for (u32 s = 0; s < N_STATES && x->entry[f]; s++) {
				memset(one, 0, size * sizeof *one);
				memset(returns, 0, size * sizeof *one);
				memset(state(x, one, s), 0xff, x->words * sizeof *one);
				pass_function(x, f, one, returns);
				more |= join(x->through[(size_t)f * N_STATES + s], returns, size);
			}
	}
	free(one);
	free(returns);
}

static void find_entries(FirstMeetings *x)
{
	PairStates returns = new_states(x);
	x->entering = x->more = true;
	while (x->more) {
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
	x.firsts = xcalloc(p->points.len + 1, sizeof *x.firsts);
	if (!p->points.len)
		return x.firsts;
	begin(&x);
	find_through(&x);
	find_entries(&x);
	for (u32 f = 0; f < g->p->functions.len; f++) {
		free(x.entry[f]);
		for (u32 s = 0; s < N_STATES; s++)
			free(x.through[(size_t)f * N_STATES + s]);
	}
	free(x.entry);
	free(x.through);
	free(x.point_at);
	free(x.mark_at);
	vec_free(&x.marks);
	free(x.of_change[0]);
	free(x.of_change[1]);
	free(x.now);
	free(x.scratch);
	free(x.in);
	free(x.all);
	return x.firsts;
}
