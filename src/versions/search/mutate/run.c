/* run.c: runs both versions on an input, without expressions, and says what is new.
 *
 * The machines are the guide's own: what they execute is not the coverage of the search. If OLD
 * executes no change, NEW would do the same and is mostly not run. */
#include "versions/search/mutate/mutate.h"

#include "base/observe.h"

enum {
	LEAST_LIMIT = 1 << 20, /* instructions that every run may have */
	LIMIT_FACTOR = 16,     /* and so many times what the other version needed */
	INSTRUCTIONS_WORK = 2, /* instructions for one unit of work of the solver */
	RUN_WORK = 3000,       /* of a run besides its instructions */
	BOTH_EVERY = 32,       /* one run in so many is one of both */
	MOST_WAYS = 1 << 14,   /* in which changes are executed */
};

static bool begin_side(Bench *b, int side)
{
	Err ignored;
	Search *search = b->search;
	const Program *p = search->config.subject[side]->program;
	MachineOptions options = {.purpose = MACHINE_PLAIN,
							  .budget = explorer_budget(search->explorer)};
	if (!subject_start(search->config.subject[side], search->config.inputs, &options,
					   &b->runner[side], &ignored))
		return false;
	Machine *m = b->runner[side].m;
	b->runner[side].plain = true;
	if (!machine_count_hits(m))
		return false;
	b->first[side] = xcalloc(p->functions.len + 1, sizeof *b->first[side]);
	u32 total = 0, n;
	for (u32 f = 0; f < p->functions.len; f++) {
		if (p->functions.at[f].kind != FN_SUBJECT)
			continue;
		machine_hits(m, f, &n);
		vec_push(&b->functions[side], f);
		b->first[side][f] = total;
		total += n;
	}
	b->known[side] = xcalloc(total + 1, 1);
	return true;
}

bool bench_begin(Bench *b, Search *search)
{
	*b = (Bench){.search = search};
	state_begin(b);
	return begin_side(b, OLD) && begin_side(b, NEW);
}

void bench_free(Bench *b)
{
	for (int side = OLD; side <= NEW; side++) {
		subject_stop(&b->runner[side]);
		behaviour_free(&b->seen[side]);
		free(b->known[side]);
		free(b->first[side]);
		vec_free(&b->functions[side]);
	}
	state_end(b);
	keymap_free(&b->ways);
	buf_free(&b->key);
	buf_free(&b->which);
	vec_free(&b->fresh);
}

bool bench_hits_all(Bench *b, const HitPlaceList *places)
{
	if (b->result[OLD].cut)
		return false;
	for (size_t k = 0; k < places->len; k++) {
		u32 n, flag = places->at[k].flag;
		const u8 *hits = machine_hits(b->runner[OLD].m, places->at[k].function, &n);
		if (!hits || flag >= n || !hits[flag])
			return false;
	}
	return places->len;
}

static RunNews learn(Bench *b, int side)
{
	RunNews news = NEWS_NONE;
	for (size_t k = 0; k < b->functions[side].len; k++) {
		u32 n, f = b->functions[side].at[k];
		const u8 *hits = machine_hits(b->runner[side].m, f, &n);
		u8 *known = b->known[side] + b->first[side][f];
		for (u32 i = 0; hits && i < n; i++) {
			u8 bit = magnitude(hits[i]);
			if (!(bit & ~known[i]))
				continue;
			news = !known[i] ? NEWS_EDGE : news > NEWS_COUNT ? news : NEWS_COUNT;
			if (!known[i] && side == OLD)
				vec_push(&b->fresh, ((HitPlace){f, i}));
			known[i] |= bit;
		}
	}
	return news;
}

/* Adds how often the blocks of changes were executed to the key. Returns true if any was. */
static bool add_changes(Bench *b, int side)
{
	const Changes *c = &b->search->changes;
	bool any = false;
	for (size_t i = 0; i < c->blocks[side].len; i++) {
		const ChangeBlock *block = &c->blocks[side].at[i];
		u32 n;
		const u8 *hits = machine_hits(b->runner[side].m, block->function, &n);
		u8 count = hits && block->block < n ? hits[block->block] : 0;
		any |= count > 0;
		buf_addc(&b->key, (char)magnitude(count));
	}
	return any;
}

static void run_one(Bench *b, int side, u32 shape, const Assignment *a, u64 limit)
{
	PathRun out = {0};
	u64 most = b->search->config.subject[side]->limit_insns;
	machine_set_limit(b->runner[side].m, most && most < limit ? most : limit);
	machine_runner_run(&b->runner[side], shape, a, &out);
	b->result[side] = out.result;
	u64 work = RUN_WORK + out.result.instructions / INSTRUCTIONS_WORK;
	b->work += work;
	yield_concrete(b->search, GUIDE_MUTATE, work, side == OLD);
}

static bool alike(Bench *b, const Assignment *a)
{
	Search *search = b->search;
	for (int side = OLD; side <= NEW; side++) {
		behaviour_take(&b->seen[side], search->pool, b->runner[side].m, &b->result[side], a,
					   search->config.observe);
		filter_behaviour(&search->seen.filter, search->pool, &b->seen[side]);
	}
	return behaviour_identical(&b->seen[OLD], &b->seen[NEW], search->config.observe);
}

/* The versions did not take the same number of steps: by how much, roughly. */
static char effect(const Bench *b)
{
	i64 more = (i64)(b->result[NEW].instructions - b->result[OLD].instructions);
	u64 size = (u64)(more < 0 ? -more : more);
	char bits = 0;
	for (; size; size >>= 1)
		bits++;
	return more < 0 ? (char)-bits : bits;
}

static bool is_new_way(Bench *b)
{
	u64 known;
	if (b->ways.len >= MOST_WAYS || keymap_get(&b->ways, buf_key(&b->key), &known))
		return false;
	keymap_put(&b->ways, buf_key(&b->key), 1);
	return true;
}

RunNews bench_run(Bench *b, u32 shape, const Assignment *a, bool *differs)
{
	*differs = b->infected = false;
	buf_reset(&b->key);
	b->fresh.len = b->quiet ? b->fresh.len : 0;
	b->runs++;
	run_one(b, OLD, shape, a, LEAST_LIMIT * LIMIT_FACTOR);
	b->changed = add_changes(b, OLD);
	if (b->result[OLD].cut || b->result[OLD].outcome > RAN_ERROR)
		return NEWS_NONE;
	RunNews news = b->quiet ? NEWS_NONE : learn(b, OLD);
	if (!b->changed && b->runs % BOTH_EVERY)
		return news;
	u64 limit = b->result[OLD].instructions * LIMIT_FACTOR;
	run_one(b, NEW, shape, a, limit < LEAST_LIMIT ? LEAST_LIMIT : limit);
	b->changed |= add_changes(b, NEW);
	if (b->result[NEW].cut || b->result[NEW].outcome == RAN_UNSUPPORTED)
		return NEWS_NONE;
	RunNews newer = b->quiet ? NEWS_NONE : learn(b, NEW);
	b->infected = state_compare(b);
	buf_addc(&b->key, effect(b));
	if (b->changed && !b->quiet && is_new_way(b) && newer < NEWS_CHANGE)
		newer = NEWS_CHANGE;
	*differs = !alike(b, a);
	return newer > news ? newer : news;
}
