/* cmd_diff.c: drift diff: what two versions do, partition by partition. */
#include "cmd_pair.h"

#include "diff/diff.h"

#define DIFF_RESULT_OPTIONS(X)                                                              \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                       \
	X(FLAG, all, 0, "all", NULL, 0, 0, "also show the partitions on which nothing changed") \
	FORMAT_OPTIONS(X)

#define DIFF_OPTIONS(X)                                            \
	PAIR_INPUT_OPTIONS(X)                                          \
	PAIR_WHAT_OPTIONS(X)                                           \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "partitions and budget") \
	DIFF_FIELDS(X)                                                 \
	PAIR_BUDGET_OPTIONS(X)                                         \
	DIFF_RESULT_OPTIONS(X)                                         \
	PAIR_SOURCE_OPTIONS(X)

#define OPT_STRUCT PairCommand
static const OptSpec diff_specs[] = {DIFF_OPTIONS(OPT_ROW)};

const OptCommand diff_command_spec = {
	.name = "diff",
	.args = "OLD NEW [options] -- ARG...",
	.summary =
		"Show what two versions of a program do, side by side, for every set of inputs on which\n"
		"both do one thing: its condition, what OLD prints and NEW prints, written over the\n"
		"input. OLD, NEW and arguments after -- are as for 'drift test', which makes tests of\n"
		"the differences. Exit status 0: equivalent or no difference found, 1: different, 2:\n"
		"trouble, 3 with --strict: nothing found and nothing proved that says something.",
	.example = "  drift diff old.c new.c -- @int @int",
	.specs = diff_specs,
	.n_specs = countof(diff_specs),
};

static bool choose_partitions(PairJob *job, Err *err)
{
	const char *by = job->o.by;
	if (by && strcmp(by, "output") && strcmp(by, "path"))
		return err_set(err, "--by '%s': must be output or path", by);
	/* What a function leaves behind pointers is no output that dependences are known of. */
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
	told_write(&job->told, &result, &job->o.strip_prefix);
	result_free(&result);
	return pair_status(job, diff_claim(d));
}

int cmd_diff(int argc, char **argv)
{
	PairJob job;
	Err err = {0};
	Diff *d = NULL;
	bool good = pair_begin(&job, &diff_command_spec, false, argc, argv, &err) &&
				choose_partitions(&job, &err) && (d = diff_new(&job.config, job.o.all, &err));
	int status = good ? diff(&job, d) : complain(&err);
	diff_free(d);
	pair_end(&job);
	return status;
}
