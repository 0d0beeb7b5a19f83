/* search.c: splits sets of values until one model is left, or none.
 *
 * We choose a variable and split its set; the part with the preferred value comes first.
 * Narrowing then propagates the consequences to the other variables. This solves many bytewise
 * problems (digits of a number, checksums, words to compare) without reasoning about bits. The
 * work is bounded, so that hard queries lose little time before the next layer gets them.
 */
#include "engine/solve/direct.h"

enum {
	MOST_NODES = 300,    /* divisions */
	MOST_WORK = 2000000, /* cells computed */
	SMALL_SET = 12,      /* from here down a value at a time */
};

typedef struct DirectSearch {
	Direct *d;
	VarList open; /* variables that may be divided */
	u32 nodes;    /* divisions so far */
} DirectSearch;

/* The sets, and what is known of roots under them. */
typedef struct SavedSets {
	Domain *sets; /* by position */
	u64 *stale;   /* see Direct */
} SavedSets;

static SavedSets save(const Direct *d)
{
	SavedSets to = {xcalloc(d->vars->len + 1, sizeof *to.sets),
					xmalloc(d->n_stale * sizeof *to.stale)};
	for (size_t i = 0; i < d->vars->len; i++)
		domain_copy(&to.sets[i], &d->sets[i]);
	memcpy(to.stale, d->stale, d->n_stale * sizeof *to.stale);
	return to;
}

/* Puts the saved sets back. */
static void restore(Direct *d, const SavedSets *saved)
{
	for (size_t i = 0; i < d->vars->len; i++) {
		const Domain *now = &d->sets[i], *then = &saved->sets[i];
		if (now->len == then->len && !memcmp(now->at, then->at, then->len * sizeof *then->at))
			continue;
		domain_copy(&d->sets[i], then);
		narrow_touch(d, i);
	}
	memcpy(d->stale, saved->stale, d->n_stale * sizeof *d->stale);
}

static void drop(const Direct *d, SavedSets *saved)
{
	for (size_t i = 0; i < d->vars->len; i++)
		vec_free(&saved->sets[i]);
	free(saved->sets);
	free(saved->stale);
}

/* The open variable with the smallest set of several values: its position, or -1. */
static long choose(const DirectSearch *x)
{
	long best = -1;
	u128 least = 0;
	for (size_t i = 0; i < x->open.len; i++) {
		size_t at = direct_position(x->d->vars, x->open.at[i]);
		u128 size = domain_size(&x->d->sets[at]);
		if (size > 1 && (best < 0 || size < least)) {
			best = (long)at;
			least = size;
		}
	}
	return best;
}

/* The part of a set that is tried first: the preferred value, or the half it lies in. */
static DomainRange first_part(const DirectSearch *x, size_t at)
{
	const Domain *set = &x->d->sets[at];
	u32 var = x->d->vars->at[at];
	u64 liked = model_pick(x->d->s, var, set, x->d->s->q.current->at[var]);
	if (domain_size(set) <= SMALL_SET)
		return (DomainRange){liked, liked};
	u64 low = set->at[0].low, high = vec_last(set).high, mid = low + (high - low) / 2;
	return liked <= mid ? (DomainRange){low, mid} : (DomainRange){mid + 1, high};
}

/* Keeps the part, or what is outside of it. */
static void divide(Direct *d, size_t at, DomainRange part, bool inside)
{
	unsigned width = input_width(d->p, d->vars->at[at]);
	Domain with = {0};
	if (inside) {
		vec_push(&with, part);
	} else {
		DomainRange r = {0, part.low - 1};
		if (part.low)
			vec_push(&with, r);
		r = (DomainRange){part.high + 1, mask64(width)};
		if (part.high < mask64(width))
			vec_push(&with, r);
	}
	if (domain_meet(&d->sets[at], &with))
		narrow_touch(d, at);
	vec_free(&with);
}

static int solve_sets(DirectSearch *x)
{
	Direct *d = x->d;
	if (!narrow_all(d))
		return SOLVE_UNSAT;
	direct_pick(d);
	if (query_holds(d->s, d->s->q.model))
		return SOLVE_SAT;
	long at = choose(x);
	if (at < 0)
		return SOLVE_UNSAT; /* that was the only combination */
	if (++x->nodes > MOST_NODES || d->work > MOST_WORK || solver_enough(d->s))
		return SOLVE_OPEN;
	DomainRange part = first_part(x, (size_t)at);
	SavedSets saved = save(d);
	divide(d, (size_t)at, part, true);
	int result = d->sets[at].len ? solve_sets(x) : SOLVE_UNSAT;
	if (result == SOLVE_UNSAT) {
		restore(d, &saved);
		divide(d, (size_t)at, part, false);
		drop(d, &saved);
		return d->sets[at].len ? solve_sets(x) : SOLVE_UNSAT;
	}
	drop(d, &saved);
	return result;
}

int search_answer(Direct *d)
{
	DirectSearch x = {.d = d};
	varset_list(d->p, d->open, &x.open);
	int result = solve_sets(&x);
	vec_free(&x.open);
	return result;
}
