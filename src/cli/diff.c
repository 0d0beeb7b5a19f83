/* diff.c: drift diff: what two versions do, partition by partition. */
#include "cli/kept/kept.h"
#include "cli/pair.h"
#include "cli/worlds/worlds.h"

#include "clients/diff/diff.h"

#define DIFF_RESULT_OPTIONS(X)                                                            \
	X(GROUP, native_runs, 0, NULL, NULL, 0, 0, "native confirmation, with --dir")         \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                              \
	  "run tests natively even if this computer supports no sandbox")                     \
	X(FLAG, no_confirm, 0, "no-confirm", NULL, 0, 0,                                      \
	  "report differences without running their tests natively")                          \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                     \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                 \
	  "write result.json and a test for each difference to DIR (default: write nothing)") \
	X(FLAG, all, 0, "all", NULL, 0, 0,                                                    \
	  "also print the partitions on which both versions do the same")                     \
	FORMAT_OPTIONS(X)

#define DIFF_OPTIONS(X)                                                                         \
	PAIR_INPUT_OPTIONS(X)                                                                       \
	PAIR_WHAT_OPTIONS(X)                                                                        \
	PAIR_STRICT_OPTION(X)                                                                       \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "partitions and budget")                              \
	DIFF_FIELDS(X)                                                                              \
	WORLD_OPTION(X)                                                                             \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256, "search in N processes; only with --by path")        \
	X(TEXT, shard, 0, "shard", "K/N", 0, 0,                                                     \
	  "search only part K of N of the paths, such as 3/16; 'drift merge' joins the results of " \
	  "all parts; only with --by path and -o")                                                  \
	PAIR_BUDGET_OPTIONS(X)                                                                      \
	DIFF_RESULT_OPTIONS(X)                                                                      \
	PAIR_SOURCE_OPTIONS(X)

#define OPT_STRUCT PairCommand
static const OptSpec diff_specs[] = {DIFF_OPTIONS(OPT_ROW)};

const OptCommand diff_command_spec = {
	.name = "diff",
	.args = "OLD NEW [options] [-- ARG...]",
	.summary =
		"Print what two versions of a program do, side by side. drift divides the inputs into\n"
		"partitions. On a whole partition, OLD computes its output by one formula, and NEW by "
		"one,\n"
		"perhaps another. For each partition on which the versions differ, drift prints a "
		"condition\n"
		"on the input and both outputs. OLD, NEW and ARG are as for 'drift test'.\n"
		"\n"
		"Exit status: 0 no difference found, 1 difference found, 2 the command failed,\n"
		"3 see --strict.",
	.example = "  drift diff old.c new.c -- @int @int",
	.specs = diff_specs,
	.n_specs = countof(diff_specs),
};

static bool choose_partitions(PairJob *job, Err *err)
{
	const char *by = job->o.by;
	if (by && strcmp(by, "output") && strcmp(by, "path"))
		return err_set(err, "--by '%s': must be output or path", by);
	/* A post-state behind pointers is no output with known dependences. */
	if (by && !strcmp(by, "output") && job->o.entry)
		return err_set(err, "--by output is for programs with main");
	bool paths = by ? !strcmp(by, "path") : job->o.entry != NULL;
	if (!paths && !one_process(job->o.jobs, "--by output, the default,", "--by path", err))
		return false;
	const OptNeed needs[] = {
		{job->o.shard, "--shard", paths && job->o.out, "--by path with -o DIR"}};
	if (!options_needed(needs, countof(needs), err))
		return false;
	job->config.search.strategy = paths ? STRATEGY_PATH : STRATEGY_OUTPUT;
	return true;
}

/* again: it is a search in another world. */
static Diff *make_diff(PairJob *job, bool again, Err *err)
{
	const PairCommand *o = &job->o;
	bool worlds;
	if (!worlds_parse(o, &worlds, err) || !choose_partitions(job, err))
		return NULL;
	DiffConfig c = {.comparison = job->config,
					.all = o->all,
					.dir = o->out,
					.unsafe = o->confirm_unsafe,
					.unconfirmed = o->no_confirm};
	c.comparison.reserve = worlds && !again ? WORLDS_SHARE : 0;
	if (!o->out && (o->confirm_unsafe || o->no_confirm)) {
		err_set(err, "--%s needs -o DIR: without it, drift runs nothing natively",
				o->no_confirm ? "no-confirm" : "confirm-unsafe");
		return NULL;
	}
	return diff_new(&c, err);
}

/* ---- other worlds, for WorldsClient ---- */

static const Comparison *search_world(void *ctx, PairJob *job, Err *err)
{
	Diff **latest = ctx;
	*latest = make_diff(job, true, err);
	return *latest && diff_run(*latest, err) ? diff_comparison(*latest) : NULL;
}

static void fill_world_result(void *ctx, Result *own)
{
	Diff **latest = ctx;
	diff_fill(*latest, own);
}

static void end_world(void *ctx)
{
	Diff **latest = ctx;
	diff_free(*latest);
	*latest = NULL;
}

/* Fills the result. Returns the search in another world whose result that is; NULL: the first one. */
static Diff *fill(PairJob *job, Diff *d, Worlds **w, Result *result)
{
	Diff *second = NULL;
	Err ignored;
	bool wanted;
	WorldsClient client = {&second, search_world, fill_world_result, end_world};
	diff_fill(d, result);
	*w = !kept_part(job) && worlds_parse(&job->o, &wanted, &ignored) && wanted
			 ? worlds_new(job, result)
			 : NULL;
	/* Whatever happens in other worlds, this result is not lost. */
	if (*w && job->o.out)
		result_save(&(ResultFile){.dir = job->o.out}, result, &ignored);
	if (*w && worlds_search(*w, &client, result)) {
		result_free(result);
		diff_fill(second, result);
	}
	return second;
}

/* ---- the command ---- */

static int diff(PairJob *job, Diff *d)
{
	Err err = {0};
	session_catch_signals();
	if (!diff_run(d, &err))
		return complain(&err);
	Result result;
	Worlds *worlds;
	Diff *second = fill(job, d, &worlds, &result);
	ResultFile file = {.dir = job->o.out};
	bool good = !file.dir || result_save(&file, &result, &err);
	int status = pair_status(job, diff_comparison(second ? second : d));
	if (good)
		output_report(&job->output, &result, &job->o.strip_prefix, status);
	result_free(&result);
	diff_free(second);
	worlds_free(worlds);
	return good ? status : complain(&err);
}

int diff_shards(int argc, char **argv, const SearchShard *shards)
{
	PairJob job;
	KeptSearch kept = {.merged = shards};
	Err err = {0};
	Diff *d = NULL;
	bool good = pair_begin(&job, &diff_command_spec, false, argc, argv, &err) &&
				kept_pair(&kept, &job, argc, argv, &err) && (d = make_diff(&job, false, &err));
	int status = good ? diff(&job, d) : complain(&err);
	diff_free(d);
	pair_end(&job);
	kept_free(&kept);
	return status;
}

int cmd_diff(int argc, char **argv)
{
	return diff_shards(argc, argv, NULL);
}
