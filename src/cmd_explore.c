/* cmd_explore.c: drift explore: the paths of a program, as tests. */
#include "cmd.h"

#include <signal.h>
#include <unistd.h>

#include "input/entry.h"
#include "explore/explore.h"
#include "input/shell.h"
#include "input/world.h"
#include "report/report.h"

#define EXPLORE_OPTIONS(X)                                                                     \
	X(GROUP, inputs, 0, NULL, NULL, 0, 0, "inputs")                                            \
	X(TEXT, input, 0, "stdin", "INPUT", 0, 0,                                                  \
	  "standard input: a file, or @text:N=START or @file:N=FILE for up to N symbolic bytes")   \
	X(LIST, env, 0, "env", "NAME=VALUE", 0, 0,                                                 \
	  "set a variable (there are no others); VALUE may be @str:N=START or @int=N")             \
	X(LIST, file, 0, "file", "NAME=CONTENTS", 0, 0,                                            \
	  "a file in the working directory: @text:N=START, @file:N=FILE, or a copy of a file")     \
	X(LIST, assume, 0, "assume", "EXPR", 0, 0,                                                 \
	  "restrict the inputs by a C expression: arg1 > 0 && arg2[0] != '-' && stdin.length < 9") \
	X(TEXT, vary, 0, "vary", "KINDS", 0, 0,                                                    \
	  "make answers of the system inputs: clock, uid, gid, pid, random, hostname")             \
	X(TEXT, faults, 0, "faults", "KINDS", 0, 0,                                                \
	  "let one call fail: malloc, read, write; which one is an input, fail.malloc")            \
	X(TEXT, seeds, 0, "seeds", "FILE", 0, 0,                                                   \
	  "begin with existing tests: one a line, arguments and <FILE as a shell reads them")      \
	X(NUM, grow, 0, "grow", "N", 0, 65536,                                                     \
	  "bytes that each part of a seed may grow when no shape is given (default 16)")           \
	X(TEXT, entry, 0, "entry", "PROTOTYPE", 0, 0,                                              \
	  "explore one function instead of main: 'int f(int n, const char *s)'")                   \
	X(NUM, bound, 0, "bound", "N", 1, 65536,                                                   \
	  "bytes of objects for its pointers, and of a fuzzing harness's data (default 16)")       \
	X(GROUP, partition, 0, NULL, NULL, 0, 0, "partitions")                                     \
	X(TEXT, by, 0, "by", "WHAT", 0, 0,                                                         \
	  "one test for each path (default); output: each symbolic output; reach: each way of "    \
	  "executing --target; change: both, for the outputs once --target was executed")          \
	X(LIST, criterion, 0, "output", "WHICH", 0, 0,                                             \
	  "what counts as output: stdout, stderr, files, exit, return (of --entry), or a "         \
	  "variable as FILE:LINE:VAR; default all but variables")                                  \
	X(LIST, target, 0, "target", "FILE:LINE", 0, 0, "a line for --by reach and change")        \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "search and budget")                                 \
	X(TEXT, order, 0, "order", "ORDER", 0, 0,                                                  \
	  "newest (default), oldest, or coverage (default with --time or --runs)")                 \
	X(SECS, time, 0, "time", "TIME", 0, 0, "stop after this time")                             \
	X(NUM, memory, 0, "memory", "BYTES", 1, INT64_MAX,                                         \
	  "stop when drift itself takes so much (default half of the computer's, at most 4G)")     \
	X(NUM, runs, 0, "runs", "N", 1, INT64_MAX, "stop after N runs")                            \
	X(NUM, max_depth, 0, "max-depth", "N", 1, UINT32_MAX,                                      \
	  "negate only the first N decisions of a run")                                            \
	X(SECS, solver_timeout, 0, "solver-timeout", "TIME", 0, 0,                                 \
	  "give up on one query after about this time (counted in work, so results repeat)")       \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256, "solve in N processes")                             \
	X(NUM, limit_insns, 0, "limit-insns", "N", 1, INT64_MAX,                                   \
	  "end a run after N instructions (default 20M)")                                          \
	X(NUM, limit_mem, 0, "limit-mem", "BYTES", 1, INT64_MAX,                                   \
	  "end a run that uses more memory (default 1G)")                                          \
	X(LIST, native, 0, "native", "FUNC", 0, 0,                                                 \
	  "allow calling FUNC of the host; it must have no side effects")                          \
	X(FLAG, fold, 0, "fold", NULL, 0, 0,                                                       \
	  "take effect-free && and || as one decision: fewer paths")                               \
	X(FLAG, no_fold, 0, "no-fold", NULL, 0, 0, "a path for each side of && and || (default)")  \
	X(GROUP, output, 0, NULL, NULL, 0, 0, "results")                                           \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                      \
	  "directory for result.json and tests (default drift-out)")                               \
	X(TEXT, tests, 0, "tests", "WHICH", 0, 0,                                                  \
	  "write tests for all paths (default), one for each of the outcomes, or none")            \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print result.json instead of the summary")           \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0, "compiler options for sources, quoted as one word")

typedef struct ExploreCommand {
	EXPLORE_OPTIONS(OPT_FIELD)
} ExploreCommand;

#define OPT_STRUCT ExploreCommand
static const OptSpec explore_specs[] = {EXPLORE_OPTIONS(OPT_ROW)};

const OptCommand explore_command_spec = {
	.name = "explore",
	.args = "PROG [options] -- ARG...",
	.summary =
		"Find the paths of a program: one input for each, as a test, with what it leads to.\n"
		"Arguments after -- are themselves, or placeholders for what may vary:\n"
		"  @int, @int=958           a 32-bit integer in decimal\n"
		"  @str:8, @str:8=abc       text of up to 8 bytes\n"
		"  @file:64=seed.png, @@    the name of a file with up to 64 (@@: 64) bytes\n"
		"PROG is a .c file, a directory of .c files, a .bc or .ll file, or a binary built by "
		"drift-cc;\n"
		"without main, it may define LLVMFuzzerTestOneInput. Exit status 1: errors were found.",
	.example = "  drift explore examples/triangle.c -- @int @int @int\n"
			   "  drift explore --time 60s -j 2 --stdin @text:16 ./calc -- -q @str:4",
	.specs = explore_specs,
	.n_specs = countof(explore_specs),
};

/* Everything a command line stands for. */
typedef struct ExploreJob {
	ExploreCommand o;
	StrList operands, words, native;
	StrList observe; /* variables among --output */
	bool *seen;      /* by variable: some run looked at it */
	Program *program;
	Machine *machine;
	ExprPool *pool;
	Inputs inputs;
	MachineRunner runner;
	Static *statics;     /* unless by path */
	Condition condition; /* likewise */
	Explorer *explorer;
	Report *report;
	char *name;      /* argv[0]: what the tests call the program */
	Entry prototype; /* of --entry, or of a harness */
	u32 entry;       /* function, or NO_OPERAND */
	u32 bound;       /* --bound */
	bool harness;
	bool live; /* a terminal watches */
	Buf line;  /* its status line */
} ExploreJob;

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
	(void)number;
	stop = 1;
}

/* ---- events ---- */

static void on_path(void *ctx, const Path *path)
{
	ExploreJob *job = ctx;
	size_t n;
	const Seen *seen = machine_seen(job->machine, &n);
	for (size_t i = 0; i < n; i++)
		job->seen[seen[i].number] = true;
	report_path(job->report, path);
}

static void on_tick(void *ctx)
{
	ExploreJob *job = ctx;
	Err ignored;
	report_write(job->report, true, END_DONE, &ignored);
	if (!job->live)
		return;
	buf_reset(&job->line);
	report_status(job->report, &job->line);
	fprintf(stderr, "\r\033[K%s", job->line.at);
	fflush(stderr);
}

/* ---- preparation ---- */

static bool find_entry(ExploreJob *job, Err *err)
{
	const Program *p = job->program;
	const char *prog = job->operands.at[0];
	u32 harness;
	job->entry = NO_OPERAND;
	if (job->o.entry)
		return entry_find(p, prog, job->prototype.name, &job->entry, err);
	if (p->main != NO_OPERAND)
		return true;
	if (!strmap_get(&p->by_name, HARNESS_NAME, &harness) ||
		p->functions.at[harness].kind != FN_SUBJECT)
		return err_set(err, "%s: neither 'main' nor '%s'; name a function with --entry", prog,
					   HARNESS_NAME);
	job->harness = true;
	return entry_find(p, prog, HARNESS_NAME, &job->entry, err) &&
		   entry_parse(HARNESS_PROTOTYPE, &job->prototype, err);
}

/* The parameters said by the user must be those of the function. */
static bool check_entry(const ExploreJob *job, Err *err)
{
	return job->entry == NO_OPERAND || job->harness ||
		   entry_check(&job->program->functions.at[job->entry], &job->prototype,
					   &job->inputs.shapes.at[0], job->o.entry, err);
}

static bool make_inputs(ExploreJob *job, Err *err)
{
	ExploreCommand *o = &job->o;
	bool shaped = job->words.len || o->input || o->env.len || o->file.len;
	if (job->harness || o->entry) {
		if (shaped || o->seeds)
			return err_set(
				err, "arguments, --stdin, --env, --file and --seeds are for programs with main");
		if (job->harness)
			inputs_harness(&job->inputs, job->bound);
		else if (!inputs_entry(&job->inputs, &job->prototype, job->program, job->bound, err))
			return false;
	} else {
		InputWords from = {&job->words, o->input, &o->env, &o->file};
		if (!inputs_words(&job->inputs, &from, err))
			return false;
		if (o->seeds &&
			!inputs_seeds(&job->inputs, o->seeds, shaped, o->grow ? (u32)o->grow : 16, err))
			return false;
	}
	if (!check_entry(job, err) || !inputs_world(&job->inputs, o->vary, o->faults, err))
		return false;
	job->pool = expr_pool_new();
	inputs_bind(&job->inputs, job->pool);
	for (size_t i = 0; i < o->assume.len; i++)
		if (!inputs_assume(&job->inputs, o->assume.at[i], err))
			return false;
	return true;
}

static bool parse_outputs(ExploreJob *job, Err *err)
{
	static const struct {
		const char *name;
		u32 bit;
	} outputs[] = {{"stdout", OUTPUT_STDOUT},
				   {"stderr", OUTPUT_STDERR},
				   {"files", OUTPUT_FILES},
				   {"exit", OUTPUT_STATUS}};
	Condition *c = &job->condition;
	for (size_t i = 0; i < job->o.criterion.len; i++) {
		const char *name = job->o.criterion.at[i];
		size_t k = 0;
		while (k < countof(outputs) && strcmp(outputs[k].name, name))
			k++;
		if (k < countof(outputs))
			c->outputs |= outputs[k].bit;
		else if (!strcmp(name, "return") && job->entry != NO_OPERAND)
			c->returned = true;
		else if (!strchr(name, ':'))
			return err_set(err,
						   "--output '%s': must be stdout, stderr, files, exit, FILE:LINE:VAR, or "
						   "return with --entry",
						   name);
	}
	if (job->observe.len)
		condition_observe(c, job->program);
	if (!job->o.criterion.len) {
		c->outputs = OUTPUT_ALL;
		c->returned = job->entry != NO_OPERAND;
	}
	return true;
}

static bool parse_targets(ExploreJob *job, Err *err)
{
	VEC(Target) targets = {0};
	for (size_t i = 0; i < job->o.target.len; i++) {
		size_t before = targets.len;
		const char *text = job->o.target.at[i];
		TargetList found = {0};
		bool good = target_lines(job->program, text, &found, err);
		for (size_t k = 0; k < found.len; k++)
			vec_push(&targets, found.at[k]);
		vec_free(&found);
		if (!good || targets.len == before) {
			vec_free(&targets);
			return false;
		}
	}
	if (targets.len)
		condition_targets(&job->condition, job->machine, targets.at, (u32)targets.len);
	for (size_t i = 0; i < targets.len; i++)
		machine_count(job->machine, targets.at[i].function,
					  static_block(job->statics, targets.at[i].function, targets.at[i].ins));
	vec_free(&targets);
	return true;
}

/* What is taken from each run; all but paths need dependences. */
static bool make_condition(ExploreJob *job, Err *err)
{
	Condition *c = &job->condition;
	const ExploreCommand *o = &job->o;
	if (o->by && !condition_parse(o->by, &c->by))
		return err_set(err, "--by '%s': must be path, output, reach or change", o->by);
	bool needs = c->by == BY_REACH || c->by == BY_CHANGE;
	if (needs && !o->target.len)
		return err_set(err, "--by %s needs --target FILE:LINE", o->by);
	if (o->target.len && !needs)
		return err_set(err, "--target is for --by reach and --by change");
	if (o->criterion.len && (c->by == BY_PATH || c->by == BY_REACH))
		return err_set(err, "--output is for --by output and --by change");
	if (c->by == BY_PATH)
		return true;
	StaticOptions so = {.roots = &job->entry, .n_roots = job->entry != NO_OPERAND};
	TrackOptions track = {0};
	job->statics = static_new(job->program, &so);
	c->s = job->statics;
	return machine_set_tracking(job->machine, job->statics, &track, err) &&
		   parse_outputs(job, err) && parse_targets(job, err);
}

static bool make_machine(ExploreJob *job, Err *err)
{
	const ExploreCommand *o = &job->o;
	job->native = (StrList){0};
	for (size_t i = 0; i < o->native.len; i++)
		vec_push(&job->native, o->native.at[i]);
	vec_push(&job->native, NULL);
	MachineConfig config = {
		.os = {.in = OS_STREAM_CAPTURE, .out = OS_STREAM_CAPTURE, .err = OS_STREAM_CAPTURE},
		.limit_insns = o->limit_insns ? (u64)o->limit_insns : 20u << 20,
		.limit_mem = o->limit_mem ? (u64)o->limit_mem : 1u << 30,
		.native = job->native.at};
	job->machine = machine_new(job->program, &config, err);
	if (job->machine)
		machine_set_pool(job->machine, job->pool);
	return job->machine && make_condition(job, err);
}

static bool make_report(ExploreJob *job, Err *err)
{
	const ExploreCommand *o = &job->o;
	static const char *const names[] = {"all", "outcomes", "none"};
	u32 choice = 0;
	while (o->tests && choice < countof(names) && strcmp(o->tests, names[choice]))
		choice++;
	if (choice == countof(names))
		return err_set(err, "--tests '%s': must be all, outcomes or none", o->tests);
	ReportConfig config = {.dir = o->out ? o->out : "drift-out",
						   .program = job->operands.at[0],
						   .cflags = o->cflags,
						   .name = job->name,
						   .entry = o->entry,
						   .bound = job->bound,
						   .entry_type = job->entry != NO_OPERAND ? &job->prototype : NULL,
						   .tests = (TestChoice)choice,
						   .by = job->condition.by,
						   .outputs = job->condition.outputs,
						   .returned = job->condition.returned,
						   .function = job->entry,
						   .observe = job->observe.at,
						   .loaded = job->program,
						   .machine = job->machine,
						   .inputs = &job->inputs};
	job->report = report_new(&config, err);
	return job->report;
}

/* Z3 counts work, not time; this many units are about a second on a present computer. */
static const double Z3_UNITS = 5e6;

static bool make_explorer(ExploreJob *job, Err *err)
{
	const ExploreCommand *o = &job->o;
	Runner runner;
	ExploreOptions opt = {.order = o->time > 0 || o->runs ? ORDER_COVERAGE : ORDER_NEWEST,
						  .seconds = o->time,
						  .runs = (u64)o->runs,
						  .max_depth = (u32)o->max_depth,
						  .jobs = (u32)o->jobs,
						  .sets = job->condition.by != BY_PATH,
						  .memory = o->memory ? (u64)o->memory : memory_default(),
						  .stop = &stop};
	if (o->order && !order_parse(o->order, &opt.order))
		return err_set(err, "--order '%s': must be newest, oldest or coverage", o->order);
	double units = o->solver_timeout * Z3_UNITS;
	opt.solve.z3_limit = units > UINT32_MAX ? UINT32_MAX : (u32)units;
	job->runner =
		(MachineRunner){.m = job->machine,
						.in = &job->inputs,
						.program = job->program,
						.name = job->name,
						.entry = job->entry,
						.condition = job->condition.by == BY_PATH ? NULL : &job->condition,
						.harness = job->harness};
	machine_runner(&job->runner, &runner);
	ExploreEvents events = {.ctx = job, .path = on_path, .tick = on_tick};
	job->explorer = explorer_new(&job->inputs, &runner, &opt, &events);
	report_set_explorer(job->report, job->explorer);
	machine_set_budget(job->machine, explorer_budget(job->explorer));
	return true;
}

static bool prepare(ExploreJob *job, Err *err)
{
	const ExploreCommand *o = &job->o;
	job->bound = o->bound ? (u32)o->bound : 16;
	if (o->entry && !entry_parse(o->entry, &job->prototype, err))
		return false;
	for (size_t i = 0; i < o->criterion.len; i++)
		if (strchr(o->criterion.at[i], ':'))
			vec_push(&job->observe, o->criterion.at[i]);
	job->seen = xcalloc(job->observe.len + 1, sizeof *job->seen);
	LoadOptions load = {.cflags = o->cflags,
						.fold = o->fold && !o->no_fold,
						.native = !o->tests || strcmp(o->tests, "none"),
						.entry = o->entry ? job->prototype.name : HARNESS_NAME,
						.observe = job->observe.at,
						.n_observe = (u32)job->observe.len};
	job->program = program_load(job->operands.at[0], &load, err);
	job->name = test_program_name(job->operands.at[0]);
	return job->program && find_entry(job, err) && make_inputs(job, err) &&
		   make_machine(job, err) && make_report(job, err) && make_explorer(job, err);
}

/* ---- the command ---- */

/* A variable that no run came to is no output of the program. */
static bool check_seen(const ExploreJob *job, Err *err)
{
	for (size_t i = 0; i < job->observe.len; i++)
		if (!job->seen[i])
			return err_set(err, "--output %s: no run executed that line%s", job->observe.at[i],
						   explorer_exhaustive(job->explorer) ? "" : " so far");
	return true;
}

static int explore(ExploreJob *job)
{
	Err err = {0};
	ExploreEnd end;
	struct sigaction act = {.sa_handler = on_signal};
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	signal(SIGPIPE, SIG_IGN);
	job->live = isatty(STDERR_FILENO) && !job->o.json;
	bool good = explorer_run(job->explorer, &end, &err);
	if (job->live)
		fprintf(stderr, "\r\033[K");
	good = good && report_write(job->report, false, end, &err);
	if (!good)
		return complain(&err);
	if (job->o.json)
		report_print_json(job->report, end, stdout);
	else
		report_summary(job->report, end, stdout);
	if (!check_seen(job, &err))
		return complain(&err);
	return report_found_errors(job->report) ? EXIT_DIFFERENT : EXIT_SAME;
}

static void job_end(ExploreJob *job)
{
	explorer_free(job->explorer);
	report_free(job->report);
	machine_runner_free(&job->runner);
	machine_free(job->machine);
	condition_free(&job->condition);
	static_free(job->statics);
	program_free(job->program);
	inputs_free(&job->inputs);
	if (job->pool)
		expr_pool_free(job->pool);
	vec_free(&job->operands);
	vec_free(&job->words);
	vec_free(&job->native);
	vec_free(&job->observe);
	free(job->seen);
	vec_free(&job->o.native);
	vec_free(&job->o.env);
	vec_free(&job->o.file);
	vec_free(&job->o.assume);
	vec_free(&job->o.criterion);
	vec_free(&job->o.target);
	free(job->name);
	entry_free(&job->prototype);
	buf_free(&job->line);
}

int cmd_explore(int argc, char **argv)
{
	ExploreJob job = {0};
	Err err = {0};
	bool good =
		opt_parse(&explore_command_spec, &job.o, argc, argv, &job.operands, &job.words, &err);
	if (good && job.operands.len != 1)
		good = err_set(&err, job.operands.len ? "one program at a time; arguments go after '--'"
											  : "no program given; see 'drift explore --help'");
	int status = good && prepare(&job, &err) ? explore(&job) : complain(&err);
	job_end(&job);
	return status;
}
