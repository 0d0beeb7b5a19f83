/* sample.c: walks from input to input until all constraints hold.
 *
 * Suppose a hash of a name must fall into another bucket, or stay in its own while a letter
 * changes. One of some hundred inputs satisfies that, and trying inputs is much cheaper than
 * reasoning. Values come from the narrowed sets, so constraints on single inputs always hold. A
 * step changes an input of a violated constraint, and is taken if it does not increase the
 * number of violated constraints. This layer proves nothing. If it rarely succeeds, it is soon
 * skipped.
 */
#include "engine/solve/direct.h"

enum {
	MOST_STEPS = 2000,  /* of one walk */
	MOST_WORK = 120000, /* of the query, for one walk */
	STEPS_PER_WORK = 4, /* of a tape */
	FREE_MISSES = 8,    /* walks in vain before the first is left out */
	MISSES_PER_HIT = 4, /* and so many more for each that was not */
	SELDOM = 16,        /* then one of so many is made all the same */
	MOST_BROKEN = 8,    /* constraints: from there no walk comes back */
};

/* An input that may be changed. */
typedef struct Sampled {
	u32 var;
	const Domain *set; /* values that it may have */
	u64 size;          /* how many; 0: all that 64 bits have */
	u64 now;
} Sampled;

typedef struct SampleWalk {
	Direct *d;
	Tape *tape;
	VEC(Sampled) vars;
	u64 *broken;     /* a bit for each constraint of d->rest that did not hold at the last look */
	size_t n_broken; /* words of it */
	u64 random;
} SampleWalk;

static u64 next_random(SampleWalk *w)
{
	w->random ^= w->random << 13;
	w->random ^= w->random >> 7;
	w->random ^= w->random << 17;
	return w->random;
}

static u64 value_of(SampleWalk *w, const Sampled *v)
{
	u64 k = next_random(w);
	if (!v->size)
		return k;
	k %= v->size;
	for (size_t i = 0; i < v->set->len; i++) {
		u64 n = v->set->at[i].high - v->set->at[i].low + 1;
		if (k < n)
			return v->set->at[i].low + k;
		k -= n;
	}
	return v->now;
}

/* How many constraints do not hold. A step counts as if all were evaluated. */
static size_t look(SampleWalk *w)
{
	const u64 *broken = tape_broken(w->tape);
	size_t n = 0;
	w->d->s->stats.work += 1 + tape_len(w->tape) / STEPS_PER_WORK;
	for (size_t i = 0; i < w->n_broken; i++) {
		w->broken[i] = broken[i];
		n += (size_t)__builtin_popcountll(broken[i]);
	}
	return n;
}

/* The constraint that is number k of those that did not hold. */
static Expr nth_broken(const SampleWalk *w, size_t k)
{
	for (size_t i = 0; i < w->n_broken; i++) {
		u64 bits = w->broken[i];
		size_t n = (size_t)__builtin_popcountll(bits);
		if (k >= n) {
			k -= n;
			continue;
		}
		for (; k; k--)
			bits &= bits - 1;
		return w->d->rest.at[i * 64 + (size_t)__builtin_ctzll(bits)];
	}
	return 0;
}

/* An input of the constraint, any that may be changed; NULL: there is none. */
static Sampled *choose(SampleWalk *w, Expr constraint)
{
	VarSet vars = expr_vars(w->d->p, constraint);
	size_t first = next_random(w) % w->vars.len;
	for (size_t i = 0; i < w->vars.len; i++) {
		Sampled *v = &w->vars.at[(first + i) % w->vars.len];
		if (varset_has(w->d->p, vars, v->var))
			return v;
	}
	return NULL;
}

static void begin(SampleWalk *w)
{
	Direct *d = w->d;
	VarList open = {0};
	w->tape = tape_new(d->p, d->rest.at, d->rest.len);
	varset_list(d->p, d->open, &open);
	for (size_t i = 0; i < open.len; i++) {
		const Domain *set = &d->sets[direct_position(d->vars, open.at[i])];
		u128 size = domain_size(set);
		Sampled v = {
			.var = open.at[i], .set = set, .size = (u64)size, .now = d->s->q.model->at[open.at[i]]};
		u32 cell;
		tape_set(w->tape, v.var, v.now);
		if (size > 1 && tape_cell(w->tape, v.var, &cell))
			vec_push(&w->vars, v);
	}
	tape_run(w->tape);
	w->n_broken = d->rest.len / 64 + 1;
	w->broken = xcalloc(w->n_broken, sizeof *w->broken);
	vec_free(&open);
}

static bool walk(SampleWalk *w)
{
	u64 end = w->d->s->stats.work + MOST_WORK;
	size_t broken = look(w);
	for (u32 i = 0; i < MOST_STEPS && broken && broken <= MOST_BROKEN; i++) {
		if (w->d->s->stats.work > end || (i % 64 == 0 && solver_enough(w->d->s)))
			return false;
		Sampled *v = choose(w, nth_broken(w, next_random(w) % broken));
		if (!v)
			return false;
		u64 value = value_of(w, v);
		tape_change(w->tape, v->var, value);
		size_t left = look(w);
		if (left <= broken) {
			v->now = value;
			broken = left;
		} else {
			/* Which ones are broken stays as it was looked at: more than there are, and as good. */
			tape_undo(w->tape);
		}
	}
	return !broken;
}

int sample_answer(Direct *d)
{
	Solver *s = d->s;
	u32 patience = FREE_MISSES + MISSES_PER_HIT * s->sample_hits;
	if (s->sample_misses > patience && s->sample_misses++ % SELDOM)
		return SOLVE_OPEN;
	SampleWalk w = {.d = d, .random = 0x9e3779b97f4a7c15};
	direct_pick(d);
	begin(&w);
	bool found = w.vars.len && walk(&w);
	for (size_t i = 0; found && i < w.vars.len; i++)
		s->q.model->at[w.vars.at[i].var] = w.vars.at[i].now;
	s->sample_hits += found;
	s->sample_misses += !found;
	tape_free(w.tape);
	vec_free(&w.vars);
	free(w.broken);
	return found ? SOLVE_SAT : SOLVE_OPEN;
}
