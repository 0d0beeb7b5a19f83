/* seeds.c: runs the user's inputs concretely before the search explores anything.
 *
 * Nothing is symbolic in these runs, so even a long input takes only as long as the machine needs
 * for its instructions. Exploring it symbolically may take so much longer that the time is up
 * first. So a difference on a long input is reported at once. Short inputs are explored next
 * anyway, with a better report; but the first difference of all does not wait long, nor for runs
 * that will not happen. These runs are not part of the search: --runs does not count them. */
#include "versions/search/impl.h"

enum {
	LONG_RUN = 100000, /* instructions of a version: following it may take all the time */
	LONG_WAY = 30000   /* of all inputs up to one that differs, if nothing was reported before */
};

/* Both versions on an input, with nothing symbolic in it. */
static void run_plain(Search *search, u32 shape, const Assignment *a)
{
	ProductRunner *p = &search->pair;
	bool (*after)(void *ctx) = p->after;
	u64 runs = p->runs;
	p->after = NULL; /* it is no run of the search */
	for (int side = OLD; side <= NEW; side++)
		p->version[side].plain = true;
	search_observe(search, shape, a);
	for (int side = OLD; side <= NEW; side++)
		p->version[side].plain = false;
	p->after = after;
	p->runs = runs;
}

static bool differs(const Search *search)
{
	return !product_was_cut(&search->pair) && !search_inconclusive(search) && !search_same(search);
}

/* True if the latest run may be reported now. */
static bool tells(const Search *search, u64 *way)
{
	const RunResult *r = search->pair.result;
	u64 longer =
		r[OLD].instructions > r[NEW].instructions ? r[OLD].instructions : r[NEW].instructions;
	*way += longer;
	bool followed =
		!search->config.runs || search->config.runs >= search->config.inputs->starts.len;
	return longer >= LONG_RUN || ((*way >= LONG_WAY || !followed) && !search->found);
}

static void report(Search *search, u32 shape, const Assignment *a)
{
	changes_after_run(search);
	executed_after_run(search);
	search->client.seed(search->client.ctx, shape, a, &search->conditions);
}

bool seeds_try(Search *search, u32 shape, const Assignment *a)
{
	const ExprList *base = &search->config.inputs->shapes.at[shape].base;
	search->conditions.len = 0;
	vec_append(&search->conditions, base->at, base->len);
	run_plain(search, shape, a);
	if (!differs(search))
		return false;
	if (search->client.seed && !explorer_worker(search->explorer))
		report(search, shape, a);
	return true;
}

void seeds_run(Search *search)
{
	Inputs *in = search->config.inputs;
	Assignment a = {0};
	if (!search->client.seed || !search->config.given || search->config.entry ||
		search->row->by != BY_PATH)
		return;
	u64 way = 0;
	assignment_init(&a, search->pool);
	for (size_t i = 0; i < in->starts.len && !solver_over(search->find.solver); i++) {
		const Start *start = &in->starts.at[i];
		const ExprList *base = &in->shapes.at[start->shape].base;
		inputs_start(in, start, &a);
		inputs_canonical(in, start->shape, &a);
		search->conditions.len = 0;
		vec_append(&search->conditions, base->at, base->len);
		if (!conditions_hold(&search->find, &search->conditions, EXPR_TRUE, &a))
			continue;
		run_plain(search, start->shape, &a);
		search->given_runs++;
		if (!tells(search, &way) || !differs(search))
			continue;
		report(search, start->shape, &a);
	}
	assignment_free(&a);
}

void seeds_key(const Search *search, u32 shape, const Assignment *a, Buf *to)
{
	const Inputs *in = search->config.inputs;
	u8 *packed = xcalloc(in->packed_size + 1, 1);
	inputs_pack(in, a, packed);
	key_number(to, shape);
	buf_add(to, packed, in->packed_size);
	free(packed);
}
