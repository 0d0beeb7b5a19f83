/* check.c: drift check: does a change do what was meant, and nothing else?
 *
 * Both versions are loaded once to find the changes, and then once for each function that is
 * checked, since a function is called alone. They are compiled once. clients/check does the rest. */
#include "clients/check/plan.h"
#include "cli/pair.h"
#include "cli/worlds/worlds.h"
#include "engine/load/bitcode/bitcode.h"
#include "versions/changes/version.h"

#define CHECK_RESULT_OPTIONS(X)                                       \
	X(GROUP, native_runs, 0, NULL, NULL, 0, 0, "native confirmation") \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,          \
	  "run tests natively even if this computer supports no sandbox") \
	X(FLAG, no_confirm, 0, "no-confirm", NULL, 0, 0,                  \
	  "report violations without running their tests natively")       \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                 \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                             \
	  "write result.json and tests to DIR (default drift-out)")       \
	FORMAT_OPTIONS(X)

#define CHECK_OPTIONS(X)                                                                     \
	CHECK_OPTIONS_OWN(X)                                                                     \
	CHECK_NULL_OPTION(X)                                                                     \
	SESSION_VALUE_OPTIONS(X)                                                                 \
	X(LIST, call, 0, "call", "EXPR", 0, 0, "")                                               \
	X(FLAG, keep, 0, "keep", NULL, 0, 0, "")                                                 \
	SESSION_SEED_OPTIONS(X)                                                                  \
	X(NUM, bound, 0, "bound", "N", 1, 65536,                                                 \
	  "size in bytes of the object that each pointer parameter points to (default 16)")      \
	X(NUM, depth, 0, "depth", "N", 1, 64,                                                    \
	  "follow chains of at most N pointers, in arguments and in results (default 3)")        \
	PAIR_WHAT_OPTIONS(X)                                                                     \
	X(FLAG, strict, 0, "strict", NULL, 0, 0,                                                 \
	  "exit with 3 if no clause is violated, but one is not proved, or applies to no input") \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "budget")                                          \
	WORLD_OPTION(X)                                                                          \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256, "search in N processes")                          \
	PAIR_BUDGET_OPTIONS(X)                                                                   \
	CHECK_RESULT_OPTIONS(X)                                                                  \
	PAIR_SOURCE_OPTIONS(X)

#define OPT_STRUCT PairCommand
static const OptSpec check_specs[] = {CHECK_OPTIONS(OPT_ROW)};

const OptCommand check_command_spec = {
	.name = "check",
	.args = "OLD NEW [options] [-- ARG...]",
	.summary =
		"Check that each changed function does what its change contract says, and nothing else. A\n"
		"change contract is a comment above the function in NEW, such as\n"
		"  /*@ changed_behavior requires n > 9; ensures \\result == 0; */\n"
		"It consists of clauses: here, if n > 9, NEW must return 0. For all other inputs, and in\n"
		"a function without a contract, NEW must do what OLD does. This is a clause, too\n"
		"(docs/check.md).\n"
		"\n"
		"drift calls each changed function alone; its parameters are the inputs. With --tests,\n"
		"--seeds, --stdin or ARG, drift runs the program instead, and checks the calls in these\n"
		"runs. These runs have the start values of placeholders in ARG. If main changed or has a\n"
		"contract, drift checks main, too, and varies the placeholders for that.\n"
		"\n"
		"Exit status: 0 no clause is violated, 1 a clause is violated, 2 the command failed,\n"
		"3 with --strict: no clause is violated, but one is not proved or applies to no input.",
	.example = "  drift check old.c new.c\n"
			   "  drift check --contract meant.txt old.c new.c -- @int",
	.specs = check_specs,
	.n_specs = countof(check_specs),
};

/* State of one drift check. */
typedef struct CheckJob {
	PairCommand o;
	StrList operands, words;
	ResultOutput output;
	char *given[2];      /* compiler options as they were given */
	char *cflags[2];     /* with those that make __FILE__ the same */
	Program *program[2]; /* to see what changed */
	ChangeMap *map;
	CheckPlan *plan;
	VEC(PairJob *) jobs;  /* one for each pair that was loaded; a result borrows from them */
	VEC(Worlds *) worlds; /* likewise, of searches in other worlds */
	ContractUse use;      /* of the target that was loaded last; borrowed */
	char *seeds;          /* file of --tests, or NULL */
	Result result;
	Budget budget; /* of the whole command */
} CheckJob;

/* ---- loading ---- */

static bool load_both(CheckJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	const char *const *versions = job->operands.at;
	PairWords words = {{versions[OLD], versions[NEW]}, o->cflags, {o->old_cflags, o->new_cflags}};
	Trees trees;
	Library *library = NULL;
	if (!trees_choose(&words, NULL, &trees, err))
		return false;
	for (int side = OLD; side <= NEW; side++) {
		job->given[side] = trees_flags(&trees, side, &words);
		job->result.subjects[side].cflags = job->given[side];
		job->cflags[side] = pair_flags(job->given[side], versions[side], versions[NEW]);
		LoadOptions how = {.cflags = job->cflags[side],
						   .undefined_ok = true,
						   .cache = !o->no_cache,
						   .library = &library,
						   .compiled = o->compiled};
		job->program[side] = program_load(job->operands.at[side], &how, err);
		if (!job->program[side])
			break;
	}
	library_close(library);
	bool good = job->program[OLD] && job->program[NEW] &&
				trees_apart(&trees, (const Program *const *)job->program, err);
	trees_free(&trees);
	if (!good)
		return false;
	job->map = change_map(job->program[OLD], job->program[NEW], NULL, err);
	return job->map != NULL;
}

/* Returns the value for --entry: a prototype of --shape, or the name. */
static const char *entry_of(const CheckJob *job, const char *function)
{
	for (size_t i = 0; i < job->o.prototypes.len; i++) {
		Entry e = {0};
		Err ignored;
		bool same = entry_parse(job->o.prototypes.at[i], &e, &ignored) && !strcmp(e.name, function);
		entry_free(&e);
		if (same)
			return job->o.prototypes.at[i];
	}
	return function;
}

/* For CheckLoader. */
static bool load_pair(void *ctx, const char *function, const ContractUse *use, double seconds,
					  ComparisonConfig *to, Err *err)
{
	CheckJob *job = ctx;
	PairJob *pair = xcalloc(1, sizeof *pair);
	PairCommand o = job->o;
	vec_push(&job->jobs, pair);
	if (seconds >= 0)
		o.time = seconds;
	else if (function)
		o.vary = o.faults = NULL; /* calls of runs find the world as it is */
	if (use) {
		o.names = use->names;
		o.nulls = use->nulls;
	}
	bool good = pair_begin_part(pair, &o, &job->operands, &job->words,
								function ? entry_of(job, function) : NULL, err);
	pair->o.names = pair->o.nulls = (StrList){0};
	job->use = use ? *use : (ContractUse){0};
	*to = pair->config;
	bool worlds;
	to->reserve = good && worlds_parse(&job->o, &worlds, err) && worlds ? WORLDS_SHARE : 0;
	return good;
}

/* ---- other worlds ---- */

/* For WorldsClient. */
static const Comparison *search_world(void *ctx, PairJob *job, Err *err)
{
	const CheckAgain *again = ctx;
	return again->search(again->ctx, &job->config, err);
}

static void fill_world_result(void *ctx, Result *own)
{
	const CheckAgain *again = ctx;
	again->fill(again->ctx, own);
}

static void end_world(void *ctx)
{
	const CheckAgain *again = ctx;
	again->end(again->ctx);
}

/* For CheckLoader. */
static bool check_worlds(void *ctx, const CheckAgain *again, Result *first)
{
	CheckJob *job = ctx;
	PairJob *pair = vec_last(&job->jobs);
	WorldsClient client = {(void *)(uintptr_t)again, search_world, fill_world_result, end_world};
	Err ignored;
	bool wanted;
	Worlds *w = worlds_parse(&job->o, &wanted, &ignored) && wanted ? worlds_new(pair, first) : NULL;
	if (!w)
		return false;
	vec_push(&job->worlds, w);
	pair->o.names = job->use.names;
	pair->o.nulls = job->use.nulls;
	bool found = worlds_search(w, &client, first);
	pair->o.names = pair->o.nulls = (StrList){0};
	return found;
}

/* ---- what goes together ---- */

static bool is_on_runs(const CheckJob *job)
{
	return job->o.tests || job->o.seeds || job->words.len || job->o.input;
}

/* Something says how the inputs of the program look. */
static bool is_shaped(const CheckJob *job)
{
	const PairCommand *o = &job->o;
	return is_on_runs(job) || o->env.len || o->file.len || o->vary || o->faults;
}

/* Whether --function chose the program, and functions; both without --function. */
static void chosen(const PairCommand *o, bool *program, bool *functions)
{
	*program = *functions = !o->function.len;
	for (size_t i = 0; i < o->function.len; i++)
		*(strcmp(o->function.at[i], "main") ? functions : program) = true;
}

/* Options that would do nothing are refused. */
static bool options_fit(const CheckJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	bool program, functions, runs = is_on_runs(job);
	chosen(o, &program, &functions);
	const OptNeed needs[] = {
		{o->call.len || o->keep, o->keep ? "--keep" : "--call", false,
		 "'drift test': drift check calls each changed function itself"},
		{o->suggest, "--suggest", !runs,
		 "functions that are called alone, not with --tests, --seeds, --stdin or arguments"},
		{o->suggest, "--suggest", functions, "functions, not with --function main alone"},
		{o->prototypes.len, "--shape", functions, "functions, not with --function main alone"},
		{o->globals, "--globals", functions, "functions, not with --function main alone"},
		{o->null, "--null", functions, "functions, not with --function main alone"},
		{o->bound, "--bound", functions, "functions, not with --function main alone"},
		{o->depth, "--depth", functions, "functions, not with --function main alone"},
		{o->env.len, "--env", program || runs, "the program: name --function main as well"},
		{o->file.len, "--file", program || runs, "the program: name --function main as well"},
		{o->world, "--world", !o->suggest, "contracts that are written, not with --suggest"},
		{o->world, "--world", program || !runs,
		 "the program, or functions that are called alone: calls of runs find the world as it is"},
		{o->emit, "--emit", o->function.len == 1 && functions,
		 "one function: name it with --function"},
		{o->emit, "--emit", !runs && !o->suggest,
		 "a contract as it is written, not with --suggest, --tests, --seeds, --stdin or arguments"},
		{o->grow >= 0, "--grow", o->seeds || o->tests, "--seeds"},
		{o->confirm_unsafe, "--confirm-unsafe", !o->no_confirm,
		 "native runs, not with --no-confirm"},
	};
	return options_needed(needs, countof(needs), err);
}

/* A prototype of a function that is not checked has no meaning. */
static bool shapes_fit(const CheckJob *job, Err *err)
{
	for (size_t i = 0; i < job->o.prototypes.len; i++) {
		Entry e = {0};
		bool good = entry_parse(job->o.prototypes.at[i], &e, err);
		bool has = good && check_plan_has(job->plan, e.name);
		if (good && !has)
			err_set(err, "--shape '%s': %s is not checked; name it with --function",
					job->o.prototypes.at[i], e.name);
		entry_free(&e);
		if (!has)
			return false;
	}
	return true;
}

/* ---- the command ---- */

/* Time for all of them; 0: no limit. */
static double seconds_of(const PairCommand *o)
{
	if (o->time >= 0)
		return o->time;
	return o->runs ? 0 : budget_default(60);
}

static bool make_plan(CheckJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	PlanConfig c = {.program = {job->program[OLD], job->program[NEW]},
					.map = job->map,
					.contract = o->contract,
					.function = &o->function,
					.suggest = o->suggest,
					.emit = o->emit,
					.shaped = is_shaped(job),
					.on_runs = is_on_runs(job),
					.varies = o->vary || o->faults,
					.globals = o->globals,
					.null = o->null,
					.dir = job->result.dir,
					.unsafe = o->confirm_unsafe,
					.unconfirmed = o->no_confirm,
					.budget = &job->budget,
					.loader = {job, load_pair, check_worlds}};
	if (o->tests && !(job->seeds = check_tests_as_seeds(o->tests, job->result.dir, err)))
		return false;
	if (job->seeds)
		job->o.seeds = job->seeds;
	job->plan = check_plan_new(&c, err);
	return job->plan && shapes_fit(job, err);
}

static int tell(CheckJob *job)
{
	Err err = {0};
	ResultFile file = {.dir = job->result.dir};
	if (!dir_make(job->result.dir, &err) || !result_save(&file, &job->result, &err))
		return complain(&err);
	const Result *r = &job->result;
	bool vacuous = r->verdict == VERDICT_HOLDS && r->versions.vacuous;
	int status = verdict_status(vacuous ? VERDICT_VACUOUS : r->verdict,
								(VerdictOptions){.strict = job->o.strict});
	output_report(&job->output, &job->result, &job->o.strip_prefix, status);
	return status;
}

static void job_free(CheckJob *job)
{
	output_end(&job->output);
	result_free(&job->result);
	check_plan_free(job->plan);
	compiled_free(job->o.compiled);
	for (size_t i = 0; i < job->worlds.len; i++)
		worlds_free(job->worlds.at[i]);
	vec_free(&job->worlds);
	for (size_t i = 0; i < job->jobs.len; i++) {
		pair_end(job->jobs.at[i]);
		free(job->jobs.at[i]);
	}
	vec_free(&job->jobs);
	free(job->seeds);
	if (job->map)
		change_map_free(job->map);
	for (int side = OLD; side <= NEW; side++) {
		if (job->program[side])
			program_free(job->program[side]);
		free(job->given[side]);
		free(job->cflags[side]);
	}
	StrList *lists[] = {&job->operands,     &job->words,     &job->o.env,    &job->o.file,
						&job->o.assume,     &job->o.native,  &job->o.ignore, &job->o.strip_prefix,
						&job->o.prototypes, &job->o.function};
	for (size_t i = 0; i < countof(lists); i++)
		vec_free(lists[i]);
}

static void begin_result(CheckJob *job)
{
	job->result = (Result){.command = "check",
						   .parts = RESULT_CONTRACTS,
						   .exhaustive = true,
						   .subjects = {{"old", job->operands.at[OLD], job->o.cflags},
										{"new", job->operands.at[NEW], job->o.cflags}},
						   .n_subjects = 2,
						   .name = job->operands.at[NEW],
						   .dir = job->o.out ? job->o.out : "drift-out"};
}

static bool begin(CheckJob *job, int argc, char **argv, Err *err)
{
	if (!opt_parse(&check_command_spec, &job->o, argc, argv, &job->operands, &job->words, err))
		return false;
	if (job->operands.len != 2)
		return err_set(err, "give two versions of a program, and its arguments after '--'; see "
							"'drift check --help'");
	if (!output_choose(&job->output, job->o.format, job->o.json, job->o.color, &job->o.strip_prefix,
					   err))
		return false;
	begin_result(job);
	job->result.ended = RESULT_RUNNING;
	job->result.verdict = VERDICT_NOT_SHOWN;
	job->result.exhaustive = false;
	if (!session_watch(&job->result, seconds_of(&job->o),
					   verdict_status(VERDICT_NOT_SHOWN, (VerdictOptions){.strict = job->o.strict}),
					   err))
		return false;
	job->result.verdict = VERDICT_NO_DIFFERENCE;
	job->result.ended = RESULT_DONE;
	job->result.exhaustive = true;
	job->budget = (Budget){.stop = &session_stop, .end = session_until(seconds_of(&job->o))};
	bool worlds;
	return options_fit(job, err) && worlds_parse(&job->o, &worlds, err) &&
		   pair_entry_options(&job->o, err) && load_both(job, err) && make_plan(job, err);
}

int cmd_check(int argc, char **argv)
{
	CheckJob job = {.o = {.time = -1, .grow = -1, .compiled = compiled_new()}};
	Err err = {0};
	bool good = begin(&job, argc, argv, &err);
	if (good)
		session_catch_signals();
	good = good && check_plan_run(job.plan, &job.result, &err);
	int status = !good ? complain(&err) : job.o.emit ? EXIT_SAME : tell(&job);
	job_free(&job);
	return status;
}
