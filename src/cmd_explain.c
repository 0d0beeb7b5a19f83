/* cmd_explain.c: drift explain: which decisions and changes make NEW do something else. */
#include "cmd_pair.h"

#include "explain/explain.h"
#include "input/given.h"
#include "input/shell.h"

enum { GROW = 4, BUILDS = 40 };   /* bytes that parts of the input may grow; without --builds */
static const double SECONDS = 60; /* without --time */

#define EXPLAIN_OPTIONS(X)                                                                     \
	X(GROUP, inputs, 0, NULL, NULL, 0, 0, "the input")                                         \
	X(TEXT, test, 0, "test", "DIR", 0, 0, "a test of drift test: DIR/tests/0003")              \
	X(TEXT, input, 0, "stdin", "FILE", 0, 0, "standard input")                                 \
	X(LIST, env, 0, "env", "NAME=VALUE", 0, 0, "a variable; there are no others")              \
	X(LIST, file, 0, "file", "NAME=FILE", 0, 0, "a file in the working directory")             \
	X(LIST, assume, 0, "assume", "EXPR", 0, 0,                                                 \
	  "what must stay true of inputs that are tried instead: arg1 > 0 && arg2[0] != '-'")      \
	X(GROUP, what, 0, NULL, NULL, 0, 0, "what is explained")                                   \
	X(TEXT, output, 0, "output", "WHAT", 0, 0,                                                 \
	  "a list of stdout, stderr, status and files that count (default: all of them)")          \
	X(TEXT, by, 0, "by", "KIND", 0, 0,                                                         \
	  "output (default): decisions that what differs depends on; or path: all decisions")      \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "experiments and budget")                            \
	X(NUM, builds, 0, "builds", "N", 0, 10000,                                                 \
	  "versions between OLD and NEW that may be built (default 40; 0: none)")                  \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                                   \
	  "run them even where there is no sandbox for them")                                      \
	X(SECS, time, 0, "time", "TIME", 0, 0, "stop after this time (default 60s; 0 = no limit)") \
	X(NUM, memory, 0, "memory", "BYTES", 1, INT64_MAX, "stop when drift itself takes so much") \
	X(SECS, solver_timeout, 0, "solver-timeout", "TIME", 0, 0,                                 \
	  "give up on one query after about this time (counted in work, so results repeat)")       \
	SESSION_LIMIT_OPTIONS(X)                                                                   \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0, "compiler options for sources, as one word")

typedef struct ExplainCommand {
	EXPLAIN_OPTIONS(OPT_FIELD)
} ExplainCommand;

#define OPT_STRUCT ExplainCommand
static const OptSpec explain_specs[] = {EXPLAIN_OPTIONS(OPT_ROW)};

const OptCommand explain_command_spec = {
	.name = "explain",
	.args = "OLD NEW [options] -- ARG...",
	.summary =
		"Say why NEW does something else than OLD on one input: what differs, which edits between\n"
		"the sources are to blame (versions with some of them are built and run), which decisions\n"
		"and values are suspects, and the nearest input on which both do the same. OLD and NEW "
		"are\n"
		"as for 'drift test'; they may be two programs for one purpose. Exit status 0: both do "
		"the\n"
		"same on this input, 1: they differ, 2: trouble.",
	.example = "  drift explain old.c new.c -- 'GOT /index.html'\n"
			   "  drift explain old.c new.c --test drift-out/tests/0001",
	.specs = explain_specs,
	.n_specs = countof(explain_specs),
};

typedef struct ExplainJob {
	ExplainCommand o;
	Session s;
	GivenInput given;
	char *cflags[2];
} ExplainJob;

static bool take_input(ExplainJob *job, Err *err)
{
	Session *s = &job->s;
	InputWords from = {&s->words, job->o.input, &job->o.env, &job->o.file};
	bool words = s->words.len || job->o.input || job->o.env.len || job->o.file.len;
	if (job->o.test && words)
		return err_set(err,
					   "--test %s says what the input is: no arguments, --stdin, --env or --file",
					   job->o.test);
	return job->o.test ? given_test(&job->given, job->o.test, GROW, err)
					   : given_words(&job->given, &from, GROW, err);
}

static void copy_list(const StrList *from, StrList *to)
{
	to->len = 0;
	for (size_t i = 0; i < from->len; i++)
		vec_push(to, from->at[i]);
}

static bool begin(ExplainJob *job, Err *err)
{
	Session *s = &job->s;
	const ExplainCommand *o = &job->o;
	SessionOptions options = {.assume = o->assume,
							  .native = o->native,
							  .limit_insns = o->limit_insns,
							  .limit_mem = o->limit_mem,
							  .fold = o->fold && !o->no_fold,
							  .solver_timeout = o->solver_timeout,
							  .memory = o->memory};
	if (!take_input(job, err) || !session_begin(s, options, err))
		return false;
	copy_list(&job->given.words, &s->words);
	copy_list(&job->given.env, &s->o.env);
	copy_list(&job->given.files, &s->o.file);
	s->o.input = job->given.input;
	s->name = test_program_name(s->operands.at[NEW]);
	for (int side = OLD; side <= NEW; side++) {
		const char *prog = s->operands.at[side];
		job->cflags[side] = pair_flags(o->cflags, prog, s->operands.at[NEW]);
		if (!session_load(s, prog, (LoadOptions){.cflags = job->cflags[side]}, err))
			return false;
		if (s->subject[side].program->main == NO_OPERAND)
			return err_set(err, "%s: there is no 'main'", prog);
	}
	return session_main_inputs(s, err) && session_bind(s, err);
}

static bool parse_what(const ExplainJob *job, ExplainConfig *c, Err *err)
{
	const char *by = job->o.by;
	if (by && strcmp(by, "output") && strcmp(by, "path"))
		return err_set(err, "--by '%s': must be output or path", by);
	c->by = by && !strcmp(by, "path") ? BY_PATH : BY_OUTPUT;
	c->see = SEE_ALL;
	return !job->o.output || see_parse(job->o.output, &c->see, err);
}

/* The whole explanation, as far as it goes. */
static int explain(ExplainJob *job, Explanation *x)
{
	Err err = {0};
	u32 builds = job->o.builds >= 0 ? (u32)job->o.builds : BUILDS;
	if (!explain_look(x)) {
		explain_print(x, stdout);
		return explain_trouble(x) == EXPLAIN_SAME ? EXIT_SAME : EXIT_TROUBLE;
	}
	explain_suspects(x);
	char *scratch = builds ? temp_dir(&err) : NULL;
	if (scratch)
		explain_blame(x, scratch, builds, job->o.confirm_unsafe);
	free(scratch);
	explain_print(x, stdout);
	return EXIT_DIFFERENT;
}

static double seconds_of(const ExplainJob *job)
{
	return job->o.time >= 0 ? job->o.time : SECONDS;
}

static int run(ExplainJob *job)
{
	Err err = {0}, unrelated = {0};
	Session *s = &job->s;
	Budget budget = {
		.stop = &session_stop, .memory = session_memory(s), .end = session_until(seconds_of(job))};
	ExplainConfig c = {.subject = {&s->subject[OLD], &s->subject[NEW]},
					   .inputs = &s->inputs,
					   .z3_limit = session_z3_limit(s),
					   .budget = &budget};
	if (!parse_what(job, &c, &err))
		return complain(&err);
	/* Two programs that are no versions of each other have none. */
	ChangeMap *map = change_map(s->subject[OLD].program, s->subject[NEW].program, NULL, &unrelated);
	c.map = map;
	session_catch_signals();
	Explanation *x = explain_new(&c, &err);
	int status = x ? explain(job, x) : complain(&err);
	explain_free(x);
	if (map)
		change_map_free(map);
	return status;
}

/* Explanations are printed at the end, and written nowhere. */
static bool watch(const ExplainJob *job)
{
	Result nothing = {.command = "explain", .verdict = RESULT_NONE, .ended = RESULT_RUNNING};
	session_watch(&nothing, seconds_of(job), EXIT_TROUBLE);
	return true;
}

int cmd_explain(int argc, char **argv)
{
	ExplainJob job = {.o = {.time = -1, .builds = -1}};
	Err err = {0};
	bool good =
		opt_parse(&explain_command_spec, &job.o, argc, argv, &job.s.operands, &job.s.words, &err) &&
		(job.s.operands.len == 2 ||
		 err_set(&err, "two programs are compared; arguments go after '--'; see 'drift "
					   "explain --help'")) &&
		watch(&job) && begin(&job, &err);
	int status = good ? run(&job) : complain(&err);
	session_end(&job.s);
	given_free(&job.given);
	free(job.cflags[OLD]);
	free(job.cflags[NEW]);
	vec_free(&job.o.env);
	vec_free(&job.o.file);
	return status;
}
