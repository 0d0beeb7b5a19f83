/* seeds.c: inputs that the user gave, run before anything is followed symbolically.
 *
 * Nothing of them is symbolic then, so that even a long one takes as long as the machine needs for
 * its instructions. Following it symbolically may take so much longer that the time is up before
 * its end: what differs on a long input is told at once. Short ones are followed next anyway, and
 * say more then; but the first difference of all does not wait for long, nor for runs that there
 * will not be. These runs are no runs of the search: --runs does not count them.
 */
#include "search/search.h"

enum {
	LONG_RUN = 100000, /* instructions of a version: following it may take all the time */
	LONG_WAY = 30000   /* of all inputs up to one that differs, where nothing was told before */
};

/* Both versions on an input, with nothing symbolic in it. */
static void run_plain(Search *search, u32 shape, const Assignment *a)
{
	JointRunner *p = &search->pair;
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
	const Behaviour *b = search->seen.now;
	u32 see = search->config.see;
	return !joint_was_cut(&search->pair) && !behaviours_open(&search->seen) &&
		   behaviour_hash(&b[OLD], see) != behaviour_hash(&b[NEW], see);
}

/* Whether the latest run may be told now. */
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
		for (size_t k = 0; k < base->len; k++)
			vec_push(&search->conditions, base->at[k]);
		if (!conditions_hold(&search->find, &search->conditions, EXPR_TRUE, &a))
			continue;
		run_plain(search, start->shape, &a);
		search->given_runs++;
		if (!tells(search, &way) || !differs(search))
			continue;
		changes_after_run(search);
		executed_after_run(search);
		search->client.seed(search->client.ctx, start->shape, &a, &search->conditions);
	}
	assignment_free(&a);
}

u64 seeds_key(const Search *search, u32 shape, const Assignment *a)
{
	const Inputs *in = search->config.inputs;
	u8 *packed = xcalloc(in->packed_size + 1, 1);
	inputs_pack(in, a, packed);
	u64 key = hash_mix(hash_bytes(packed, in->packed_size), shape) | 1;
	free(packed);
	return key;
}
