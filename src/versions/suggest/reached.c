/* reached.c: public functions whose calls lead to a change. */
#include "versions/suggest/impl.h"

enum { MOST_LINES = 3 };

static bool calls(const Function *f, u32 callee)
{
	for (u32 k = 0; k < f->n_calls; k++)
		if (f->calls[k].callee == callee)
			return true;
	return false;
}

static void reset(Callers *c)
{
	memset(c->distance, 0xff, c->p->functions.len * sizeof *c->distance);
	c->queue.len = 0;
}

void callers_begin(Callers *c, const Program *p)
{
	*c = (Callers){.p = p, .distance = xcalloc(p->functions.len + 1, sizeof *c->distance)};
	reset(c);
}

void callers_free(Callers *c)
{
	vec_free(&c->queue);
	free(c->distance);
}

void callers_from(Callers *c, u32 function)
{
	if (c->distance[function] != NO_OPERAND)
		return;
	c->distance[function] = 0;
	vec_push(&c->queue, function);
}

/* Breadth first, by direct calls; a function whose address is taken may have more callers. */
void callers_find(Callers *c)
{
	for (size_t i = 0; i < c->queue.len; i++)
		for (u32 f = 0; f < c->p->functions.len; f++)
			if (c->distance[f] == NO_OPERAND && c->p->functions.at[f].kind == FN_SUBJECT &&
				calls(&c->p->functions.at[f], c->queue.at[i])) {
				c->distance[f] = c->distance[c->queue.at[i]] + 1;
				vec_push(&c->queue, f);
			}
}

/* The nearest that others can call, and how many there are. */
static u32 nearest(const Callers *c, u32 *n)
{
	u32 best = NO_OPERAND;
	*n = 0;
	for (u32 f = 0; f < c->p->functions.len; f++) {
		const Function *x = &c->p->functions.at[f];
		if (c->distance[f] == NO_OPERAND || !x->is_public || !strcmp(x->source_name, "main"))
			continue;
		++*n;
		if (best == NO_OPERAND || c->distance[f] < c->distance[best])
			best = f;
	}
	return best;
}

void suggest_reached(const Program *newer, const ChangeMap *m,
					 bool (*wanted)(void *ctx, u32 change), void *ctx, const char *words, FILE *to)
{
	Callers c;
	u32 output = 0, last = NO_OPERAND;
	callers_begin(&c, newer);
	for (u32 i = 0; i < change_map_count(m) && output < MOST_LINES; i++) {
		u32 function = change_map_at(m, i)->part[NEW].function, n = 0;
		if (function == NO_OPERAND || (wanted && !wanted(ctx, i)))
			continue;
		reset(&c);
		callers_from(&c, function);
		callers_find(&c);
		u32 best = nearest(&c, &n);
		if (best == NO_OPERAND || best == last)
			continue;
		const char *name = c.p->functions.at[best].source_name;
		fprintf(to, "change %u is reached from %s", i + 1, name);
		if (n > 1)
			fprintf(to, " and %u other%s", n - 1, n > 2 ? "s" : "");
		fprintf(to, "; try: drift test %s --entry %s\n", words, name);
		last = best;
		output++;
	}
	callers_free(&c);
}
