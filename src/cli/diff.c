/* diff.c: drift diff: what two versions do, partition by partition. */
#include "cli/pair.h"

#include "clients/diff/diff.h"

#define DIFF_RESULT_OPTIONS(X)                                                                  \
	X(GROUP, native_runs, 0, NULL, NULL, 0, 0, "native confirmation, with --dir")               \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                                    \
	  "run tests natively even if there is no sandbox for them")                                \
	X(FLAG, no_confirm, 0, "no-confirm", NULL, 0, 0,                                            \
	  "report what the machine computes without running it natively")                           \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                           \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                       \
	  "directory for result.json and a test for each difference (default: nothing is written)") \
	X(FLAG, all, 0, "all", NULL, 0, 0,                                                          \
	  "also print the partitions on which both versions do the same")                           \
	FORMAT_OPTIONS(X)

#define DIFF_OPTIONS(X)                                                                 \
	PAIR_INPUT_OPTIONS(X)                                                               \
	PAIR_WHAT_OPTIONS(X)                                                                \
	PAIR_STRICT_OPTION(X)                                                               \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "partitions and budget")                      \
	DIFF_FIELDS(X)                                                                      \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256, "solve in N processes; only with --by path") \
	PAIR_BUDGET_OPTIONS(X)                                                              \
	DIFF_RESULT_OPTIONS(X)                                                              \
	PAIR_SOURCE_OPTIONS(X)

#define OPT_STRUCT PairCommand
static const OptSpec diff_specs[] = {DIFF_OPTIONS(OPT_ROW)};

const OptCommand diff_command_spec = {
	.name = "diff",
	.args = "OLD NEW [options] -- ARG...",
	.summary =
		"Print what two versions of a program do, side by side. Each partition is a set of inputs "
		"on\n"
		"which each version computes its output by one expression; drift prints its condition and "
		"both\n"
		"outputs. OLD, NEW and the arguments after -- are as for 'drift test'. With -o DIR, each\n"
		"difference becomes a test that is confirmed natively.\n"
		"\n"
		"Exit status: 0 equivalent or no difference found, 1 different, 2 trouble, 3 (only with\n"
		"--strict) no difference found, or a vacuous proof.",
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
	job->config.search.strategy = paths ? STRATEGY_PATH : STRATEGY_OUTPUT;
	return true;
}

static int diff(PairJob *job, Diff *d)
{
	Err err = {0};
	session_catch_signals();
	if (!diff_run(d, &err))
		return complain(&err);
	Result result;
	diff_fill(d, &result);
	ResultFile file = {.dir = job->o.out};
	bool good = !file.dir || result_save(&file, &result, &err);
	int status = pair_status(job, diff_comparison(d));
	if (good)
		output_report(&job->output, &result, &job->o.strip_prefix, status);
	result_free(&result);
	return good ? status : complain(&err);
}

static Diff *make_diff(const PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	DiffConfig c = {.comparison = job->config,
					.all = o->all,
					.dir = o->out,
					.unsafe = o->confirm_unsafe,
					.unconfirmed = o->no_confirm};
	if (!o->out && (o->confirm_unsafe || o->no_confirm)) {
		err_set(err, "--%s: without -o DIR nothing is run natively",
				o->no_confirm ? "no-confirm" : "confirm-unsafe");
		return NULL;
	}
	return diff_new(&c, err);
}

int cmd_diff(int argc, char **argv)
{
	PairJob job;
	Err err = {0};
	Diff *d = NULL;
	bool good = pair_begin(&job, &diff_command_spec, false, argc, argv, &err) &&
				choose_partitions(&job, &err) && (d = make_diff(&job, &err));
	int status = good ? diff(&job, d) : complain(&err);
	diff_free(d);
	pair_end(&job);
	return status;
}
