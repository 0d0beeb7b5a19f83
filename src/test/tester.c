/* tester.c: life of a comparison: both machines, one explorer, a verdict. */
#include "test/tester.h"

#include "input/shell.h"

#include <unistd.h>

bool strategy_parse(const char *name, Strategy *s)
{
	static const char *const names[] = {"auto",   "directed",  "path", "random",
										"output", "signature", "reach"};
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(names[i], name)) {
			*s = (Strategy)i;
			return true;
		}
	return false;
}

bool see_parse(const char *text, u32 *see, Err *err)
{
	static const char *const names[] = {"stdout", "stderr", "status", "files"};
	*see = 0;
	for (const char *at = text; *at;) {
		size_t n = strcspn(at, ","), i = 0;
		while (i < countof(names) && (strlen(names[i]) != n || strncmp(names[i], at, n)))
			i++;
		if (i == countof(names))
			return err_set(err, "--output '%s': a list of stdout, stderr, status and files", text);
		*see |= 1u << i;
		at += n + (at[n] == ',');
	}
	return *see || err_set(err, "--output: what counts must not be empty");
}

/* ---- preparation ---- */

static bool make_machines(Tester *t, Err *err)
{
	const TestConfig *c = &t->config;
	MachineConfig config = {
		.os = {.in = OS_STREAM_CAPTURE, .out = OS_STREAM_CAPTURE, .err = OS_STREAM_CAPTURE},
		.limit_insns = c->limit_insns ? c->limit_insns : 20u << 20,
		.limit_mem = c->limit_mem ? c->limit_mem : 1u << 30,
		.native = c->native};
	t->pair.limit_insns = config.limit_insns;
	for (int side = OLD; side <= NEW; side++) {
		t->machine[side] = machine_new(c->program[side], &config, err);
		if (!t->machine[side])
			return false;
		machine_set_pool(t->machine[side], t->pool);
		t->pair.version[side] = (MachineRunner){.m = t->machine[side],
												.in = c->inputs,
												.program = c->program[side],
												.name = t->name,
												.keep_objects = true,
												.entry = t->config.function[side]};
	}
	return true;
}

static bool make_patterns(Tester *t, Err *err)
{
	const StrList *list = &t->config.ignore;
	for (size_t i = 0; i < list->len; i++) {
		regex_t r;
		char why[200];
		int bad = regcomp(&r, list->at[i], REG_EXTENDED | REG_NOSUB);
		if (bad) {
			regerror(bad, &r, why, sizeof why);
			return err_set(err, "--ignore '%s': %s", list->at[i], why);
		}
		vec_push(&t->ignore, r);
		vec_push(&t->automata, pattern_new(list->at[i]));
	}
	t->filter = (Filter){t->ignore.at, list->at, t->automata.at, list->len};
	return true;
}

/* Dependences of both versions, for conditions by output or change. */
static bool conditions_prepare(Tester *t, Err *err)
{
	static const u32 outputs[] = {OUTPUT_STDOUT, OUTPUT_STDERR, OUTPUT_STATUS, OUTPUT_FILES};
	Strategy s = t->config.strategy;
	if (t->same_code || (s != STRATEGY_OUTPUT && s != STRATEGY_SIGNATURE))
		return true;
	t->pair.by = s == STRATEGY_OUTPUT ? BY_OUTPUT : BY_CHANGE;
	for (int side = OLD; side <= NEW; side++) {
		StaticOptions careful = {.careful = true};
		tester_roots(t, side, &careful);
		TrackOptions track = {0};
		Condition *c = &t->pair.condition[side];
		t->statics[side] = static_new(t->config.program[side], &careful);
		*c = (Condition){.by = t->pair.by, .s = t->statics[side]};
		c->returned = t->config.entry && t->config.see & SEE_STATUS;
		for (u32 i = 0; i < countof(outputs); i++)
			if (t->config.see & 1u << i)
				c->outputs |= outputs[i];
		if (!machine_set_tracking(t->machine[side], t->statics[side], &track, err))
			return false;
		changes_targets(t, side, c);
	}
	return true;
}

void tester_roots(const Tester *t, int side, StaticOptions *options)
{
	options->roots = &t->config.function[side];
	options->n_roots = t->config.entry != NULL;
}

static void on_path(void *ctx, const Path *path);
static void on_tick(void *ctx);
static bool on_propose(void *ctx, u32 *shape, Assignment *a);

static bool after_run(void *ctx)
{
	Tester *t = ctx;
	changes_after_run(t);
	covers_after_run(t);
	spread_after_run(t);
	return t->executed.len > 0;
}

static void make_explorer(Tester *t)
{
	const TestConfig *c = &t->config;
	Runner runner;
	static const Order orders[] = {
		[STRATEGY_AUTO] = ORDER_MIXED,    [STRATEGY_DIRECTED] = ORDER_RANKED,
		[STRATEGY_PATH] = ORDER_NEWEST,   [STRATEGY_RANDOM] = ORDER_NEWEST,
		[STRATEGY_OUTPUT] = ORDER_NEWEST, [STRATEGY_SIGNATURE] = ORDER_MIXED,
		[STRATEGY_REACH] = ORDER_RANKED};
	ExploreOptions opt = {.order = orders[c->strategy],
						  .seconds = c->seconds,
						  .runs = c->runs,
						  .memory = c->memory,
						  .jobs = c->jobs,
						  .solve = {.z3_limit = c->z3_limit},
						  .sets = t->pair.by != BY_PATH,
						  .stop = c->stop};
	t->pair.after = after_run;
	t->pair.after_ctx = t;
	units_prepare(t);
	pair_runner(&t->pair, &runner);
	ExploreEvents events = {.ctx = t, .path = on_path, .tick = on_tick, .propose = on_propose};
	t->explorer = explorer_new(c->inputs, &runner, &opt, &events);
	t->solver = solver_new(t->pool, &opt.solve);
	solver_until(t->solver, explorer_budget(t->explorer));
	for (int side = OLD; side <= NEW; side++)
		machine_set_budget(t->machine[side], explorer_budget(t->explorer));
	order_prepare(t);
}

Tester *tester_new(const TestConfig *config, Err *err)
{
	Tester *t = xcalloc(1, sizeof *t);
	t->config = *config;
	t->pool = config->inputs->pool;
	t->tests_fd = -1;
	t->name =
		config->entry ? xstrdup(config->entry_type->name) : test_program_name(config->version[NEW]);
	if (config->dir)
		t->scratch = xasprintf("%s/scratch", config->dir);
	if (config->dir)
		t->build_log = xasprintf("%s/native.log", config->dir);
	t->eval = expr_eval_new(t->pool);
	assignment_init(&t->start, t->pool);
	assignment_init(&t->witness, t->pool);
	inputs_start(config->inputs, &config->inputs->starts.at[0], &t->start);
	if (!make_patterns(t, err) || !make_machines(t, err) || !changes_prepare(t, err) ||
		(config->dir && !tests_begin(t, err))) {
		tester_free(t);
		return NULL;
	}
	if (!conditions_prepare(t, err)) {
		tester_free(t);
		return NULL;
	}
	covers_prepare(t);
	overflows_prepare(t);
	prune_prepare(t);
	aim_prepare(t);
	spread_prepare(t);
	make_explorer(t);
	accept_tests(t);
	return t;
}

void tester_free(Tester *t)
{
	if (!t)
		return;
	explorer_free(t->explorer);
	if (t->solver)
		solver_free(t->solver);
	pair_runner_free(&t->pair);
	order_free(t);
	prune_free(t);
	overflows_free(t);
	aim_free(t);
	spread_free(t);
	why_forget(t);
	units_forget(t);
	covers_free(t);
	opinion_free(t);
	changes_free(t);
	for (int side = OLD; side <= NEW; side++) {
		machine_free(t->machine[side]);
		behaviour_free(&t->now[side]);
	}
	for (size_t i = 0; i < t->differences.len; i++)
		difference_free(&t->differences.at[i]);
	vec_free(&t->differences);
	postponed_free(t);
	vec_free(&t->groups);
	vec_free(&t->accepted);
	intmap_free(&t->group_of);
	for (size_t i = 0; i < t->ignore.len; i++)
		regfree(&t->ignore.at[i]);
	for (size_t i = 0; i < t->automata.len; i++)
		pattern_free(t->automata.at[i]);
	vec_free(&t->automata);
	vec_free(&t->ignore);
	confirmer_free(t->confirmer);
	assignment_free(&t->start);
	assignment_free(&t->witness);
	expr_eval_free(t->eval);
	vec_free(&t->conditions);
	if (t->tests_fd >= 0)
		close(t->tests_fd);
	buf_free(&t->line);
	free(t->scratch);
	free(t->build_log);
	free(t->native[OLD]);
	free(t->native[NEW]);
	free(t->name);
	free(t);
}

/* ---- running ---- */

double tester_engine_seconds(const Tester *t)
{
	return now_seconds() - t->begin - t->confirm_seconds;
}

void tester_returned(const Tester *t, int side, Behaviour *b)
{
	if (t->config.entry)
		behaviour_returned(b, &t->config.entry_type->result, &t->pair.value[side], units_left(t),
						   side);
}

static void take_behaviours(Tester *t, const Assignment *a)
{
	for (int side = OLD; side <= NEW; side++) {
		Behaviour *b = &t->now[side];
		behaviour_take(b, t->pool, t->machine[side], &t->pair.result[side], a, t->config.see);
		tester_returned(t, side, b);
		filter_behaviour(&t->filter, t->pool, b);
	}
}

bool tester_cut(const Tester *t)
{
	return t->pair.result[OLD].cut || t->pair.result[NEW].cut;
}

void tester_observe(Tester *t, u32 shape, const Assignment *a)
{
	Runner runner;
	PathRun run;
	pair_runner(&t->pair, &runner);
	t->pair.observing = true;
	runner.run(runner.ctx, shape, a, &run);
	t->pair.observing = false;
	take_behaviours(t, a);
}

static void on_path(void *ctx, const Path *path)
{
	Tester *t = ctx;
	const ExprList *base = &t->config.inputs->shapes.at[path->shape].base;
	t->conditions.len = 0;
	for (size_t i = 0; i < base->len; i++)
		vec_push(&t->conditions, base->at[i]);
	if (t->pair.by == BY_PATH)
		tree_path(explorer_tree(t->explorer), path->leaf, &t->conditions);
	for (size_t i = 0; t->pair.by != BY_PATH && i < path->n_set; i++)
		vec_push(&t->conditions, path->set[i].cond);
	order_update(t);
	aim_after_path(t, path);
	/* Where no change is executed the versions are one program; the condition says no more. */
	if (t->pair.by == BY_CHANGE && !t->executed.len)
		return;
	overflows_after_path(t, path->shape, path->input, &t->conditions);
	take_behaviours(t, path->input);
	why_consider(t, path->shape, path->input);
	spread_after_path(t, path);
	if (t->config.pair)
		t->config.pair(t->config.pair_ctx, t, path->shape, path->input, &t->conditions);
	else
		compare_pair(t, path->shape, path->input, &t->conditions);
	postponed_some(t);
}

static bool on_propose(void *ctx, u32 *shape, Assignment *a)
{
	return spread_propose(ctx, shape, a) || aim_propose(ctx, shape, a);
}

static void status_line(Tester *t)
{
	const ExploreStats *s = explorer_stats(t->explorer);
	u32 reached = 0;
	for (size_t i = 0; i < t->changes.len; i++)
		reached += t->changes.at[i].reached;
	fprintf(stderr,
			"\r\033[K%.0f s  %.0f runs/s  %u of %zu changes reached  %u differences  %zu waiting  "
			"solver %.0f %%",
			s->seconds, s->seconds > 0 ? (double)s->runs / s->seconds : 0.0, reached,
			t->changes.len, t->semantic, explorer_waiting(t->explorer),
			s->seconds > 0 ? 100 * s->solve.total_seconds / s->seconds : 0.0);
	fflush(stderr);
}

static void on_tick(void *ctx)
{
	Tester *t = ctx;
	tester_tick(t);
	if (t->config.live)
		status_line(t);
}

static u64 next_random(u64 *state)
{
	*state += 0x9e3779b97f4a7c15u;
	return hash_mix(*state, *state >> 29);
}

/* Small numbers and printable bytes more often than others: programs look at those. */
static void draw(Tester *t, u64 *state, Assignment *a)
{
	for (u32 var = 0; var < a->n; var++) {
		const InputGroup *g = input_of(t->pool, var);
		u64 r = next_random(state), v = r >> 8;
		if (g->kind == INPUT_LENGTH)
			v %= input_group(t->pool, g->partner)->count + 1;
		else if (g->kind == INPUT_BYTES)
			v = r & 7 ? ' ' + v % 95 : r & 8 ? 0 : v;
		else if (r & 3)
			v = v % 256 - 128;
		a->at[var] = g->width >= 64 ? v : v & ((1ull << g->width) - 1);
	}
}

/* Inputs drawn at random, each as good as any other; nothing is learnt from them. */
static bool run_random(Tester *t, Err *err)
{
	const TestConfig *c = &t->config;
	const ExprList *base = &c->inputs->shapes.at[0].base;
	u64 state = c->seed;
	Assignment input = {0};
	assignment_init(&input, t->pool);
	bool good = true;
	t->end = END_RUNS;
	for (u64 i = 0; good && (!c->runs || i < c->runs) && !*c->stop; i++) {
		if (solver_over(t->solver)) {
			t->end = explorer_budget(t->explorer)->full ? END_MEMORY : END_TIME;
			break;
		}
		/* What the assumptions exclude is moved to the nearest that they allow. */
		draw(t, &state, &input);
		inputs_canonical(c->inputs, 0, &input);
		SolveResult r = solve(t->solver, base->at, base->len, EXPR_TRUE, &input, &input);
		if (r == SOLVE_UNKNOWN && solver_over(t->solver))
			continue;
		good = r == SOLVE_SAT || err_set(err, "no input satisfies the assumptions");
		inputs_canonical(c->inputs, 0, &input);
		if (!good)
			break;
		tester_observe(t, 0, &input);
		if (tester_cut(t))
			continue;
		t->conditions.len = 0;
		for (size_t k = 0; k < base->len; k++)
			vec_push(&t->conditions, base->at[k]);
		for (size_t k = 0; k < t->pair.all.len; k++)
			vec_push(&t->conditions, t->pair.all.at[k].cond);
		overflows_after_path(t, 0, &input, &t->conditions);
		compare_pair(t, 0, &input, &t->conditions);
		postponed_some(t);
	}
	if (*c->stop)
		t->end = END_STOPPED;
	assignment_free(&input);
	return good;
}

bool tester_run(Tester *t, Err *err)
{
	t->begin = now_seconds();
	tester_begin_file(t);
	explorer_begin(t->explorer);
	bool good = t->same_code ||
				(t->config.strategy == STRATEGY_RANDOM ? run_random(t, err)
													   : explorer_run(t->explorer, &t->end, err));
	if (good && !t->enough)
		postponed_all(t);
	if (good)
		overflows_ask(t);
	t->ended = true;
	if (good && !t->same_code && tester_verdict(t) == VERDICT_EQUIVALENT)
		opinion_run(t);
	/* What explains the result runs without it. */
	for (int side = OLD; side <= NEW; side++)
		machine_set_budget(t->machine[side], NULL);
	covers_settle(t);
	t->seconds = now_seconds() - t->begin;
	if (t->config.live)
		fprintf(stderr, "\r\033[K");
	if (good && t->trouble.text[0])
		good = err_set(err, "%s", t->trouble.text);
	return good;
}

bool tester_exhaustive(const Tester *t)
{
	if (t->same_code)
		return true;
	if (t->config.strategy == STRATEGY_RANDOM)
		return false;
	return !prune_withdrawn(t) && !t->unknown && !t->filtered && !overflows_open(t) &&
		   !units_limited(t) && !t->refuted && !t->unconfirmable && !t->postponed.len &&
		   opinion_holds(t) && explorer_exhaustive(t->explorer);
}

Verdict tester_verdict(const Tester *t)
{
	if (t->semantic)
		return t->unproved < t->semantic ? VERDICT_DIFFERENT : VERDICT_UNCONFIRMED;
	/* That nothing counts which differs is no equivalence. */
	if (!t->same_code && (t->config.ignore.len || t->config.n_accept))
		return VERDICT_NONE;
	return t->ended && tester_exhaustive(t) ? VERDICT_EQUIVALENT : VERDICT_NONE;
}
