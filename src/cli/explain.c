/* explain.c: drift explain: which decisions and changes make NEW do something else. */
#include "cli/between.h"
#include "cli/options/last.h"
#include "engine/explore/fill.h"
#include "engine/input/given.h"
#include "evidence/native/replay.h"

enum {
	GROW = 4,    /* bytes that parts of the input may grow */
	BUILDS = 40, /* without --builds */
};
static const double SECONDS = 60;  /* without --time */
static const double SUSPECT = 0.1; /* seconds of solving, without --solver-timeout */

#define EXPLAIN_OPTIONS(X)                                                                         \
	X(GROUP, inputs, 0, NULL, NULL, 0, 0, "the input")                                             \
	X(TEXT, test, 0, "test", "DIR", 0, 0,                                                          \
	  "take the input, OLD and NEW from a test that drift wrote, such as drift-out/tests/0003")    \
	X(TEXT, input, 0, "stdin", "FILE", 0, 0, "use FILE as standard input (default: empty)")        \
	X(LIST, env, 0, "env", "NAME=VALUE", 0, 0,                                                     \
	  "set an environment variable. The program does not see the variables of your shell")         \
	X(LIST, file, 0, "file", "NAME=FILE", 0, 0,                                                    \
	  "create the file NAME for the program, as a copy of FILE")                                   \
	X(TEXT, entry, 0, "entry", "FUNCTION", 0, 0,                                                   \
	  "explain one call of a function: its name, or a prototype such as 'int f(int n, char *s)'. " \
	  "The arguments follow --")                                                                   \
	X(LIST, call, 0, "call", "EXPR", 0, 0,                                                         \
	  "explain a C expression instead of main: 'print(parse(@str:8=abc))' calls parse on the "     \
	  "text abc")                                                                                  \
	X(NUM, bound, 0, "bound", "N", 1, 65536,                                                       \
	  "with --entry: size in bytes of the object that each pointer parameter points to (default "  \
	  "16)")                                                                                       \
	X(NUM, depth, 0, "depth", "N", 1, 64,                                                          \
	  "with --entry: follow chains of at most N pointers, in arguments and in results (default "   \
	  "3)")                                                                                        \
	CLOCK_OPTION(X)                                                                                \
	X(LIST, assume, 0, "assume", "EXPR", 0, 0,                                                     \
	  "other inputs that drift tries must satisfy this C expression, such as 'arg1 > 0'")          \
	X(GROUP, what, 0, NULL, NULL, 0, 0, "what is explained")                                       \
	X(TEXT, output, 0, "output", "WHAT", 0, 0,                                                     \
	  "compare only these outputs: a list of stdout, stderr, status and files (default: all)")     \
	X(TEXT, by, 0, "by", "KIND", 0, 0,                                                             \
	  "decisions (branches and checks of accesses) that can be suspects: output (default): those " \
	  "that the differing output depends on; path: all")                                           \
	X(TEXT, predicates, 0, "predicates", "WHEN", 0, 0,                                             \
	  "also try conditions that the program does not check, such as n < 0: always, never, or "     \
	  "need (default): if no decision explains the difference")                                    \
	X(TEXT, ok, 0, "ok", "CMD", 0, 0,                                                              \
	  "look for a similar input on which the shell command CMD exits with 0. CMD reads the "       \
	  "output of NEW (docs/explain.md)")                                                           \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "experiments and budget")                                \
	X(NUM, jobs, 'j', "jobs", "N", 1, 256,                                                         \
	  "build and run N versions in parallel (default: the number of processors)")                  \
	X(NUM, builds, 0, "builds", "N", 0, 10000,                                                     \
	  "build at most N versions that have only some of the edits (default 40; 0: none)")           \
	SOURCE_TREE_OPTIONS(X)                                                                         \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                                       \
	  "run the versions that drift builds even if this computer supports no sandbox")              \
	X(SECS, time, 0, "time", "TIME", 0, 0,                                                         \
	  "stop after TIME, such as 90s or 5m (default 60s; 0: no limit)")                             \
	X(NUM, memory, 0, "memory", "BYTES", 1, INT64_MAX,                                             \
	  "stop if drift uses more than BYTES of memory (default: half of the computer's memory, at "  \
	  "most 4G)")                                                                                  \
	X(SECS, solver_timeout, 0, "solver-timeout", "TIME", 0, 0,                                     \
	  "give up on a query of the solver after about TIME (default 0.1s)")                          \
	SESSION_LIMIT_OPTIONS(X)                                                                       \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                              \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                          \
	  "write result.json and tests to DIR (default: write nothing)")                               \
	FORMAT_OPTIONS(X)                                                                              \
	X(GROUP, compiling, 0, NULL, NULL, 0, 0, "compiling")                                          \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                    \
	  "compiler options for the C sources, as one word: --cflags '-DN=3 -Iinclude'")

typedef struct ExplainCommand {
	EXPLAIN_OPTIONS(OPT_FIELD)
} ExplainCommand;

#define OPT_STRUCT ExplainCommand
static const OptSpec explain_specs[] = {EXPLAIN_OPTIONS(OPT_ROW)};

const OptCommand explain_command_spec = {
	.name = "explain",
	.args = "OLD NEW [options] -- ARG...\n   or: drift explain --test DIR/tests/NNNN\n   or: drift "
			"explain N",
	.summary =
		"Explain why two versions differ on one input: what differs, which edits cause it, which\n"
		"lines are suspects, and a similar input that passes (see docs/explain.md). To find the\n"
		"edits, drift builds and runs versions that have only some of them.\n"
		"\n"
		"OLD and NEW are as for 'drift test', or two programs with the same purpose. The last "
		"form\n"
		"explains difference N of the last result that a command run in this directory wrote, to\n"
		"drift-out or to the DIR of -o.\n"
		"\n"
		"Exit status: 0 the versions do the same on this input, 1 they differ, 2 the command "
		"failed.",
	.example = "  drift explain old.c new.c -- 100 1\n"
			   "  drift explain --test drift-out/tests/0001",
	.specs = explain_specs,
	.n_specs = countof(explain_specs),
};

typedef struct ExplainJob {
	ExplainCommand o;
	PairJob pair;
	GivenInput given;    /* of a program with main */
	ShellLine values;    /* of a function or a call: what it is given */
	ReplayResult result; /* that --test is of */
	char clock[32];      /* --clock, as recorded there */
	ExplainSources from;
	ResultOutput output;
	Budget budget;
} ExplainJob;

static double seconds_of(const ExplainJob *job)
{
	return job->o.time >= 0 ? job->o.time : budget_default(SECONDS);
}

/* ---- what a test knows ---- */

/* A name of a program as it is called from here; NULL stays. */
static const char *from_here(ExplainJob *job, const char *name)
{
	const char *dir = job->result.directory;
	if (!name || *name == '/' || !dir || file_exists(name))
		return name;
	char *path = xasprintf("%s/%s", dir, name);
	const char *kept = arena_strdup(&job->given.arena, path);
	free(path);
	return kept;
}

/* A test of drift check: its values are those of the shape that drift check made. */
static void take_check(ExplainJob *job)
{
	const ReplayCheck *k = &job->result.check;
	PairCommand *p = &job->pair.o;
	if (!k->is)
		return;
	job->pair.joins = true;
	p->globals = k->globals;
	p->null = k->null;
	p->names = k->names;
	p->nulls = k->nulls;
}

/* `drift explain 1`: the test of difference 1 of the last result. */
static bool take_number(ExplainJob *job, Err *err)
{
	StrList *operands = &job->pair.s.operands;
	u32 number;
	if (operands->len != 1 || job->o.test || !last_number(operands->at[0], &number))
		return true;
	char *test = last_test(number, err);
	if (!test)
		return false;
	job->o.test = arena_strdup(&job->given.arena, test);
	operands->len = 0;
	free(test);
	return true;
}

/* Of result.json beside the test: programs that were not named, and what is run of them. */
static bool take_result(ExplainJob *job, Err *err)
{
	const ExplainCommand *o = &job->o;
	PairCommand *p = &job->pair.o;
	ReplayResult *r = &job->result;
	StrList *operands = &job->pair.s.operands;
	if (!o->test)
		return true;
	char *cmd = xasprintf("%s/cmd", o->test);
	bool there = file_exists(cmd);
	free(cmd);
	if (!there)
		return err_set(err, "%s is not a test of drift: the file cmd is missing", o->test);
	replay_result(r, o->test);
	bool called = r->library[OF_OLD] && !o->entry && !o->call.len;
	char *const *programs = called ? r->library : r->program;
	char *const *flags = called ? r->library_cflags : r->cflags;
	if (!operands->len && programs[OF_OLD] && programs[OF_NEW]) {
		vec_push(operands, from_here(job, programs[OF_OLD]));
		vec_push(operands, from_here(job, programs[OF_NEW]));
		p->old_cflags = p->cflags ? NULL : flags[OF_OLD];
		p->new_cflags = p->cflags ? NULL : flags[OF_NEW];
	} else if (!operands->len) {
		return err_set(err, "%s/../../result.json names no versions: name OLD and NEW", o->test);
	}
	if (!p->clock && r->clock) {
		snprintf(job->clock, sizeof job->clock, "@%lld", (long long)r->clock);
		p->clock = job->clock;
	}
	if (!o->entry && !o->call.len) {
		p->entry = r->entry;
		p->bound = r->entry && !p->bound ? r->bounds.bytes : p->bound;
		p->depth = r->entry && !p->depth ? r->bounds.depth : p->depth;
		vec_append(&p->call, r->call.at, r->call.len);
		take_check(job);
	}
	return true;
}

/* Rejects a world that no run can reproduce. */
static bool check_world(const char *test, Err *err)
{
	char *path = xasprintf("%s/world", test);
	bool there = file_exists(path);
	free(path);
	return !there ||
		   err_set(err,
				   "%s was found with --vary or --faults, which drift explain does not support",
				   test);
}

/* ---- the input ---- */

/* Words as those of a test. */
static void take_words(const StrList *words, ShellLine *to)
{
	for (size_t i = 0; i < words->len; i++) {
		Buf one = {0};
		buf_adds(&one, words->at[i]);
		vec_push(&to->words, one);
	}
}

/* Takes the arguments of a function or a call: words, or those of a test. */
static bool take_values(ExplainJob *job, Err *err)
{
	const ExplainCommand *o = &job->o;
	Session *s = &job->pair.s;
	if (o->input || o->env.len || o->file.len)
		return err_set(err, "--stdin, --env and --file are for programs with main");
	take_words(&s->words, &job->values);
	s->words.len = 0;
	if (!o->test)
		return true;
	char *cmd = xasprintf("%s/cmd", o->test);
	Buf text = {0};
	bool good = file_read(cmd, &text, err) && shell_parse(buf_str(&text), &job->values, err);
	buf_free(&text);
	free(cmd);
	return good;
}

static void copy_list(const StrList *from, StrList *to)
{
	to->len = 0;
	vec_append(to, from->at, from->len);
}

/* The input of a program with main, of which everything may vary. */
static bool take_given(ExplainJob *job, Err *err)
{
	const ExplainCommand *o = &job->o;
	PairCommand *p = &job->pair.o;
	InputWords from = {&job->pair.s.words, o->input, &o->env, &o->file};
	if (!(o->test ? given_test(&job->given, o->test, GROW, err)
				  : given_words(&job->given, &from, GROW, err)))
		return false;
	copy_list(&job->given.words, &job->pair.s.words);
	copy_list(&job->given.env, &p->env);
	copy_list(&job->given.files, &p->file);
	p->input = job->given.input;
	return true;
}

static bool take_input(ExplainJob *job, Err *err)
{
	const ExplainCommand *o = &job->o;
	bool words = job->pair.s.words.len || o->input || o->env.len || o->file.len;
	if (o->test && words)
		return err_set(err,
					   "--test %s gives the input; leave out arguments, --stdin, --env and --file",
					   o->test);
	if (o->test && !check_world(o->test, err))
		return false;
	bool called = job->pair.o.entry || job->pair.o.call.len || job->result.library[OF_OLD];
	return called ? take_values(job, err) : take_given(job, err);
}

/* The values as the start of the search. */
static bool put_values(ExplainJob *job, Err *err)
{
	Inputs *in = &job->pair.s.inputs;
	const Shape *shape = &in->shapes.at[0];
	const char *test = job->o.test;
	if (!job->pair.o.entry && !job->values.words.len)
		return true; /* those that stand in the call, if any */
	if (!in->starts.len)
		inputs_add_start(in, 0, xcalloc(shape->parts.len + 1, sizeof(Buf)));
	char *files = test ? xasprintf("%s/files", test) : NULL;
	bool good = entry_values(in, shape, &job->values, files,
							 test                         ? test
							 : job->pair.s.prototype.name ? job->pair.s.prototype.name
														  : "--call",
							 in->starts.at[0].values, err);
	free(files);
	return good;
}

/* Finds the sources for experiments; returns false if the options contradict each other. */
static bool take_sources(ExplainJob *job, Err *err)
{
	const ExplainCommand *o = &job->o;
	SourceTrees given = {
		.root = {o->old_sources, o->new_sources}, .build = o->build, .program = o->program};
	job->from = (ExplainSources){.builds = o->builds >= 0 ? (u32)o->builds : BUILDS,
								 .jobs = (u32)o->jobs,
								 .unsafe = o->confirm_unsafe};
	return source_trees(&given, job->pair.s.operands.at[NEW], &job->from.trees, &job->given.arena,
						err);
}

/* Options that would do nothing are refused. */
static bool options_fit(const ExplainCommand *o, Err *err)
{
	/* git drift gives the sources whatever --builds says. */
	const OptNeed needs[] = {
		{o->jobs, "--jobs", o->builds, "versions that are built, not with --builds 0"},
		{o->confirm_unsafe, "--confirm-unsafe", o->builds,
		 "versions that are built, not with --builds 0"},
	};
	return options_needed(needs, countof(needs), err);
}

static bool begin(ExplainJob *job, Err *err)
{
	const ExplainCommand *o = &job->o;
	PairCommand *p = &job->pair.o;
	*p = (PairCommand){.assume = o->assume,
					   .entry = o->entry,
					   .call = o->call,
					   .bound = o->bound,
					   .depth = o->depth,
					   .native = o->native,
					   .clock = o->clock,
					   .limit_insns = o->limit_insns,
					   .limit_mem = o->limit_mem,
					   .fold = o->fold,
					   .no_fold = o->no_fold,
					   .no_cache = o->no_cache,
					   .no_snapshot = o->no_snapshot,
					   .no_compile = o->no_compile,
					   .solver_timeout = o->solver_timeout > 0 ? o->solver_timeout : SUSPECT,
					   .memory = o->memory,
					   .time = seconds_of(job),
					   .out = o->out,
					   .cflags = o->cflags,
					   .builds = -1,
					   .grow = -1};
	return options_fit(o, err) && take_number(job, err) && take_result(job, err) &&
		   (job->pair.s.operands.len == 2 ||
			err_set(err, "give two versions of a program, and its arguments after '--'; see 'drift "
						 "explain --help'")) &&
		   take_sources(job, err) && take_input(job, err) &&
		   pair_begin_filled(&job->pair, o->out != NULL, err) && put_values(job, err);
}

static bool choose_format(ExplainJob *job, Err *err)
{
	const ExplainCommand *o = &job->o;
	output_end(&job->output);
	return output_choose(&job->output, o->format, o->json, o->color, &o->strip_prefix, err);
}

/* The directory of --call is removed: the output must not mention it. */
static bool strip_scratch(ExplainJob *job, Err *err)
{
	const char *scratch = job->pair.s.scratch;
	for (int side = OLD; scratch && side <= NEW; side++) {
		char *dir = xasprintf("%s/%s", scratch, side == OLD ? "old" : "new");
		char *real = realpath(dir, NULL), *whole = xasprintf("%s/", real ? real : dir);
		vec_push(&job->o.strip_prefix, arena_strdup(&job->given.arena, whole));
		free(whole);
		free(real);
		free(dir);
	}
	return !scratch || choose_format(job, err);
}

static bool parse_what(const ExplainJob *job, ExplainConfig *c, Err *err)
{
	const char *by = job->o.by;
	if (by && strcmp(by, "output") && strcmp(by, "path"))
		return err_set(err, "--by '%s': must be output or path", by);
	c->by = by && !strcmp(by, "path") ? BY_PATH : BY_OUTPUT;
	const char *when = job->o.predicates;
	if (when && strcmp(when, "need") && strcmp(when, "always") && strcmp(when, "never"))
		return err_set(err, "--predicates '%s': must be need, always or never", when);
	c->predicates = !when || !strcmp(when, "need") ? PREDICATES_BY_NEED
					: !strcmp(when, "always")      ? PREDICATES_ALWAYS
												   : PREDICATES_NEVER;
	c->observe = OBSERVE_ALL;
	return !job->o.output || observe_parse(job->o.output, &c->observe, err);
}

static Result head_of(const ExplainJob *job)
{
	const PairJob *p = &job->pair;
	EntryBounds bounds = session_bounds(&p->s);
	Result r = {.command = "explain",
				.subjects = {{"old", p->s.operands.at[OLD], p->s.subject[OLD].given},
							 {"new", p->s.operands.at[NEW], p->s.subject[NEW].given}},
				.n_subjects = 2,
				.call = p->config.call,
				.entry = p->o.entry,
				.bound = p->o.entry ? bounds.bytes : 0,
				.depth = p->o.entry ? bounds.depth : 0,
				.name = p->s.name};
	return r;
}

/* For ExplainTask. */
static void print(void *ctx, Result *r)
{
	ExplainJob *job = ctx;
	if (r->ended == RESULT_RUNNING)
		output_write(&job->output, r, &job->o.strip_prefix);
	else
		output_report(&job->output, r, &job->o.strip_prefix,
					  verdict_status(r->verdict, (VerdictOptions){0}));
}

static int explain(ExplainJob *job, ExplainTask *task)
{
	Err err = {0};
	bool differs;
	/* Without --time builds are counted, not timed; Ctrl-C ends them too. */
	Budget building = {.stop = &session_stop, .end = job->o.time > 0 ? job->budget.end : 0};
	Between between;
	between_begin(&between, &job->pair, &task->from);
	task->from.budget = &building;
	session_catch_signals();
	bool good = explain_whole(task, &differs, &err);
	between_end(&between);
	if (!good)
		return complain(&err);
	return verdict_status(differs ? VERDICT_DIFFERENT : VERDICT_NO_DIFFERENCE, (VerdictOptions){0});
}

static int run(ExplainJob *job)
{
	Err err = {0};
	Session *s = &job->pair.s;
	double begun = now_seconds();
	job->budget = (Budget){
		.stop = &session_stop, .memory = session_memory(s), .end = session_until(seconds_of(job))};
	const Start *start = &s->inputs.starts.at[0];
	Assignment input;
	assignment_init(&input, s->inputs.pool);
	inputs_start(&s->inputs, start, &input);
	ExplainTask task = {
		.config = {.subject = {&s->subject[OLD], &s->subject[NEW]},
				   .entry = {.name = s->o.entry,
							 .type = &s->prototype,
							 .depth = session_bounds(s).depth},
				   .inputs = &s->inputs,
				   .shape = start->shape,
				   .start = &input,
				   .sources = {job->from.trees.root[OLD], job->from.trees.root[NEW]},
				   .ok = job->o.ok,
				   .z3_limit = session_z3_limit(s),
				   .budget = &job->budget},
		.from = job->from,
		.head = head_of(job),
		.dir = job->o.out,
		.by_and_by = job->output.text,
		.begin = begun,
		.ctx = job,
		.print = print};
	int status = parse_what(job, &task.config, &err) ? explain(job, &task) : complain(&err);
	assignment_free(&input);
	return status;
}

/* Sets the content of result.json until something is found. */
static bool watch(const ExplainJob *job, Err *err)
{
	const StrList *operands = &job->pair.s.operands;
	Result nothing = {.command = "explain",
					  .parts = RESULT_EXPLAINED,
					  .verdict = VERDICT_NOTHING_KNOWN,
					  .ended = RESULT_RUNNING,
					  .n_subjects = operands->len == 2 ? 2 : 0,
					  .dir = job->o.out};
	for (u32 i = 0; i < nothing.n_subjects; i++)
		nothing.subjects[i] = (ResultSubject){i ? "new" : "old", operands->at[i], job->o.cflags};
	return session_watch(&nothing, seconds_of(job),
						 verdict_status(nothing.verdict, (VerdictOptions){0}), err);
}

int cmd_explain(int argc, char **argv)
{
	ExplainJob job = {.o = {.time = -1, .builds = -1}};
	Err err = {0};
	Session *s = &job.pair.s;
	bool good =
		opt_parse(&explain_command_spec, &job.o, argc, argv, &s->operands, &s->words, &err) &&
		choose_format(&job, &err) && watch(&job, &err) && begin(&job, &err) &&
		strip_scratch(&job, &err);
	int status = good ? run(&job) : complain(&err);
	output_end(&job.output);
	pair_end(&job.pair);
	given_free(&job.given);
	shell_free(&job.values);
	replay_result_free(&job.result);
	vec_free(&job.o.env);
	vec_free(&job.o.file);
	vec_free(&job.o.strip_prefix);
	return status;
}
