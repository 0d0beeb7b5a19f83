/* compare.c: drift compare: strategies of the search on the same two versions, with equal budgets. */
#include "cli/pair.h"

#include <time.h>

#include "clients/compare/compare.h"
#include "clients/test/test.h"

#define COMPARE_OPTIONS(X)                                                                       \
	SESSION_INPUT_OPTIONS(X)                                                                     \
	PAIR_WHAT_OPTIONS(X)                                                                         \
	X(TEXT, golden, 0, "golden", "SPEC", 0, 0,                                                   \
	  "also count errors: differences in which NEW disagrees with SPEC, a version known to be "  \
	  "right")                                                                                   \
	X(TEXT, golden_cflags, 0, "golden-cflags", "FLAGS", 0, 0,                                    \
	  "compiler options for the sources of --golden (default: --cflags)")                        \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "searches, and the budget of each")                    \
	COMPARE_FIELDS(X)                                                                            \
	PAIR_BUDGET_OPTIONS(X)                                                                       \
	X(GROUP, native_runs, 0, NULL, NULL, 0, 0, "native confirmation")                            \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                                     \
	  "run tests natively even if the host supports no sandbox")                                 \
	X(FLAG, no_confirm, 0, "no-confirm", NULL, 0, 0,                                             \
	  "count differences without native confirmation")                                           \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                            \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                        \
	  "write result.json, and the results and tests of each search, to DIR (default drift-out)") \
	FORMAT_OPTIONS(X)                                                                            \
	PAIR_SOURCE_OPTIONS(X)

#define OPT_STRUCT PairCommand
static const OptSpec compare_specs[] = {COMPARE_OPTIONS(OPT_ROW)};

const OptCommand compare_command_spec = {
	.name = "compare",
	.args = "OLD NEW [options] [-- ARG...]",
	.summary =
		"Compare strategies of the search. Each strategy searches for inputs on which two versions "
		"of a\n"
		"program differ, with the same budget: 1000 runs, or --runs, or --time. drift prints a "
		"table: runs,\n"
		"solver calls, processor time, changes executed, differences, and the partitions that the "
		"tests of\n"
		"each strategy meet. It counts these partitions in the same way for all strategies.\n"
		"\n"
		"OLD, NEW and the arguments after -- are as for 'drift test'.\n"
		"\n"
		"Exit status: 0 equivalent or no difference found, 1 different or unconfirmed, 2 the "
		"command failed.",
	.example =
		"  drift compare old.c new.c -- @int @int\n"
		"  drift compare --strategies path,path+prune --orders newest,oldest old.c new.c -- @str:5",
	.specs = compare_specs,
	.n_specs = countof(compare_specs),
};

enum { RUNS = 1000 }; /* of each search, without --runs and --time */
static const char STRATEGIES[] = "path,path+prune,reach,signature,output,sequence,isolation,random";

/* One search that is to be done. */
typedef struct Wanted {
	const CompareStrategy *of;
	const Order *order;     /* NULL: the strategy's own */
	const char *order_name; /* likewise */
} Wanted;
typedef VEC(Wanted) WantedList;

typedef struct CompareJob {
	PairJob job; /* its inputs and versions are the judge's */
	TestJudge *judge;
	Inputs *from; /* inputs of the present search */
	WantedList wanted;
	ResultCompare result;
	Verdict verdict;
	bool exhaustive;
	Arena arena;          /* of texts */
	VEC(KeptInput) tests; /* of the present search */
} CompareJob;

/* ---- the command line ---- */

static bool add_orders(const CompareStrategy *s, const char *orders, WantedList *to, Err *err)
{
	static const Order all[] = {ORDER_NEWEST, ORDER_OLDEST, ORDER_COVERAGE};
	static const char *const names[] = {"newest", "oldest", "coverage"};
	if (!orders || strategies[s->strategy].one_order) {
		vec_push(to, ((Wanted){s, NULL, NULL}));
		return true;
	}
	for (const char *at = orders; *at;) {
		size_t n = strcspn(at, ","), i = 0;
		while (i < countof(names) && (strlen(names[i]) != n || strncmp(names[i], at, n)))
			i++;
		if (i == countof(names))
			return err_set(err, "--orders '%s': a list of newest, oldest and coverage", orders);
		vec_push(to, ((Wanted){s, &all[i], names[i]}));
		at += n + (at[n] == ',');
	}
	return true;
}

static bool parse_wanted(const PairCommand *o, WantedList *to, Err *err)
{
	const char *text = o->wanted ? o->wanted : STRATEGIES;
	for (const char *at = text; *at;) {
		size_t n = strcspn(at, ",");
		const CompareStrategy *s = compare_strategy(at, n, err);
		if (!s || !add_orders(s, o->orders, to, err))
			return false;
		at += n + (at[n] == ',');
	}
	return to->len || err_set(err, "--strategies: the list must not be empty");
}

/* ---- one search ---- */

static double processor_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void keep_test(void *ctx, u32 shape, const Assignment *input)
{
	CompareJob *c = ctx;
	vec_push(&c->tests, inputs_keep(c->from, shape, input));
}

static Tester *make_tester(CompareJob *all, PairJob *job, const Wanted *w, const char *dir,
						   Err *err)
{
	const PairCommand *o = &job->o;
	TestConfig c = {.comparison = job->config,
					.dir = dir,
					.unsafe = o->confirm_unsafe,
					.unconfirmed = o->no_confirm,
					.golden = o->golden ? &job->s.subject[NEW + 1] : NULL,
					.more = {all, NULL, keep_test}};
	SearchConfig *s = &c.comparison.search;
	s->strategy = w->of->strategy;
	s->order = w->order;
	s->prune = w->of->prune;
	s->propagate = w->of->propagate;
	s->no_sequences = !w->of->sequences;
	s->seed = (u64)o->draws;
	s->end = o->time > 0 ? now_seconds() + o->time : 0;
	return tester_new(&c, err);
}

/* The tests of a search are what it ran, and the inputs of its differences. */
static void judge_tests(CompareJob *all, const Tester *t, size_t differences)
{
	Assignment a = {0};
	assignment_init(&a, all->from->pool);
	for (size_t i = 0; i < differences; i++) {
		u32 shape = tester_input(t, i, &a);
		keep_test(all, shape, &a);
	}
	assignment_free(&a);
	compare_judge_begin(all->judge);
	for (size_t i = 0; i < all->tests.len; i++) {
		compare_judge_test(all->judge, all->tests.at[i].shape, all->tests.at[i].packed);
		kept_input_free(&all->tests.at[i]);
	}
	all->tests.len = 0;
}

static void count(CompareJob *all, const Wanted *w, const char *name, Tester *t, double seconds)
{
	Result result;
	Err ignored;
	ResultCompareRow row = {.strategy = w->of->name,
							.order = w->order_name,
							.dir = arena_strdup(&all->arena, name),
							.seconds = seconds};
	tester_fill(t, &result, &ignored);
	tester_save(t, &result, &ignored);
	compare_take(&result, &row);
	judge_tests(all, t, result.versions.differences.len);
	compare_judge_fill(all->judge, &row);
	vec_push(&all->result.rows, row);
	/* What one of them found is true, whatever the others found; and what one proved. */
	bool found = result.verdict == VERDICT_DIFFERENT || result.verdict == VERDICT_UNCONFIRMED;
	bool before = all->verdict == VERDICT_DIFFERENT || all->verdict == VERDICT_UNCONFIRMED;
	if (result.verdict == VERDICT_DIFFERENT ||
		(!before && (found || result.verdict == VERDICT_EQUIVALENT)))
		all->verdict = result.verdict;
	all->exhaustive |= result.exhaustive;
	result_free(&result);
}

/* Each search has a pool of its own, so that none gains from those before it. */
static bool search(CompareJob *all, const Wanted *w, Err *err)
{
	PairJob job;
	PairCommand o = all->job.o;
	char *name = xasprintf("%s%s%s", w->of->name, w->order_name ? "-" : "",
						   w->order_name ? w->order_name : "");
	char *dir = xasprintf("%s/%s", o.out ? o.out : "drift-out", name);
	Tester *t = NULL;
	bool good = pair_begin_again(&job, &all->job, &o, err);
	all->from = &job.s.inputs;
	double begin = processor_seconds();
	good = good && (t = make_tester(all, &job, w, dir, err)) && tester_run(t, err);
	if (good)
		count(all, w, name, t, processor_seconds() - begin);
	tester_free(t);
	pair_end(&job);
	free(dir);
	free(name);
	return good;
}

/* ---- the command ---- */

static void fill(CompareJob *all, Result *r)
{
	const PairCommand *o = &all->job.o;
	*r = (Result){.command = "compare",
				  .parts = RESULT_COMPARE,
				  .verdict = all->verdict,
				  .exhaustive = all->exhaustive,
				  .ended = session_stop ? RESULT_STOPPED : RESULT_DONE,
				  .subjects = {{"old", all->job.given[OLD], o->cflags},
							   {"new", all->job.given[NEW], o->cflags}},
				  .n_subjects = 2,
				  .dir = o->out ? o->out : "drift-out",
				  .compare = &all->result};
	compare_judge_fill_all(all->judge, &all->result);
	all->result.golden = o->golden != NULL;
	all->result.runs = (u64)o->runs;
	all->result.time = o->time > 0 ? o->time : 0;
	all->result.left = (u32)(all->wanted.len - all->result.rows.len);
}

static int compare(CompareJob *all)
{
	Err err = {0};
	Result result;
	PairJob *job = &all->job;
	session_catch_signals();
	all->verdict = VERDICT_NO_DIFFERENCE;
	for (size_t i = 0; i < all->wanted.len && !session_stop; i++) {
		const Wanted *w = &all->wanted.at[i];
		if (job->config.status)
			fprintf(job->config.status, "\r%s (%zu of %zu)\033[K\n", w->of->name, i + 1,
					all->wanted.len);
		if (!search(all, w, &err))
			return complain(&err);
	}
	fill(all, &result);
	ResultFile file = {.dir = result.dir};
	bool good = result_save(&file, &result, &err);
	int status = verdict_status(all->verdict, (VerdictOptions){0});
	if (good)
		output_report(&job->output, &result, &job->o.strip_prefix, status);
	result_free(&result);
	return good ? status : complain(&err);
}

int cmd_compare(int argc, char **argv)
{
	CompareJob all = {0};
	Err err = {0};
	PairJob *job = &all.job;
	bool good = pair_begin(job, &compare_command_spec, true, argc, argv, &err) &&
				parse_wanted(&job->o, &all.wanted, &err);
	if (good && !job->o.runs && job->o.time < 0)
		job->o.runs = RUNS;
	good = good &&
		   (all.judge = compare_judge_new(&job->config.search, job->config.count_overflow, &err));
	int status = good ? compare(&all) : complain(&err);
	compare_judge_free(all.judge);
	result_compare_free(&all.result);
	vec_free(&all.wanted);
	vec_free(&all.tests);
	arena_free(&all.arena);
	pair_end(job);
	return status;
}
