/* explore.c: drift explore: the paths of a program, as tests. */
#include "cli/options/format.h"
#include "cli/options/last.h"
#include "cli/cmd.h"
#include "cli/explore/changes.h"
#include "cli/kept/kept.h"
#include "cli/pair.h"
#include "cli/session/session.h"
#include "cli/suggest/lines.h"

#include <unistd.h>

#include "engine/input/entry.h"
#include "engine/explore/curve.h"
#include "engine/input/shell.h"
#include "engine/input/world.h"
#include "clients/paths/cases.h"

#define EXPLORE_OPTIONS(X)                                                                         \
	SESSION_INPUT_OPTIONS(X)                                                                       \
	X(TEXT, entry, 0, "entry", "FUNCTION", 0, 0,                                                   \
	  "explore one function instead of the program: its name, or a prototype such as 'int f(int "  \
	  "n, char *s)'")                                                                              \
	X(NUM, bound, 0, "bound", "N", 1, 65536,                                                       \
	  "with --entry: size in bytes of the object that each pointer parameter points to (default "  \
	  "16)")                                                                                       \
	X(NUM, depth, 0, "depth", "N", 1, 64,                                                          \
	  "with --entry: follow chains of at most N pointers in arguments; deeper pointers are null "  \
	  "(default 3)")                                                                               \
	X(GROUP, partition, 0, NULL, NULL, 0, 0, "partitions")                                         \
	X(TEXT, by, 0, "by", "WHAT", 0, 0,                                                             \
	  "path (default): try one input of each path. Otherwise one of each group of inputs: "        \
	  "output: with the same formulas of the output; reach: with the same branches on the way to " \
	  "the "                                                                                       \
	  "lines of --target; change: as output for inputs that execute a line of --target, as reach " \
	  "for "                                                                                       \
	  "the others (docs/dependence.md)")                                                           \
	X(LIST, criterion, 0, "output", "WHICH", 0, 0,                                                 \
	  "outputs for --by output and --by change: stdout, stderr, files, status, return, or a "      \
	  "variable FILE:LINE:VAR (default: all but variables)")                                       \
	X(LIST, target, 0, "target", "FILE:LINE", 0, 0,                                                \
	  "a line for --by reach and --by change (may be repeated). With OLD and NEW, give none: "     \
	  "the changes between them are the targets")                                                  \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "search and budget")                                     \
	X(TEXT, order, 0, "order", "ORDER", 0, 0,                                                      \
	  "which branch to try next: newest, oldest, or coverage (one that may lead to new code). "    \
	  "Default: coverage with --time or --runs, otherwise newest")                                 \
	X(SECS, time, 0, "time", "TIME", 0, 0,                                                         \
	  "stop after TIME, such as 90s or 5m (default: no limit)")                                    \
	X(NUM, memory, 0, "memory", "BYTES", 1, INT64_MAX,                                             \
	  "stop if drift uses more than BYTES of memory (default: half of the computer's memory, at "  \
	  "most 4G)")                                                                                  \
	X(NUM, runs, 0, "runs", "N", 1, INT64_MAX, "stop after N runs (default: no limit)")            \
	X(NUM, max_depth, 0, "max-depth", "N", 1, UINT32_MAX,                                          \
	  "in each run, try only the first N branches that depend on the input")                       \
	X(SECS, solver_timeout, 0, "solver-timeout", "TIME", 0, 0,                                     \
	  "give up on a query of the solver after about TIME (default 1.6s)")                          \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256, "explore in N processes; only with --by path")          \
	SESSION_LIMIT_OPTIONS(X)                                                                       \
	X(GROUP, output, 0, NULL, NULL, 0, 0, "results")                                               \
	X(TEXT, resume, 0, "resume", "DIR", 0, 0,                                                      \
	  "use DIR instead of -o, and continue the search that ended early there")                     \
	X(TEXT, shard, 0, "shard", "K/N", 0, 0,                                                        \
	  "search only part K of N of the paths, such as 3/16; 'drift merge' joins the results of "    \
	  "all parts")                                                                                 \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                          \
	  "write result.json and tests to DIR (default drift-out)")                                    \
	X(TEXT, tests, 0, "tests", "WHICH", 0, 0,                                                      \
	  "paths to write tests for: few (default: at most about 100), covering (those that execute "  \
	  "new "                                                                                       \
	  "code), "                                                                                    \
	  "outcomes (one for each output and end), all or none (docs/explore.md)")                     \
	FORMAT_OPTIONS(X)                                                                              \
	X(GROUP, compiling, 0, NULL, NULL, 0, 0, "compiling")                                          \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                    \
	  "compiler options for the C sources, as one word: --cflags '-DN=3 -Iinclude'")

typedef struct ExploreCommand {
	EXPLORE_OPTIONS(OPT_FIELD)
} ExploreCommand;

#define OPT_STRUCT ExploreCommand
static const OptSpec explore_specs[] = {EXPLORE_OPTIONS(OPT_ROW)};

const OptCommand explore_command_spec = {
	.name = "explore",
	.args = "PROG [options] [-- ARG...]\n   or: drift explore --by change [options] OLD NEW [-- "
			"ARG...]",
	.summary =
		"Run a program on inputs that take different paths (sequences of branches). drift reports\n"
		"the errors that it finds, and writes tests for some of the paths.\n"
		"\n"
		"PROG is a .c file, a directory of .c files, bitcode (.bc, .ll), or a binary built by\n"
		"drift-cc. It is run with the arguments ARG. A placeholder is an argument that\n"
		"varies. The search begins with the value after '=':\n"
		"  @int, @int=958           any 32-bit integer in decimal\n"
		"  @double, @double=2.5     any number in decimal; also @float\n"
		"  @str:8, @str:8=abc       any text of up to 8 bytes\n"
		"  @file:64=seed.png        the name of a file with any contents of up to 64 bytes; the\n"
		"                           search begins with those of seed.png\n"
		"  @@                       the name of a file with any contents of up to 64 bytes\n"
		"\n"
		"Exit status: 0 no error found, 1 error found, 2 the command failed.",
	.example = "  drift explore examples/triangle.c -- @int @int @int\n"
			   "  drift explore --by change v1.c v2.c -- @int\n"
			   "  drift explore --time 60s -j 2 --stdin @text:16 ./calc -- -q @str:4",
	.specs = explore_specs,
	.n_specs = countof(explore_specs),
};

/* A session on one program. */
typedef struct ExploreJob {
	ExploreCommand o;
	Session s;
	Subject *subject; /* the one of the session */
	StrList observe;  /* variables among --output */
	bool *seen;       /* by variable: true if some run observed it */
	CaseTargets targets;
	const char *other;    /* version that the targets are changes against; NULL: none */
	Side side;            /* with it: the one that is explored */
	char *dir;            /* with it: -o, or NULL */
	Trees trees;          /* with it: of both versions */
	char *flags[N_SIDES]; /* with it: compiler options; NULL: none */
	MachineRunner runner;
	Condition condition; /* unless by path */
	Explorer *explorer;
	Cases *cases;
	KeptSearch kept; /* with --resume, --shard or 'drift merge' */
	ResultOutput output;
	Curve curve;  /* how the search went */
	FILE *status; /* a terminal that shows a status line, or NULL */
	Buf line;     /* its status line */
} ExploreJob;

/* ---- events ---- */

static void on_path(void *ctx, const Path *path)
{
	ExploreJob *job = ctx;
	size_t n;
	const ObservedValue *seen = machine_observed(job->runner.m, &n);
	for (size_t i = 0; i < n; i++)
		job->seen[seen[i].number] = true;
	cases_path(job->cases, path);
}

static void on_describe(void *ctx, const Path *path, Buf *to)
{
	ExploreJob *job = ctx;
	cases_describe(job->cases, path, to);
}

static bool on_found(void *ctx, ByteReader *described)
{
	ExploreJob *job = ctx;
	return cases_found(job->cases, described);
}

static void on_tick(void *ctx)
{
	ExploreJob *job = ctx;
	cases_tick(job->cases);
	curve_tick(&job->curve, explorer_stats(job->explorer), cases_errors(job->cases));
	if (!job->status)
		return;
	buf_reset(&job->line);
	cases_status(job->cases, &job->line);
	fprintf(job->status, "\r\033[K%s", job->line.at);
	fflush(job->status);
}

/* ---- preparation ---- */

static bool find_entry(ExploreJob *job, Err *err)
{
	const Program *p = job->subject->program;
	const char *prog = job->subject->version;
	u32 harness;
	if (job->o.entry || p->main != NO_OPERAND)
		return true;
	if (!strmap_get(&p->by_name, HARNESS_NAME, &harness) ||
		p->functions.at[harness].kind != FN_SUBJECT)
		return err_set(err, "%s: neither 'main' nor '%s'; name a function with --entry", prog,
					   HARNESS_NAME);
	job->subject->harness = true;
	return entry_find(p, prog, HARNESS_NAME, &job->subject->entry, err) &&
		   entry_parse(HARNESS_PROTOTYPE, &job->s.prototype, err);
}

/* The parameters said by the user must be those of the function. */
static bool check_entry(const ExploreJob *job, Err *err)
{
	return job->subject->entry == NO_OPERAND || job->subject->harness ||
		   entry_check(job->subject->program, job->subject->entry, &job->s.prototype,
					   &job->s.inputs.shapes.at[0], 0, job->o.entry, err);
}

static bool make_inputs(ExploreJob *job, Err *err)
{
	Session *s = &job->s;
	bool function = job->subject->entry != NO_OPERAND;
	bool corpus = job->subject->harness && job->o.seeds && is_directory(job->o.seeds);
	if (function && session_shaped(s))
		return err_set(err, "arguments, --stdin, --env and --file are for programs with main");
	if (job->subject->harness && job->o.seeds && !corpus)
		return err_set(err, "--seeds: the inputs of a harness are the files of a directory");
	if (!function && !session_main_inputs(s, err))
		return false;
	if (job->subject->harness)
		inputs_harness(&s->inputs, session_bounds(s).bytes);
	else if (function && !inputs_entry(&s->inputs, &s->prototype, job->subject->program,
									   session_bounds(s), err))
		return false;
	for (size_t i = 0; i < s->call.unseen.len && s->call.wrap.function; i++)
		vec_push(&s->inputs.limits, xstrdup(s->call.unseen.at[i]));
	if (corpus && !session_seeds(s, err))
		return false;
	if (function && !corpus && job->o.seeds && !session_entry_seeds(s, err))
		return false;
	return check_entry(job, err) && session_world(s, err) && session_bind(s, err);
}

static bool parse_outputs(ExploreJob *job, Err *err)
{
	static const struct {
		const char *name;
		u32 bit;
	} outputs[] = {{"stdout", OUTPUT_STDOUT},
				   {"stderr", OUTPUT_STDERR},
				   {"files", OUTPUT_FILES},
				   {"status", OUTPUT_STATUS},
				   {"exit", OUTPUT_STATUS}};
	Condition *c = &job->condition;
	for (size_t i = 0; i < job->o.criterion.len; i++) {
		const char *name = job->o.criterion.at[i];
		size_t k = 0;
		while (k < countof(outputs) && strcmp(outputs[k].name, name))
			k++;
		if (k < countof(outputs))
			c->outputs |= outputs[k].bit;
		else if (!strcmp(name, "return") && job->subject->entry != NO_OPERAND)
			c->returned = true;
		else if (!strchr(name, ':'))
			return err_set(
				err,
				"--output '%s': must be stdout, stderr, files, status, FILE:LINE:VAR, or "
				"return with --entry",
				name);
	}
	if (job->observe.len)
		condition_observe(c, job->subject->program);
	if (!job->o.criterion.len) {
		c->outputs = OUTPUT_ALL;
		c->returned = job->subject->entry != NO_OPERAND;
	}
	bool counts = job->o.by && (!strcmp(job->o.by, "output") || !strcmp(job->o.by, "change"));
	if (counts && c->returned && entry_struct(job->subject->program))
		return err_set(err,
					   "--by %s: %s returns a struct or union, which is no output; name others "
					   "with --output",
					   job->o.by, job->s.prototype.name);
	return true;
}

static bool make_targets(ExploreJob *job, Err *err)
{
	CaseTargets *t = &job->targets;
	const Subject *own = job->subject, *other = &job->s.subject[1];
	const Subject *const version[] = {job->side == OLD ? own : other,
									  job->side == OLD ? other : own};
	if (job->condition.by != BY_REACH && job->condition.by != BY_CHANGE)
		return true;
	for (size_t i = 0; i < job->o.target.len; i++)
		if (!targets_line(t, own->program, job->o.target.at[i], err))
			return false;
	if (job->other && !targets_of_changes(t, version, job->side, err))
		return false;
	targets_set(t, &job->condition, job->runner.m);
	return true;
}

/* Parses which condition is taken from each run. */
static bool parse_condition(ExploreJob *job, Err *err)
{
	Condition *c = &job->condition;
	const ExploreCommand *o = &job->o;
	if (o->by && !condition_parse(o->by, &c->by))
		return err_set(err, "--by '%s': must be path, output, reach or change", o->by);
	bool needs = c->by == BY_REACH || c->by == BY_CHANGE;
	if (needs && !o->target.len && !job->other)
		return err_set(err, "--by %s needs --target FILE:LINE, or two versions of a program",
					   o->by);
	if (job->other && !needs)
		return err_set(
			err, "two versions are only for --by reach and --by change; arguments go after '--'");
	if (job->other && o->target.len)
		return err_set(
			err,
			"--target is only for one program; with two versions, the changes are the targets");
	if (o->target.len && !needs)
		return err_set(err, "--target is for --by reach and --by change");
	if (o->criterion.len && (c->by == BY_PATH || c->by == BY_REACH))
		return err_set(err, "--output is for --by output and --by change");
	return true;
}

/* All conditions but paths need dependences. */
static bool make_condition(ExploreJob *job, Err *err)
{
	Condition *c = &job->condition;
	if (c->by == BY_PATH)
		return true;
	if (!one_process(job->o.jobs, "what is not --by path", "that", err))
		return false;
	c->s = subject_static(job->subject, STATIC_FULL);
	return parse_outputs(job, err) && make_targets(job, err);
}

static bool make_machine(ExploreJob *job, Err *err)
{
	if (!parse_condition(job, err))
		return false;
	bool tracking = job->condition.by != BY_PATH;
	MachineOptions options = {.purpose = tracking ? MACHINE_TRACKING : MACHINE_PLAIN,
							  .tracked = STATIC_FULL};
	if (!subject_start(job->subject, &job->s.inputs, &options, &job->runner, err))
		return false;
	job->runner.condition = tracking ? &job->condition : NULL;
	return make_condition(job, err);
}

static bool make_cases(ExploreJob *job, Err *err)
{
	const ExploreCommand *o = &job->o;
	static const char *const names[] = {"few", "all", "covering", "outcomes", "none"};
	u32 choice = 0;
	while (o->tests && choice < countof(names) && strcmp(o->tests, names[choice]))
		choice++;
	if (choice == countof(names))
		return err_set(err, "--tests '%s': must be few, covering, outcomes, all or none", o->tests);
	CasesConfig config = {.dir = o->out ? o->out : "drift-out",
						  .program = job->s.operands.at[0],
						  .cflags = o->cflags,
						  .name = job->s.name,
						  .entry = o->entry,
						  .bounds = session_bounds(&job->s),
						  .limits = {job->subject->limit_insns, job->subject->limit_mem},
						  .native = job->subject->native,
						  .entry_type =
							  job->subject->entry != NO_OPERAND ? &job->s.prototype : NULL,
						  .tests = (TestChoice)choice,
						  .by = job->condition.by,
						  .outputs = job->condition.outputs,
						  .returned = job->condition.returned,
						  .function = job->subject->entry,
						  .observe = job->observe.at,
						  .loaded = job->subject->program,
						  .machine = job->runner.m,
						  .native_code = job->s.native_code,
						  .inputs = &job->s.inputs,
						  .several = o->jobs > 1 || job->kept.any,
						  .targets = job->targets.list.len ? &job->targets : NULL};
	job->cases = cases_new(&config, err);
	return job->cases;
}

static bool make_explorer(ExploreJob *job, Err *err)
{
	const ExploreCommand *o = &job->o;
	Runner runner;
	ExploreOptions opt = {.order = o->time > 0 || o->runs ? ORDER_COVERAGE : ORDER_NEWEST,
						  .end =
							  session_until(job->other && job->side == OLD ? o->time / 2 : o->time),
						  .runs = (u64)o->runs,
						  .max_depth = (u32)o->max_depth,
						  .jobs = (u32)o->jobs,
						  .sets = job->condition.by != BY_PATH,
						  .memory = session_memory(&job->s),
						  .solve = {.z3_limit = session_z3_limit(&job->s)},
						  .stop = &session_stop};
	if (o->order && !order_parse(o->order, &opt.order))
		return err_set(err, "--order '%s': must be newest, oldest or coverage", o->order);
	machine_runner(&job->runner, &runner);
	ExploreEvents events = {
		.ctx = job, .path = on_path, .tick = on_tick, .describe = on_describe, .found = on_found};
	job->explorer = explorer_new(&job->s.inputs, &runner, &opt, &events, NULL);
	cases_set_explorer(job->cases, job->explorer);
	const Program *p = job->subject->program;
	explorer_keep(job->explorer, kept_begin(&job->kept, &p, 1));
	machine_set_budget(job->runner.m, explorer_budget(job->explorer));
	return true;
}

/* Sets the content of result.json until something is found. */
static bool watch(const ExploreJob *job, Err *err)
{
	const ExploreCommand *o = &job->o;
	Result nothing = {.command = "explore",
					  .parts = RESULT_CASES,
					  .verdict = VERDICT_NO_ERRORS,
					  .ended = RESULT_RUNNING,
					  .subjects = {{"program", job->s.operands.at[0], o->cflags}},
					  .n_subjects = 1,
					  .dir = o->out ? o->out : "drift-out",
					  .entry = o->entry,
					  .cases = {.by = o->by ? o->by : "path"}};
	return session_watch(&nothing, o->time, verdict_status(nothing.verdict, (VerdictOptions){0}),
						 err);
}

/* True if some streams are outputs and others are not. */
static bool chooses_streams(const ExploreCommand *o)
{
	u32 n = 0;
	for (size_t i = 0; i < o->criterion.len; i++)
		n += !strcmp(o->criterion.at[i], "stdout") || !strcmp(o->criterion.at[i], "stderr") ||
			 !strcmp(o->criterion.at[i], "files");
	return n > 0 && n < 3;
}

/* A function that takes others is called by one that does not. */
static bool wrap_entry(ExploreJob *job, LoadOptions *how, Err *err)
{
	Session *s = &job->s;
	bool missing = how->native && job->o.entry && session_missing(s),
		 wraps = session_wraps(s, true);
	if (!wraps && !missing)
		return true;
	bool good = !wraps || session_wrap(s, true, &job->o.entry, err);
	subject_free(&s->subject[0]);
	program_free(s->subject[0].program);
	s->n = 0;
	if (!good || !session_call(s, job->o.out ? job->o.out : "drift-out", "program", how->cflags,
							   &s->operands.at[0], err))
		return false;
	how->cflags = NULL;
	how->entry = s->prototype.name;
	return session_load(s, s->operands.at[0], *how, err);
}

/* Options that would do nothing are refused. */
static bool options_fit(const ExploreJob *job, Err *err)
{
	const ExploreCommand *o = &job->o;
	const OptNeed needs[] = {{o->keep, "--keep", o->call.len, "--call"}};
	bool made = o->call.len || o->entry; /* a program around it may be compiled */
	return options_needed(needs, countof(needs), err) && session_grow_fits(&job->s, err) &&
		   (made || cflags_fit(o->cflags, job->s.operands.at[0], err));
}

/* The same of those that depend on what was loaded. */
static bool bounds_fit(const ExploreJob *job, Err *err)
{
	const OptNeed needs[] = {{job->o.bound, "--bound", job->o.entry || job->subject->harness,
							  "functions: --entry or a harness for fuzzing; placeholders of --call "
							  "have their own bounds"},
							 {job->o.depth, "--depth", job->o.entry, "functions: --entry"}};
	return options_needed(needs, countof(needs), err);
}

/* The other version, which is only compared. */
static bool load_other(ExploreJob *job, LoadOptions how, Err *err)
{
	Session *s = &job->s;
	const char *prog = job->other;
	if (!prog)
		return true;
	const char *flags = job->flags[job->side == OLD ? NEW : OLD];
	how.cflags = session_called(s) ? NULL : flags;
	if (!session_call(s, job->o.out, "other", flags, &prog, err) ||
		!session_load(s, prog, how, err))
		return false;
	const Program *const both[] = {s->subject[job->side == OLD ? 0 : 1].program,
								   s->subject[job->side == OLD ? 1 : 0].program};
	if (!session_called(s) && !trees_apart(&job->trees, both, err))
		return false;
	Subject *other = &s->subject[1];
	other->version = job->other;
	return !job->subject->harness ||
		   entry_find(other->program, prog, HARNESS_NAME, &other->entry, err);
}

static bool prepare(ExploreJob *job, Err *err)
{
	const ExploreCommand *o = &job->o;
	Session *s = &job->s;
	s->status = status_terminal();
	s->messages = stderr;
	if (!session_begin(s, SESSION_OPTIONS(o), err) || !options_fit(job, err))
		return false;
	for (size_t i = 0; i < o->criterion.len; i++)
		if (strchr(o->criterion.at[i], ':'))
			vec_push(&job->observe, o->criterion.at[i]);
	if (job->other && job->observe.len)
		return err_set(err, "--output %s: with two programs no variable is an output",
					   job->observe.at[0]);
	job->seen = xcalloc(job->observe.len + 1, sizeof *job->seen);
	LoadOptions how = {.cflags = o->cflags,
					   .native = !o->tests || strcmp(o->tests, "none"),
					   .entry = o->entry ? s->prototype.name : HARNESS_NAME,
					   .entry_maybe = !o->entry,
					   .undefined_ok = o->entry || session_called(s),
					   .observe = job->observe.at,
					   .n_observe = (u32)job->observe.len,
					   .streams = chooses_streams(o)};
	s->name = test_program_name(job->other && job->side == OLD ? job->other : s->operands.at[0]);
	job->subject = &s->subject[0];
	if (!session_call(s, o->out ? o->out : "drift-out", "program", o->cflags, &s->operands.at[0],
					  err))
		return false;
	if (session_called(s))
		how.cflags = NULL; /* they are in the program that was made */
	return session_load(s, s->operands.at[0], how, err) && wrap_entry(job, &how, err) &&
		   find_entry(job, err) && load_other(job, how, err) && bounds_fit(job, err) &&
		   make_inputs(job, err) && make_machine(job, err) && make_cases(job, err) &&
		   make_explorer(job, err);
}

/* ---- the command ---- */

/* A variable that no run reached is no output of the program. */
static bool check_seen(const ExploreJob *job, Err *err)
{
	for (size_t i = 0; i < job->observe.len; i++)
		if (!job->seen[i])
			return err_set(err, "--output %s: no run executed that line%s", job->observe.at[i],
						   explorer_exhaustive(job->explorer) ? "" : " so far");
	return true;
}

static bool is_fixed(const Inputs *in)
{
	for (size_t i = 0; i < in->shapes.len; i++)
		for (size_t k = 0; k < in->shapes.at[i].parts.len; k++)
			if (in->shapes.at[i].parts.at[k].kind != PART_FIXED)
				return false;
	return true;
}

/* One path of one input: says how to give more. */
static void hint(const ExploreJob *job)
{
	Buf more = {0};
	SuggestFor program = {job->s.operands.at[0], job->subject->cflags, job->subject->program, NULL};
	if (job->output.text && is_fixed(&job->s.inputs) &&
		suggest_best(&program, &job->s.words, job->o.input, &more))
		fprintf(stderr,
				"drift: note: nothing varies, so there is one path; try: drift explore %s%s\n",
				job->s.operands.at[0], buf_str(&more));
	buf_free(&more);
}

/* The search. *status is the exit status that the result has. */
static bool search(ExploreJob *job, Result *result, int *status, Err *err)
{
	ExploreEnd end;
	session_catch_signals();
	job->status = job->output.text ? status_terminal() : NULL;
	bool good = explorer_run(job->explorer, &end, err);
	if (job->status)
		fprintf(job->status, "\r\033[K");
	if (!good)
		return false;
	cases_fill(job->cases, end, result);
	curve_fill(&job->curve, explorer_stats(job->explorer), cases_errors(job->cases), result);
	*status = verdict_status(result->verdict, (VerdictOptions){0});
	if (cases_save(job->cases, result, err))
		return true;
	result_free(result);
	return false;
}

static int explore(ExploreJob *job)
{
	Err err = {0};
	Result result;
	int status;
	if (!search(job, &result, &status, &err))
		return complain(&err);
	bool seen = check_seen(job, &err);
	status = seen ? status : EXIT_TROUBLE;
	output_report(&job->output, &result, &job->o.strip_prefix, status);
	hint(job);
	result_free(&result);
	return seen ? status : complain(&err);
}

static void job_end(ExploreJob *job)
{
	output_end(&job->output);
	curve_free(&job->curve);
	explorer_free(job->explorer);
	cases_free(job->cases);
	subject_stop(&job->runner);
	condition_free(&job->condition);
	targets_free(&job->targets);
	session_end(&job->s);
	vec_free(&job->observe);
	free(job->seen);
	kept_free(&job->kept);
	free(job->dir);
	trees_free(&job->trees);
	free(job->flags[OLD]);
	free(job->flags[NEW]);
	vec_free(&job->o.criterion);
	vec_free(&job->o.target);
	vec_free(&job->o.strip_prefix);
	buf_free(&job->line);
}

static bool job_parse(ExploreJob *job, int argc, char **argv, Err *err)
{
	*job = (ExploreJob){.o = {.grow = -1}, .kept = {.merged = job->kept.merged}};
	if (!opt_parse(&explore_command_spec, &job->o, argc, argv, &job->s.operands, &job->s.words,
				   err))
		return false;
	size_t n = job->s.operands.len;
	KeptOptions kept = {job->o.resume, job->o.shard, &job->o.out,
						n == 1 && (!job->o.by || !strcmp(job->o.by, "path"))};
	return kept_parse(&job->kept, kept, argc, argv, err) &&
		   (n == 1 || n == 2 ||
			err_set(err, n ? "give one program, or two versions of it, and arguments after '--'"
						   : "no program given; see 'drift explore --help'")) &&
		   output_choose(&job->output, job->o.format, job->o.json, job->o.color,
						 &job->o.strip_prefix, err);
}

/* ---- two versions ---- */

static const char *const sides[N_SIDES] = {[OLD] = "old", [NEW] = "new"};

/* Makes it the job of one side: its program, and its directory below that of -o. */
static bool job_side(ExploreJob *job, Side side, Err *err)
{
	StrList *operands = &job->s.operands;
	PairWords words = {{operands->at[OLD], operands->at[NEW]}, job->o.cflags, {NULL}};
	job->side = side;
	job->other = operands->at[side == OLD ? NEW : OLD];
	operands->at[0] = operands->at[side];
	job->dir = xasprintf("%s/%s", job->o.out ? job->o.out : "drift-out", sides[side]);
	job->o.out = job->dir;
	if (!trees_choose(&words, job->dir, &job->trees, err))
		return false;
	for (Side k = OLD; k < N_SIDES; k++) {
		char *given = trees_flags(&job->trees, k, &words);
		job->flags[k] = pair_flags(given, words.version[k], words.version[NEW]);
		free(given);
	}
	job->o.cflags = job->flags[side];
	if (job->output.text || job->o.json || !strcmp(job->output.format->name, "json"))
		return true;
	return err_set(err,
				   "--format %s is for one program: the results of two are in %s and beside it",
				   job->output.format->name, job->dir);
}

/* JSON has an object with both results; text has one after the other. */
static void report_both(const ExploreJob *job, Result *result, int status)
{
	FILE *to = job[NEW].output.to;
	last_note(job[NEW].dir);
	session_tell(status);
	for (Side side = OLD; side < N_SIDES; side++) {
		if (job[side].output.text)
			fprintf(to, "%s%s: %s, in %s\n", side == OLD ? "" : "\n", side == OLD ? "OLD" : "NEW",
					result[side].subjects[0].name, job[side].dir);
		else
			fprintf(to, "%s\"%s\":\n", side == OLD ? "{" : ",", sides[side]);
		vec_append(&result[side].strip, job[side].o.strip_prefix.at, job[side].o.strip_prefix.len);
		job[side].output.format->write(&result[side], to);
	}
	if (!job[NEW].output.text)
		fprintf(to, "}\n");
	fflush(to);
	fflush(stdout);
	session_reported();
}

/* Explores both versions, one after the other, and reports both. */
static int explore_versions(ExploreJob *job, int argc, char **argv)
{
	Result result[N_SIDES];
	Err err = {0};
	int status[N_SIDES];
	Side done = OLD;
	bool good = true;
	for (Side side = OLD; good && side < N_SIDES; side++) {
		good = (side == OLD || job_parse(&job[side], argc, argv, &err)) &&
			   job_side(&job[side], side, &err);
		good = good && watch(&job[side], &err) && prepare(&job[side], &err) &&
			   search(&job[side], &result[side], &status[side], &err);
		done += good;
	}
	int whole = good && status[NEW] > status[OLD] ? status[NEW] : status[OLD];
	if (good)
		report_both(job, result, whole);
	for (Side side = OLD; side < done; side++)
		result_free(&result[side]);
	return good ? whole : complain(&err);
}

int explore_shards(int argc, char **argv, const SearchShard *shards)
{
	ExploreJob job[N_SIDES] = {0};
	Err err = {0};
	int status;
	job[0].kept.merged = shards;
	if (!job_parse(&job[0], argc, argv, &err))
		status = complain(&err);
	else if (job[0].s.operands.len == N_SIDES)
		status = explore_versions(job, argc, argv);
	else
		status = watch(&job[0], &err) && prepare(&job[0], &err) ? explore(&job[0]) : complain(&err);
	for (Side side = N_SIDES; side-- > OLD;)
		job_end(&job[side]);
	return status;
}

int cmd_explore(int argc, char **argv)
{
	return explore_shards(argc, argv, NULL);
}
