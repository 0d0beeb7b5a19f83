/* cmd_test.c: drift test: inputs on which two versions of a program differ, as tests. */
#include "cmd.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "test/test.h"

#define TEST_OPTIONS(X)                                                                        \
	X(GROUP, inputs, 0, NULL, NULL, 0, 0, "inputs")                                            \
	X(TEXT, input, 0, "stdin", "INPUT", 0, 0,                                                  \
	  "standard input: a file, or @text:N=START or @file:N=FILE for up to N symbolic bytes")   \
	X(LIST, env, 0, "env", "NAME=VALUE", 0, 0,                                                 \
	  "set a variable (there are no others); VALUE may be @str:N=START or @int=N")             \
	X(LIST, assume, 0, "assume", "EXPR", 0, 0,                                                 \
	  "restrict the inputs by a C expression: arg1 > 0 && arg2[0] != '-' && stdin.length < 9") \
	X(TEXT, seeds, 0, "seeds", "FILE", 0, 0,                                                   \
	  "begin with existing tests: one a line, arguments and <FILE as a shell reads them")      \
	X(NUM, grow, 0, "grow", "N", 0, 65536,                                                     \
	  "bytes that each part of a seed may grow when no shape is given (default 16)")           \
	X(GROUP, what, 0, NULL, NULL, 0, 0, "what counts as a difference")                         \
	X(TEXT, output, 0, "output", "WHAT", 0, 0,                                                 \
	  "a list of stdout, stderr, status and files (default: all of them)")                     \
	X(LIST, ignore, 0, "ignore", "REGEX", 0, 0, "lines of output that match do not count")     \
	X(LIST, accept, 0, "accept", "TEST", 0, 0,                                                 \
	  "a difference that is meant, by its directory: neither it nor its like is reported")     \
	X(FLAG, require_proof, 0, "require-proof", NULL, 0, 0,                                     \
	  "exit status 1 unless the versions are proved equivalent")                               \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "search and budget")                                 \
	X(TEXT, strategy, 0, "strategy", "NAME", 0, 0, "auto (default), directed, path or random") \
	X(SECS, time, 0, "time", "TIME", 0, 0, "stop after this time (default 60s; 0 = no limit)") \
	X(NUM, runs, 0, "runs", "N", 1, INT64_MAX,                                                 \
	  "stop after N runs of both versions; without --time, there is no limit of time then")    \
	X(TEXT, stop_after, 0, "stop-after", "N", 0, 0,                                            \
	  "stop after the first, N or all (default) semantic changes")                             \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256, "solve in N processes")                             \
	X(SECS, solver_timeout, 0, "solver-timeout", "TIME", 0, 0,                                 \
	  "give up on one query after about this time (counted in work, so results repeat)")       \
	X(NUM, limit_insns, 0, "limit-insns", "N", 1, INT64_MAX,                                   \
	  "end a run after N instructions (default 20M)")                                          \
	X(NUM, limit_mem, 0, "limit-mem", "BYTES", 1, INT64_MAX,                                   \
	  "end a run that uses more memory (default 1G)")                                          \
	X(LIST, native, 0, "native", "FUNC", 0, 0,                                                 \
	  "allow calling FUNC of the host; it must have no side effects")                          \
	X(FLAG, fold, 0, "fold", NULL, 0, 0,                                                       \
	  "take effect-free && and || as one decision: fewer paths")                               \
	X(FLAG, no_fold, 0, "no-fold", NULL, 0, 0, "a path for each side of && and || (default)")  \
	X(NUM, seed, 0, "seed", "N", 0, INT64_MAX, "seed of --strategy random")                    \
	X(GROUP, native_runs, 0, NULL, NULL, 0, 0, "native confirmation")                          \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                                   \
	  "run tests natively even where there is no sandbox for them")                            \
	X(FLAG, no_confirm, 0, "no-confirm", NULL, 0, 0,                                           \
	  "report what the machine says without running it natively")                              \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                          \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                      \
	  "directory for result.json and tests (default drift-out)")                               \
	X(FLAG, all, 0, "all", NULL, 0, 0,                                                         \
	  "a test for every pair of paths that differs, not one for each semantic change")         \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print result.json instead of the report")            \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                \
	  "compiler options for sources of both versions, quoted as one word")                     \
	X(TEXT, old_cflags, 0, "old-cflags", "FLAGS", 0, 0, "for those of OLD only")               \
	X(TEXT, new_cflags, 0, "new-cflags", "FLAGS", 0, 0, "for those of NEW only")

typedef struct TestCommand {
	TEST_OPTIONS(OPT_FIELD)
} TestCommand;

#define OPT_STRUCT TestCommand
static const OptSpec test_specs[] = {TEST_OPTIONS(OPT_ROW)};

const OptCommand test_command_spec = {
	.name = "test",
	.args = "OLD NEW [options] -- ARG...",
	.summary =
		"Find inputs on which two versions of a program behave differently, one for each semantic\n"
		"change, confirmed natively; or prove that there are none.\n"
		"Arguments after -- are themselves, or placeholders for what may vary:\n"
		"  @int, @int=958           a 32-bit integer in decimal\n"
		"  @str:8, @str:8=abc       text of up to 8 bytes\n"
		"  @file:64=seed.png, @@    the name of a file with up to 64 (@@: 64) bytes\n"
		"OLD and NEW are .c files, directories of .c files, .bc or .ll files, or binaries built\n"
		"by drift-cc. Exit status 0: equivalent or no difference found, 1: different, 2: trouble.",
	.example = "  drift test old.c new.c -- @int @int\n"
			   "  drift test --output stdout,status --stdin @text:16 v1/calc v2/calc -- -q",
	.specs = test_specs,
	.n_specs = countof(test_specs),
};

/* Everything a command line stands for. */
typedef struct TestJob {
	TestCommand o;
	StrList operands, words, native;
	char *cflags[2];
	Program *program[2];
	ExprPool *pool;
	Inputs inputs;
	VEC(Start) accept;
	Tester *tester;
} TestJob;

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
	(void)number;
	stop = 1;
}

/* ---- preparation ---- */

static char *join_flags(const char *a, const char *b)
{
	if (!a || !b)
		return a || b ? xstrdup(a ? a : b) : NULL;
	return xasprintf("%s %s", a, b);
}

static bool load(TestJob *job, Err *err)
{
	const TestCommand *o = &job->o;
	const char *own[2] = {o->old_cflags, o->new_cflags};
	for (int side = OLD; side <= NEW; side++) {
		job->cflags[side] = join_flags(o->cflags, own[side]);
		LoadOptions options = {.cflags = job->cflags[side], .fold = o->fold && !o->no_fold};
		job->program[side] = program_load(job->operands.at[side], &options, err);
		if (!job->program[side])
			return false;
		if (job->program[side]->main == NO_OPERAND)
			return err_set(err, "%s: there is no 'main'", job->operands.at[side]);
	}
	return true;
}

/* The inputs of accepted tests, in the shape of this search. */
static bool load_accepted(TestJob *job, Err *err)
{
	for (size_t i = 0; i < job->o.accept.len; i++) {
		Inputs *in = &job->inputs;
		char *cmd = xasprintf("%s/cmd", job->o.accept.at[i]);
		__typeof__(in->starts) kept = in->starts;
		memset(&in->starts, 0, sizeof in->starts);
		bool good = inputs_seeds(in, cmd, true, 0, err);
		for (size_t k = 0; k < in->starts.len; k++)
			vec_push(&job->accept, in->starts.at[k]);
		vec_free(&in->starts);
		in->starts = kept;
		free(cmd);
		if (!good)
			return false;
	}
	return true;
}

static bool make_inputs(TestJob *job, Err *err)
{
	const TestCommand *o = &job->o;
	bool shaped = job->words.len || o->input || o->env.len;
	if (!inputs_words(&job->inputs, &job->words, o->input, &o->env, err))
		return false;
	if (o->seeds && !inputs_seeds(&job->inputs, o->seeds, shaped, o->grow ? (u32)o->grow : 16, err))
		return false;
	if (!load_accepted(job, err))
		return false;
	job->pool = expr_pool_new();
	inputs_bind(&job->inputs, job->pool);
	for (size_t i = 0; i < o->assume.len; i++)
		if (!inputs_assume(&job->inputs, o->assume.at[i], err))
			return false;
	return true;
}

static bool parse_stop_after(const char *text, u64 *n, Err *err)
{
	char *end;
	*n = 0;
	if (!text || !strcmp(text, "all"))
		return true;
	if (!strcmp(text, "first")) {
		*n = 1;
		return true;
	}
	errno = 0;
	*n = strtoull(text, &end, 10);
	if (*end || !*n || errno || *text == '-')
		return err_set(err, "--stop-after '%s': must be first, all, or a number", text);
	return true;
}

/* Z3 counts work, not time; this many units are about a second on a present computer. */
static const double Z3_UNITS = 5e6;
static const double SECONDS = 60; /* without --time and --runs */

static bool make_tester(TestJob *job, Err *err)
{
	const TestCommand *o = &job->o;
	double units = o->solver_timeout * Z3_UNITS;
	for (size_t i = 0; i < o->native.len; i++)
		vec_push(&job->native, o->native.at[i]);
	vec_push(&job->native, NULL);
	TestConfig config = {.dir = o->out ? o->out : "drift-out",
						 .inputs = &job->inputs,
						 .see = SEE_ALL,
						 .seconds = o->time >= 0 ? o->time
									: o->runs    ? 0
												 : SECONDS,
						 .runs = (u64)o->runs,
						 .jobs = (u32)o->jobs,
						 .all = o->all,
						 .unsafe = o->confirm_unsafe,
						 .unconfirmed = o->no_confirm,
						 .ignore = o->ignore,
						 .accept = job->accept.at,
						 .n_accept = job->accept.len,
						 .limit_insns = (u64)o->limit_insns,
						 .limit_mem = (u64)o->limit_mem,
						 .native = job->native.at,
						 .z3_limit = units > UINT32_MAX ? UINT32_MAX : (u32)units,
						 .seed = (u64)o->seed,
						 .stop = &stop,
						 .progress = o->json ? NULL : stdout,
						 .live = isatty(STDERR_FILENO) && !o->json};
	for (int side = OLD; side <= NEW; side++) {
		config.version[side] = job->operands.at[side];
		config.cflags[side] = job->cflags[side];
		config.program[side] = job->program[side];
	}
	if (o->strategy && !strategy_parse(o->strategy, &config.strategy))
		return err_set(err, "--strategy '%s': must be auto, directed, path or random", o->strategy);
	if (!parse_stop_after(o->stop_after, &config.stop_after, err) ||
		(o->output && !see_parse(o->output, &config.see, err)))
		return false;
	job->tester = tester_new(&config, err);
	return job->tester;
}

/* ---- the command ---- */

static int test(TestJob *job)
{
	Err err = {0};
	struct sigaction act = {.sa_handler = on_signal};
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	signal(SIGPIPE, SIG_IGN);
	if (!job->o.json)
		tester_changes(job->tester, stdout);
	bool good = tester_run(job->tester, &err);
	good = tester_write(job->tester, false, &err) && good;
	if (!good)
		return complain(&err);
	if (job->o.json)
		tester_print_json(job->tester, stdout);
	else
		tester_summary(job->tester, stdout);
	switch (tester_verdict(job->tester)) {
	case VERDICT_DIFFERENT: return EXIT_DIFFERENT;
	case VERDICT_EQUIVALENT: return EXIT_SAME;
	default: return job->o.require_proof ? EXIT_DIFFERENT : EXIT_SAME;
	}
}

static void job_end(TestJob *job)
{
	tester_free(job->tester);
	for (size_t i = 0; i < job->accept.len; i++) {
		for (size_t k = 0; k < job->inputs.shapes.at[job->accept.at[i].shape].parts.len; k++)
			buf_free(&job->accept.at[i].values[k]);
		free(job->accept.at[i].values);
	}
	vec_free(&job->accept);
	for (int side = OLD; side <= NEW; side++) {
		program_free(job->program[side]);
		free(job->cflags[side]);
	}
	inputs_free(&job->inputs);
	if (job->pool)
		expr_pool_free(job->pool);
	vec_free(&job->operands);
	vec_free(&job->words);
	vec_free(&job->native);
	vec_free(&job->o.native);
	vec_free(&job->o.env);
	vec_free(&job->o.assume);
	vec_free(&job->o.ignore);
	vec_free(&job->o.accept);
}

int cmd_test(int argc, char **argv)
{
	TestJob job = {.o = {.time = -1}};
	Err err = {0};
	bool good = opt_parse(&test_command_spec, &job.o, argc, argv, &job.operands, &job.words, &err);
	if (good && job.operands.len != 2)
		good = err_set(&err, "two versions of a program are compared; arguments go after '--'; see "
							 "'drift test --help'");
	good = good && load(&job, &err) && make_inputs(&job, &err) && make_tester(&job, &err);
	int status = good ? test(&job) : complain(&err);
	job_end(&job);
	return status;
}
