/* search.c: life cycle of a search: both machines, one explorer, guides. */
#include "engine/explore/jobs/kept.h"
#include "versions/search/impl.h"

#include "base/check.h"

/* ---- preparation ---- */

static bool make_machines(Search *search, Err *err)
{
	SearchConfig *c = &search->config;
	bool tracking = !search->changes.none && search->row->by != BY_PATH;
	MachineOptions options = {.purpose = tracking ? MACHINE_TRACKING : MACHINE_PLAIN,
							  .tracked = STATIC_CAREFUL};
	if (!product_start(&search->pair, c->subject, 2, c->inputs, &options, err))
		return false;
	for (int side = OLD; side <= NEW; side++)
		search->machine[side] = search->pair.version[side].m;
	return true;
}

/* Conditions by output or change. */
static void make_conditions(Search *search)
{
	const SearchConfig *config = &search->config;
	if (search->changes.none || search->row->by == BY_PATH)
		return;
	search->pair.by = search->row->by;
	for (int side = OLD; side <= NEW; side++) {
		Condition *c = &search->pair.condition[side];
		*c = (Condition){.by = search->pair.by,
						 .s = subject_static(config->subject[side], STATIC_CAREFUL)};
		c->returned = config->entry && config->observe & OBSERVE_STATUS;
		c->outputs = observed_outputs(config->observe);
		if (c->returned)
			condition_left(c);
		changes_targets(search, side, c);
	}
}

/* What a version returns is of its own type, and compared as C would. */
static ReturnTypes result_types(const SearchConfig *c, int side)
{
	const EntryType *newer = &c->entry_type->result;
	const EntryType *old = c->entry_old ? &c->entry_old->result : newer;
	return (ReturnTypes){side == OLD ? old : newer, side == OLD ? newer : old};
}

static void make_units(Search *search)
{
	const SearchConfig *c = &search->config;
	PostStatesConfig units = {.pair = &search->pair,
							  .subject = {c->subject[OLD], c->subject[NEW]},
							  .map = search->changes.map,
							  .inputs = c->inputs,
							  .depth = c->bounds.depth,
							  .looks = c->observe & OBSERVE_STATUS};
	if (!c->entry)
		return;
	ReturnTypes types = result_types(c, OLD);
	units.result[OLD] = types.own;
	units.result[NEW] = types.other;
	search->units = post_states_new(&units);
}

static void on_path(void *ctx, const Path *path);
static void on_describe(void *ctx, const Path *path, Buf *to);

static void on_tick(void *ctx)
{
	Search *search = ctx;
	if (search->client.tick)
		search->client.tick(search->client.ctx);
}

static bool after_run(void *ctx)
{
	Search *search = ctx;
	changes_after_run(search);
	executed_after_run(search);
	if (search->client.ran)
		search->client.ran(search->client.ctx);
	guides_after_run(search);
	return changes_may_show(search);
}

/* Why a part that was pruned may show a difference: workers tell the parent. */
static const char *doubt(void *ctx)
{
	const Search *search = ctx;
	const char *why = NULL;
	for (int i = 0; i < N_GUIDES && !why; i++)
		why = search->guide[i] ? search_withdrawn(search, (GuideKind)i) : NULL;
	return why;
}

static void make_explorer(Search *search)
{
	const SearchConfig *c = &search->config;
	Runner runner;
	ExploreOptions opt = {.order = c->order ? *c->order : search->row->order,
						  .end = c->end,
						  .runs = c->runs,
						  .idle = c->idle,
						  .memory = c->memory,
						  .jobs = c->processes.jobs,
						  .solve = {.z3_limit = c->z3_limit},
						  .sets = search->pair.by != BY_PATH,
						  .blind = guides_sample(search->row->guides),
						  .stop = c->stop};
	search->pair.cut = guides_cut;
	search->pair.closed = guides_closed;
	search->pair.spare = guides_spare;
	search->pair.after = after_run;
	search->pair.after_ctx = search;
	product_runner(&search->pair, &runner);
	runner.exact = !c->wrong.cut;
	ExploreEvents events = {
		.ctx = search, .path = on_path, .tick = on_tick, .describe = on_describe};
	ExploreGuide guide = {
		.ctx = search, .propose = guides_propose, .rank = guides_rank(search), .doubt = doubt};
	search->explorer = explorer_new(c->inputs, &runner, &opt, &events, &guide);
	explorer_keep(search->explorer, c->processes.keep);
	Budget *budget = explorer_budget(search->explorer);
	finder_init(&search->find, c->inputs, &search->seen, &opt.solve, budget);
	/* Conditions of NEW alone do not say what OLD does: only inputs that were run are compared. */
	search->find.unsolved = opt.blind || search->row->alone;
	search->pair.skip_old = search->row->alone;
	search->seen.eval = search->find.eval;
	search_until(search, budget);
}

bool search_makes_tasks(const Search *search)
{
	return program_makes_tasks(search->config.subject[OLD]->program) ||
		   program_makes_tasks(search->config.subject[NEW]->program);
}

static bool computes_with_floats(const Program *p)
{
	for (size_t i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		for (u32 k = 0; f->kind == FN_SUBJECT && k < f->n_ins; k++)
			if (type_is_float(f->ins[k].type) && f->ins[k].op != I_MOV)
				return true;
	}
	return false;
}

bool search_floats(const Search *search)
{
	return computes_with_floats(search->config.subject[OLD]->program) ||
		   computes_with_floats(search->config.subject[NEW]->program);
}

/* Every rule that cuts was argued for one thread of one process, so none applies to others. */
static void cut_nothing(Search *search)
{
	if (!search_makes_tasks(search))
		return;
	if (search->config.prune)
		search->off[GUIDE_PRUNE].what =
			"the program may make threads or processes; no rule of pruning covers them";
	search->config.prune = 0;
}

Search *search_new(const SearchConfig *config, const SearchClient *client, Err *err)
{
	Search *search = xcalloc(1, sizeof *search);
	search->config = *config;
	search->client = *client;
	search->row = &strategies[config->strategy];
	search->guides = guides;
	cut_nothing(search);
	search->pool = config->inputs->pool;
	search->seen.pool = search->pool;
	search->seen.observe = config->observe;
	if (!filter_init(&search->seen.filter, &config->ignore, err) || !changes_prepare(search, err) ||
		!make_machines(search, err)) {
		search_free(search);
		return NULL;
	}
	aligner_init(&search->align, config->subject, search->changes.map, config->inputs);
	changes_watch(search);
	make_conditions(search);
	if (!search->changes.none)
		guides_begin(search, search->row->guides | (u32)config->interactions << GUIDE_SEQUENCE);
	make_units(search);
	make_explorer(search);
	return search;
}

void search_free(Search *search)
{
	if (!search)
		return;
	if (CHECKED)
		search_check_free(search);
	explorer_free(search->explorer);
	finder_free(&search->find);
	guides_free(search);
	product_runner_free(&search->pair);
	aligner_free(&search->align);
	post_states_end(search->units);
	changes_free(&search->changes);
	for (int side = OLD; side <= NEW; side++)
		behaviour_free(&search->seen.now[side]);
	filter_free(&search->seen.filter);
	vec_free(&search->conditions);
	free(search);
}

/* ---- running ---- */

void search_take(Search *search, int side, const Assignment *a, Behaviour *b)
{
	const SearchConfig *c = &search->config;
	/* Of a run of OLD alone both have OLD's. */
	Machine *m = search->machine[search->pair.spared ? OLD : side];
	behaviour_take(b, search->pool, m, &search->pair.result[side], a, c->observe);
	if (c->entry)
		behaviour_returned(b, result_types(c, side), &search->pair.value[side],
						   post_states_latest(search->units), search->pool, side);
}

static void take_behaviours(Search *search, const Assignment *a)
{
	for (int side = OLD; side <= NEW; side++) {
		Behaviour *b = &search->seen.now[side];
		search_take(search, side, a, b);
		filter_behaviour(&search->seen.filter, search->pool, b);
	}
}

void search_observe(Search *search, u32 shape, const Assignment *a)
{
	product_observe(&search->pair, shape, a);
	take_behaviours(search, a);
}

static void take_base(Search *search, u32 shape)
{
	const ExprList *base = &search->config.inputs->shapes.at[shape].base;
	search->conditions.len = 0;
	vec_append(&search->conditions, base->at, base->len);
}

ExprList *search_condition(Search *search, u32 shape)
{
	take_base(search, shape);
	for (size_t i = 0; i < search->pair.all.len; i++)
		vec_push(&search->conditions, search->pair.all.at[i].cond);
	return &search->conditions;
}

void search_rerun(Search *search, u32 shape, const Assignment *a)
{
	Runner runner;
	PathRun run;
	product_runner(&search->pair, &runner);
	runner.run(runner.ctx, shape, a, &run);
}

/* The whole condition of the latest run, of which the tree has NEW's part. */
static void take_both(Search *search)
{
	const ProductRunner *p = &search->pair;
	for (size_t i = 0; i < p->fixed.len; i++)
		vec_push(&search->conditions, p->fixed.at[i].cond);
	for (int side = OLD; side <= NEW; side++) {
		size_t n;
		const Constraint *list = machine_constraints(search->machine[side], &n);
		for (size_t i = 0; i < n; i++)
			vec_push(&search->conditions, list[i].cond);
	}
	for (size_t i = 0; i < p->tail.len; i++)
		vec_push(&search->conditions, p->tail.at[i].cond);
}

static void take_path(Search *search, const Path *path)
{
	take_base(search, path->shape);
	if (search->row->alone)
		take_both(search);
	else if (!path->set)
		tree_path(explorer_tree(search->explorer), path->leaf, &search->conditions);
	for (size_t i = 0; path->set && i < path->n_set; i++)
		vec_push(&search->conditions, path->set[i].cond);
}

/* In a worker: only its guides learn from the path. The parent runs the input again. */
static void on_describe(void *ctx, const Path *path, Buf *to)
{
	Search *search = ctx;
	(void)to;
	take_path(search, path);
	take_behaviours(search, path->input);
	guides_after_path(search, path);
}

static void on_path(void *ctx, const Path *path)
{
	Search *search = ctx;
	const SearchClient *client = &search->client;
	take_path(search, path);
	/* Where no change is executed the versions are one program; the condition says no more. */
	bool one = search->pair.by == BY_CHANGE && !changes_may_show(search);
	if (!one) {
		client->path(client->ctx, path->shape, path->input, &search->conditions);
		take_behaviours(search, path->input);
		if (CHECKED)
			search_check_behaviours(search, path->input);
	}
	guides_after_path(search, path);
	if (!one)
		client->pair(client->ctx, path->shape, path->input, &search->conditions);
}

bool search_run(Search *search, Err *err)
{
	explorer_begin(search->explorer);
	if (!search->changes.none)
		seeds_run(search);
	return search->changes.none || explorer_run(search->explorer, &search->end, err);
}

void search_until(Search *search, Budget *budget)
{
	search->align.budget = search->until = budget;
	for (int side = OLD; side <= NEW; side++)
		machine_set_budget(search->machine[side], budget);
}

void search_stop(Search *search)
{
	explorer_budget(search->explorer)->enough = true;
}

bool search_align(Search *search, u32 shape, const Assignment *a, u64 steps, Alignment *w, Err *err)
{
	AlignedInput both[2] = {{shape, a}, {shape, a}};
	return align_runs(&search->align, both, steps, w, err);
}

bool search_exhaustive(const Search *search)
{
	if (search->changes.none)
		return true;
	if (search->row->alone)
		return false;
	for (int i = 0; i < N_GUIDES; i++)
		if (search->guide[i] &&
			(search->guides[i]->samples || search_withdrawn(search, (GuideKind)i)))
			return false;
	return !search->find.unknown && !search->find.filtered && !post_states_limited(search->units) &&
		   explorer_exhaustive(search->explorer);
}
