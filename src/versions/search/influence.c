/* influence.c: functions whose decisions feed a branch that keeps a change from being executed.
 *
 * A run reaches `if (n == 15)` but not the new code behind it. If n is computed from the input,
 * there is a decision to negate. If it only counts (n = strlen(s)), there is none: its value
 * depends on the decisions of the function that counted. So for every block of a change that no run
 * has executed, but whose branch was, we collect the calls that the branch's condition is computed
 * from, and their callees. Decisions of those functions are tried first. */
#include "versions/search/impl.h"

enum {
	MOST_USES = 64,  /* registers of one instruction that are followed */
	MOST_CALLS = 32, /* functions called from one call that are looked at */
};

typedef struct Influence {
	VEC(bool) executed[2]; /* by position in Changes.blocks: by some run */
	u32 n_executed;
	u8 *influences[2]; /* by function: it feeds a branch */
	u32 n_influences;  /* functions that do */
	bool changed;      /* by the latest path */
} Influence;

/* Looks through one function. */
typedef struct InfluenceWalk {
	Search *search;
	int side;
	const Function *f;
	u32 *def;       /* by register: 1 + instruction that sets it, 0 = a parameter */
	u8 *seen;       /* by instruction */
	VEC(u32) todo;  /* instructions */
	u8 *influences; /* result */
} InfluenceWalk;

static void mark_callee(InfluenceWalk *w, u32 function, u32 *left)
{
	const Function *f = &w->search->config.subject[w->side]->program->functions.at[function];
	if (w->influences[function] || !f->n_ins || !*left)
		return;
	w->influences[function] = 1;
	--*left;
	for (u32 i = 0; i < f->n_calls; i++)
		if (f->calls[i].callee != NO_OPERAND)
			mark_callee(w, f->calls[i].callee, left);
}

static void follow(InfluenceWalk *w, u32 ins)
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

static void walk_back(InfluenceWalk *w, u32 branch)
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
static void influence_block(Search *search, int side, const ChangeBlock *b, u8 *influences)
{
	const Flow *flow = static_flow(subject_flow(search->config.subject[side]), b->function);
	const Function *f = &search->config.subject[side]->program->functions.at[b->function];
	const u8 *covered = machine_covered(search->machine[side], b->function);
	if (!flow || !covered || b->block >= flow->n)
		return;
	for (u32 k = flow->cdep_at[b->block]; k < flow->cdep_at[b->block + 1]; k++) {
		u32 from = flow->cdep[k].from;
		InfluenceWalk w = {.search = search, .side = side, .f = f, .influences = influences};
		if (covered[from])
			walk_back(&w, f->blocks[from].end - 1);
	}
}

/* A function of one version is known by its name in the other. */
static void influence_other_side(Search *search, int side, const u8 *influences, u8 *other)
{
	const Program *p = search->config.subject[side]->program,
				  *q = search->config.subject[!side]->program;
	u32 number;
	for (u32 i = 0; i < p->functions.len; i++)
		if (influences[i] && strmap_get(&q->by_name, p->functions.at[i].name, &number))
			other[number] = 1;
}

static void note_executed(Search *search, Influence *d)
{
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const WatchEvent *e = machine_watch_events(search->machine[side], &n);
		while (d->executed[side].len < search->changes.blocks[side].len)
			vec_push(&d->executed[side], false);
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < search->changes.blocks[side].len; k++)
				if (search->changes.blocks[side].at[k].watch == e[i].watch &&
					!d->executed[side].at[k]) {
					d->executed[side].at[k] = true;
					d->n_executed++;
				}
	}
}

static void compute(Search *search, Influence *d)
{
	for (int side = OLD; side <= NEW; side++) {
		size_t n = search->config.subject[side]->program->functions.len;
		free(d->influences[side]);
		d->influences[side] = xcalloc(n + 1, 1);
	}
	for (int side = OLD; side <= NEW; side++) {
		for (size_t k = 0; k < search->changes.blocks[side].len; k++)
			if (!d->executed[side].at[k])
				influence_block(search, side, &search->changes.blocks[side].at[k],
								d->influences[side]);
		influence_other_side(search, side, d->influences[side], d->influences[!side]);
	}
	d->n_influences = 0;
	for (size_t i = 0; i < search->config.subject[OLD]->program->functions.len; i++)
		d->n_influences += d->influences[OLD][i];
}

static void *begin(Search *search)
{
	(void)search;
	return xcalloc(1, sizeof(Influence));
}

static void after_path(Search *search, const Path *path)
{
	(void)path;
	Influence *d = search->guide[GUIDE_INFLUENCE];
	u32 executed = d->n_executed, influences = d->n_influences;
	note_executed(search, d);
	d->changed = false;
	/* Only runs that reach a change reach the branches inside it. */
	if (executed == d->n_executed || !search->changes.executed.len)
		return;
	compute(search, d);
	d->changed = influences != d->n_influences;
}

bool influence_has(const Search *search, int side, u32 function)
{
	const Influence *d = search->guide[GUIDE_INFLUENCE];
	return d && d->n_influences && d->influences[side][function];
}

bool influence_changed(const Search *search)
{
	const Influence *d = search->guide[GUIDE_INFLUENCE];
	return d && d->changed;
}

static void free_influence(void *state)
{
	Influence *d = state;
	for (int side = OLD; side <= NEW; side++) {
		vec_free(&d->executed[side]);
		free(d->influences[side]);
	}
	free(d);
}

const Guide guide_influence = {.begin = begin, .after_path = after_path, .free = free_influence};
