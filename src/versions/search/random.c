/* random.c: inputs drawn uniformly at random; the search learns nothing from them. */
#include "versions/search/impl.h"

typedef struct Draws {
	u64 state;
} Draws;

static void *begin(Search *search)
{
	Draws *d = xcalloc(1, sizeof *d);
	d->state = search->config.seed;
	return d;
}

/* Small numbers and printable bytes more often than others: programs look at those. */
static void draw(ExprPool *pool, u64 *state, Assignment *a)
{
	for (u32 var = 0; var < a->n; var++) {
		const InputGroup *g = input_of(pool, var);
		u64 r = random_next(state), v = r >> 8;
		if (g->kind == INPUT_LENGTH)
			v %= input_group(pool, g->partner)->count + 1;
		else if (g->kind == INPUT_BYTES)
			v = r & 7 ? ' ' + v % 95 : r & 8 ? 0 : v;
		else if (r & 3)
			v = v % 256 - 128;
		a->at[var] = g->width >= 64 ? v : v & ((1ull << g->width) - 1);
	}
}

static bool propose(Search *search, u32 *shape, Assignment *a)
{
	Draws *d = search->guide[GUIDE_RANDOM];
	Inputs *in = search->config.inputs;
	const ExprList *base = &in->shapes.at[0].base;
	*shape = 0;
	draw(search->pool, &d->state, a);
	inputs_canonical(in, 0, a);
	/* What the assumptions exclude is moved to the nearest that they allow. */
	if (solve(search->find.solver, base->at, base->len, EXPR_TRUE, a, a) != SOLVE_SAT)
		return false;
	inputs_canonical(in, 0, a);
	return true;
}

const Guide guide_random = {.begin = begin, .propose = propose, .free = free, .samples = true};
