/* suite.c: drift suite: what an existing suite of tests says about a change, and what it misses. */
#include "cli/pair.h"

#include "clients/suite/suite.h"
#include "clients/test/test.h"

#define SUITE_OPTIONS(X)                                                                          \
	SESSION_INPUT_OPTIONS(X)                                                                      \
	PAIR_WHAT_OPTIONS(X)                                                                          \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "measure and budget")                                   \
	SUITE_FIELDS(X)                                                                               \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256, "search for missing tests in N processes")             \
	PAIR_BUDGET_OPTIONS(X)                                                                        \
	X(GROUP, native_runs, 0, NULL, NULL, 0, 0, "native confirmation")                             \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                                      \
	  "run tests natively even if this computer supports no sandbox")                             \
	X(FLAG, no_confirm, 0, "no-confirm", NULL, 0, 0,                                              \
	  "report differences without running their tests natively")                                  \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                             \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                         \
	  "write result.json, the lists selected, ordered and reduced, and the missing tests to DIR " \
	  "(default drift-out)")                                                                      \
	FORMAT_OPTIONS(X)                                                                             \
	PAIR_SOURCE_OPTIONS(X)

#define OPT_STRUCT PairCommand
static const OptSpec suite_specs[] = {SUITE_OPTIONS(OPT_ROW)};

const OptCommand suite_command_spec = {
	.name = "suite",
	.args = "OLD NEW --seeds PATH [options] [-- ARG...]",
	.summary =
		"Run an existing test suite in two versions of a program. drift reports which tests "
		"execute\n"
		"which change, which tests differ, and which semantic changes they show. It selects the "
		"tests\n"
		"that must run, orders them, and reduces the suite to a small set that meets the same\n"
		"partitions. Then it searches for missing tests: for each semantic change that the suite "
		"does not\n"
		"show, it writes a test as 'drift test' does.\n"
		"\n"
		"OLD, NEW, --seeds and the arguments after -- are as for 'drift test'.\n"
		"\n"
		"Exit status: 0 equivalent or no difference found, 1 different or unconfirmed, 2 the "
		"command failed.",
	.example = "  drift suite old.c new.c --seeds tests.txt -- @int @int\n"
			   "  drift suite --measure coverage old.c new.c --seeds corpus -- @@",
	.specs = suite_specs,
	.n_specs = countof(suite_specs),
};

static bool parse_measure(const char *text, SuiteMeasure *m, Err *err)
{
	*m = SUITE_OUTPUT;
	for (int i = 0; text && i < N_SUITE_MEASURES; i++)
		if (!strcmp(text, suite_measures[i])) {
			*m = (SuiteMeasure)i;
			return true;
		}
	return !text || err_set(err, "--measure '%s': must be output, change or coverage", text);
}

/* The tests themselves have half of the time. */
static double half_of(double end)
{
	double now = now_seconds();
	return end > now ? now + (end - now) / 2 : end;
}

static Suite *make_suite(PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	SuiteConfig c = {.search = job->config.search,
					 .seeds = o->seeds,
					 .dir = o->out ? o->out : "drift-out",
					 .unsafe = o->confirm_unsafe,
					 .unconfirmed = o->no_confirm,
					 .overflow = job->config.count_overflow,
					 .status = job->config.status};
	if (!parse_measure(o->measure, &c.measure, err))
		return NULL;
	c.search.end = half_of(c.search.end);
	return suite_new(&c, err);
}

static void add_suite(void *ctx, Result *r)
{
	suite_fill(ctx, r);
}

/* The search for what is missing. */
static Tester *make_tester(PairJob *job, Suite *s, const SuiteCovered *covered, Err *err)
{
	const PairCommand *o = &job->o;
	TestConfig c = {.comparison = job->config,
					.dir = o->out ? o->out : "drift-out",
					.unsafe = o->confirm_unsafe,
					.unconfirmed = o->no_confirm,
					.accept = covered->starts.at,
					.accept_names = covered->names.at,
					.n_accept = covered->starts.len,
					.progress = job->output.text ? job->output.to : NULL,
					.more = {s, add_suite}};
	SearchConfig *search = &c.comparison.search;
	c.comparison.accepts |= covered->starts.len > 0;
	search->strategy = STRATEGY_AUTO;
	search->propagate = true;
	search->prune = (1u << N_PRUNES) - 1;
	return tester_new(&c, err);
}

/* Searches, and reports everything. */
static int augment(PairJob *job, Suite *s, Tester *t)
{
	Err err = {0}, ignored;
	Result result;
	if (job->output.text)
		tester_changes(t, job->output.to);
	bool good = tester_run(t, &err);
	tester_fill(t, &result, &ignored);
	good = good && suite_write(s, &err) && tester_save(t, &result, &err);
	int status = suite_differs(s) ? verdict_status(VERDICT_DIFFERENT, (VerdictOptions){0})
								  : pair_status(job, tester_comparison(t));
	if (good)
		output_report(&job->output, &result, &job->o.strip_prefix, status);
	result_free(&result);
	return good ? status : complain(&err);
}

static int suite(PairJob *job, Suite *s)
{
	Err err = {0};
	SuiteCovered covered = {0};
	Tester *t = NULL;
	session_catch_signals();
	bool good = suite_run(s, &err);
	if (good)
		suite_covers(s, &covered);
	good = good && (t = make_tester(job, s, &covered, &err));
	int status = good ? augment(job, s, t) : complain(&err);
	tester_free(t);
	vec_free(&covered.starts);
	vec_free(&covered.names);
	return status;
}

int cmd_suite(int argc, char **argv)
{
	PairJob job;
	Err err = {0};
	Suite *s = NULL;
	bool good = pair_begin(&job, &suite_command_spec, true, argc, argv, &err);
	if (good && !job.o.seeds)
		good = err_set(&err, "give the test suite with --seeds PATH: a file with one test in each "
							 "line, or a directory; see 'drift suite --help'");
	good = good && (s = make_suite(&job, &err));
	int status = good ? suite(&job, s) : complain(&err);
	suite_free(s);
	pair_end(&job);
	return status;
}
