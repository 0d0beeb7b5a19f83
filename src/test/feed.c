/* feed.c: functions whose decisions feed a branch that keeps a change from being executed.
 *
 * A run comes to `if (n == 15)` and not to what is new behind it. Where n is computed from the
 * input there is a decision to turn round. Where it only counts (n = strlen(s)) there is none: its
 * value hangs on the decisions of the function that counted. So for every block of a change that no
 * run has executed, but whose branch was: the calls from which the branch's condition is computed,
 * and what they call. Decisions of those functions are tried first.
 */
#include "test/tester.h"

enum {
	MOST_USES = 64,  /* registers of one instruction that are followed */
	MOST_CALLS = 32, /* functions called from one call that are looked at */
};

struct Feed {
	VEC(bool) executed[2]; /* by position in Tester.blocks: by some run */
	u32 n_executed;
	u8 *feeds[2]; /* by function: it feeds a branch */
	u32 n_feeds;  /* functions that do */
};

/* Looks through one function. */
typedef struct FeedWalk {
	Tester *t;
	int side;
	const Function *f;
	u32 *def;      /* by register: 1 + instruction that sets it, 0 = a parameter */
	u8 *seen;      /* by instruction */
	VEC(u32) todo; /* instructions */
	u8 *feeds;     /* result */
} FeedWalk;

static void mark_callee(FeedWalk *w, u32 function, u32 *left)
{
	const Function *f = &w->t->config.program[w->side]->functions.at[function];
	if (w->feeds[function] || !f->n_ins || !*left)
		return;
	w->feeds[function] = 1;
	--*left;
	for (u32 i = 0; i < f->n_calls; i++)
		if (f->calls[i].callee != NO_OPERAND)
			mark_callee(w, f->calls[i].callee, left);
}

static void follow(FeedWalk *w, u32 ins)
{
	const Ins *in = &w->f->ins[ins];
	u32 regs[MOST_USES], n = static_ins_uses(w->f, in, regs, MOST_USES), left = MOST_CALLS;
	if (w->seen[ins]++)
		return;
	if (in->op == I_CALL && w->f->calls[in->extra].callee != NO_OPERAND)
		mark_callee(w, w->f->calls[in->extra].callee, &left);
	for (u32 i = 0; i < n && i < MOST_USES; i++)
		if (w->def[regs[i]])
			vec_push(&w->todo, w->def[regs[i]] - 1);
}

static void walk_back(FeedWalk *w, u32 branch)
{
	const Function *f = w->f;
	w->def = xcalloc(f->n_regs + 1, sizeof *w->def);
	w->seen = xcalloc(f->n_ins + 1, 1);
	for (u32 i = 0; i < f->n_ins; i++) {
		u32 first, n = static_ins_defs(f, &f->ins[i], &first);
		for (u32 k = 0; k < n; k++)
			w->def[first + k] = i + 1;
	}
	vec_push(&w->todo, branch);
	while (w->todo.len)
		follow(w, vec_pop(&w->todo));
	free(w->def);
	free(w->seen);
	vec_free(&w->todo);
}

/* What feeds the branches that a block of a change directly depends on. */
static void feed_block(Tester *t, int side, const ChangeBlock *b, u8 *feeds)
{
	const Flow *flow = static_flow(t->statics[side], b->function);
	const Function *f = &t->config.program[side]->functions.at[b->function];
	const u8 *covered = machine_covered(t->machine[side], b->function);
	if (!flow || !covered || b->block >= flow->n)
		return;
	for (u32 k = flow->cdep_at[b->block]; k < flow->cdep_at[b->block + 1]; k++) {
		u32 from = flow->cdep[k].from;
		FeedWalk w = {.t = t, .side = side, .f = f, .feeds = feeds};
		if (covered[from])
			walk_back(&w, f->blocks[from].end - 1);
	}
}

/* A function of one version is known by its name in the other. */
static void feed_other_side(Tester *t, int side, const u8 *feeds, u8 *other)
{
	const Program *p = t->config.program[side], *q = t->config.program[!side];
	u32 number;
	for (u32 i = 0; i < p->functions.len; i++)
		if (feeds[i] && strmap_get(&q->by_name, p->functions.at[i].name, &number))
			other[number] = 1;
}

static void note_executed(Tester *t, Feed *d)
{
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const WatchEvent *e = machine_watch_events(t->machine[side], &n);
		while (d->executed[side].len < t->blocks[side].len)
			vec_push(&d->executed[side], false);
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < t->blocks[side].len; k++)
				if (t->blocks[side].at[k].watch == e[i].watch && !d->executed[side].at[k]) {
					d->executed[side].at[k] = true;
					d->n_executed++;
				}
	}
}

static void compute(Tester *t, Feed *d)
{
	for (int side = OLD; side <= NEW; side++) {
		size_t n = t->config.program[side]->functions.len;
		free(d->feeds[side]);
		d->feeds[side] = xcalloc(n + 1, 1);
	}
	for (int side = OLD; side <= NEW; side++) {
		for (size_t k = 0; k < t->blocks[side].len; k++)
			if (!d->executed[side].at[k])
				feed_block(t, side, &t->blocks[side].at[k], d->feeds[side]);
		feed_other_side(t, side, d->feeds[side], d->feeds[!side]);
	}
	d->n_feeds = 0;
	for (size_t i = 0; i < t->config.program[OLD]->functions.len; i++)
		d->n_feeds += d->feeds[OLD][i];
}

bool feed_update(Tester *t)
{
	Feed *d = t->feed ? t->feed : (t->feed = xcalloc(1, sizeof *d));
	u32 executed = d->n_executed, feeds = d->n_feeds;
	note_executed(t, d);
	/* Only runs that come to a change come to the branches inside it. */
	if (executed == d->n_executed || !t->executed.len)
		return false;
	compute(t, d);
	return feeds != d->n_feeds;
}

bool feed_has(const Tester *t, int side, u32 function)
{
	return t->feed && t->feed->n_feeds && t->feed->feeds[side][function];
}

void feed_free(Tester *t)
{
	if (!t->feed)
		return;
	for (int side = OLD; side <= NEW; side++) {
		vec_free(&t->feed->executed[side]);
		free(t->feed->feeds[side]);
	}
	free(t->feed);
}
