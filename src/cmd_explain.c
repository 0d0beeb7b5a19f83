/* cmd_explain.c: drift explain: which decisions and changes make NEW do something else. */
#include "cmd_pair.h"

#include "explain/explain.h"
#include "input/given.h"
#include "input/shell.h"

enum {
	GROW = 4,    /* bytes that parts of the input may grow */
	BUILDS = 40, /* without --builds */
	RELATED = 3, /* of so many functions of versions one at least has a counterpart */
};
static const double SECONDS = 60;  /* without --time */
static const double SUSPECT = 0.1; /* seconds of solving, without --solver-timeout */

#define EXPLAIN_OPTIONS(X)                                                                       \
	X(GROUP, inputs, 0, NULL, NULL, 0, 0, "the input")                                           \
	X(TEXT, test, 0, "test", "DIR", 0, 0, "a test of drift test: DIR/tests/0003")                \
	X(TEXT, input, 0, "stdin", "FILE", 0, 0, "standard input")                                   \
	X(LIST, env, 0, "env", "NAME=VALUE", 0, 0, "a variable; there are no others")                \
	X(LIST, file, 0, "file", "NAME=FILE", 0, 0, "a file in the working directory")               \
	X(LIST, assume, 0, "assume", "EXPR", 0, 0,                                                   \
	  "what must stay true of inputs that are tried instead: arg1 > 0 && arg2[0] != '-'")        \
	X(GROUP, what, 0, NULL, NULL, 0, 0, "what is explained")                                     \
	X(TEXT, output, 0, "output", "WHAT", 0, 0,                                                   \
	  "a list of stdout, stderr, status and files that count (default: all of them)")            \
	X(TEXT, by, 0, "by", "KIND", 0, 0,                                                           \
	  "output (default): decisions that what differs depends on; or path: all decisions")        \
	X(TEXT, predicates, 0, "predicates", "WHEN", 0, 0,                                           \
	  "what holds of values (sign, null, equal) counts as decisions: need (default: when no "    \
	  "decision repairs it), always or never")                                                   \
	X(TEXT, ok, 0, "ok", "CMD", 0, 0,                                                            \
	  "an input passes when the shell command CMD ends with 0: it reads NEW's output and has "   \
	  "its exit status as $1 (default: when both do the same, or NEW no longer crashes)")        \
	X(GROUP, search, 0, NULL, NULL, 0, 0, "experiments and budget")                              \
	X(NUM, builds, 0, "builds", "N", 0, 10000,                                                   \
	  "versions between OLD and NEW that may be built (default 40; 0: none)")                    \
	SOURCE_TREE_OPTIONS(X)                                                                       \
	X(FLAG, confirm_unsafe, 0, "confirm-unsafe", NULL, 0, 0,                                     \
	  "run them even where there is no sandbox for them")                                        \
	X(SECS, time, 0, "time", "TIME", 0, 0, "stop after this time (default 60s; 0 = no limit)")   \
	X(NUM, memory, 0, "memory", "BYTES", 1, INT64_MAX, "stop when drift itself takes so much")   \
	X(SECS, solver_timeout, 0, "solver-timeout", "TIME", 0, 0,                                   \
	  "give up on one suspect after about this time (default 0.1s; counted in work, so results " \
	  "repeat)")                                                                                 \
	SESSION_LIMIT_OPTIONS(X)                                                                     \
	X(GROUP, results, 0, NULL, NULL, 0, 0, "results")                                            \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                                                        \
	  "directory for result.json and the inputs as tests (default: none is written)")            \
	FORMAT_OPTIONS(X)                                                                            \
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
	ExplainSources from;
	Told told;
	Budget budget;
	double begin; /* of the explanation */
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
							  .no_cache = o->no_cache,
							  .no_snapshot = o->no_snapshot,
							  .solver_timeout = o->solver_timeout > 0 ? o->solver_timeout : SUSPECT,
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
	const char *when = job->o.predicates;
	if (when && strcmp(when, "need") && strcmp(when, "always") && strcmp(when, "never"))
		return err_set(err, "--predicates '%s': must be need, always or never", when);
	c->predicates = !when || !strcmp(when, "need") ? PREDICATES_BY_NEED
					: !strcmp(when, "always")      ? PREDICATES_ALWAYS
												   : PREDICATES_NEVER;
	c->see = SEE_ALL;
	return !job->o.output || see_parse(job->o.output, &c->see, err);
}

/* Where the sources for experiments are; false: the options do not go together. */
static bool take_sources(ExplainJob *job, Err *err)
{
	const ExplainCommand *o = &job->o;
	SourceTrees given = {
		.root = {o->old_sources, o->new_sources}, .build = o->build, .program = o->program};
	job->from = (ExplainSources){.builds = o->builds >= 0 ? (u32)o->builds : BUILDS,
								 .unsafe = o->confirm_unsafe};
	return source_trees(&given, job->s.operands.at[NEW], &job->from.trees, &job->given.arena, err);
}

static ResultEnd end_of(const Budget *b)
{
	return b->stop && *b->stop                ? RESULT_STOPPED
		   : b->full                          ? RESULT_MEMORY
		   : b->end && now_seconds() > b->end ? RESULT_TIME
											  : RESULT_DONE;
}

static void fill_head(const ExplainJob *job, const Explanation *x, bool found, Result *r)
{
	const Session *s = &job->s;
	*r = (Result){.command = "explain",
				  .parts = RESULT_EXPLAINED,
				  .verdict = found ? RESULT_DIFFERENT : RESULT_NONE,
				  .subjects = {{"old", s->operands.at[OLD], job->o.cflags},
							   {"new", s->operands.at[NEW], job->o.cflags}},
				  .n_subjects = 2,
				  .name = s->name,
				  .dir = job->o.out};
	result_figure(r, "", "seconds", now_seconds() - job->begin);
	explain_figures(x, r);
}

/* What is known so far: for people what differs, and result.json. */
static bool tell_begun(ExplainJob *job, Explanation *x, ResultTelling told, Err *err)
{
	Result r;
	ResultExplained e;
	ResultFile file = {.dir = job->o.out};
	fill_head(job, x, true, &r);
	explain_fill(x, &r, &e);
	e.told = told;
	r.explained = &e;
	r.ended = RESULT_RUNNING;
	bool good = !file.dir || (dir_make(file.dir, err) && result_save(&file, &r, err));
	if (good && told == EXPLAINED_FIRST && job->told.text)
		told_write(&job->told, &r, &job->o.strip_prefix);
	result_free(&r);
	explained_free(&e);
	return good;
}

static bool tell_all(ExplainJob *job, Explanation *x, Err *err)
{
	Result r;
	ResultExplained e;
	ResultFile file = {.dir = job->o.out};
	fill_head(job, x, true, &r);
	explain_fill(x, &r, &e);
	e.told = job->told.text ? EXPLAINED_BEGUN : EXPLAINED_ALL;
	r.explained = &e;
	r.ended = end_of(&job->budget);
	r.exhaustive = !e.cut && !e.unknown;
	bool good = !file.dir || result_save(&file, &r, err);
	if (good)
		told_write(&job->told, &r, &job->o.strip_prefix);
	result_free(&r);
	explained_free(&e);
	return good;
}

/* Both do the same. */
static bool tell_same(ExplainJob *job, Explanation *x, const Err *why, Err *err)
{
	Result r;
	ResultFile file = {.dir = job->o.out};
	fill_head(job, x, false, &r);
	result_note(&r, "same", why->text, result_nowhere, 1, false);
	bool good = !file.dir || (dir_make(file.dir, err) && result_save(&file, &r, err));
	if (good && job->told.text)
		printf("nothing to explain: %s\n", why->text);
	else if (good)
		told_write(&job->told, &r, &job->o.strip_prefix);
	result_free(&r);
	return good;
}

static void blame(ExplainJob *job, Explanation *x)
{
	/* Without --time builds are counted, not timed; Ctrl-C ends them too. */
	Budget building = {.stop = &session_stop, .end = job->o.time > 0 ? job->budget.end : 0};
	Err err;
	char *scratch = job->from.builds ? temp_dir(&err) : NULL;
	job->from.budget = &building;
	if (scratch)
		explain_blame(x, &job->from, scratch);
	free(scratch);
}

/* The whole explanation, as far as it goes. */
static int explain(ExplainJob *job, Explanation *x)
{
	Err err = {0}, why = {0};
	bool same;
	if (!explain_look(x, &same, &why)) {
		if (!same)
			return complain(&why);
		return tell_same(job, x, &why, &err) ? EXIT_SAME : complain(&err);
	}
	if (!tell_begun(job, x, EXPLAINED_FIRST, &err))
		return complain(&err);
	explain_suspects(x);
	if ((job->o.out && !explain_tests(x, job->o.out, &err)) ||
		!tell_begun(job, x, EXPLAINED_BEGUN, &err))
		return complain(&err);
	blame(job, x);
	return tell_all(job, x, &err) ? EXIT_DIFFERENT : complain(&err);
}

/* Functions of a program, and how many of them have a counterpart in the other. */
static u32 count_own(const Program *p, const ChangeMap *map, Side side, u32 *matched)
{
	u32 n = 0;
	*matched = 0;
	for (u32 i = 0; i < p->functions.len; i++) {
		if (p->functions.at[i].kind != FN_SUBJECT || !p->functions.at[i].n_blocks)
			continue;
		n++;
		*matched += change_map_function(map, side, i) != NO_OPERAND;
	}
	return n;
}

/* What of OLD is what of NEW; NULL: they are two programs for one purpose, not versions of one. */
static ChangeMap *map_versions(const Session *s)
{
	Err unrelated;
	const Program *old = s->subject[OLD].program, *new = s->subject[NEW].program;
	ChangeMap *map = change_map(old, new, NULL, &unrelated);
	u32 matched[2];
	if (!map)
		return NULL;
	u32 n = count_own(old, map, SIDE_OLD, &matched[OLD]);
	u32 k = count_own(new, map, SIDE_NEW, &matched[NEW]);
	if (RELATED * matched[OLD] >= n && RELATED * matched[NEW] >= k)
		return map;
	change_map_free(map);
	return NULL;
}

static double seconds_of(const ExplainJob *job)
{
	return job->o.time >= 0 ? job->o.time : SECONDS;
}

static int run(ExplainJob *job)
{
	Err err = {0};
	Session *s = &job->s;
	job->begin = now_seconds();
	job->budget = (Budget){
		.stop = &session_stop, .memory = session_memory(s), .end = session_until(seconds_of(job))};
	const Start *start = &s->inputs.starts.at[0];
	Assignment input;
	assignment_init(&input, s->inputs.pool);
	inputs_start(&s->inputs, start, &input);
	ExplainConfig c = {.subject = {&s->subject[OLD], &s->subject[NEW]},
					   .inputs = &s->inputs,
					   .shape = start->shape,
					   .start = &input,
					   .sources = {job->from.trees.root[OLD], job->from.trees.root[NEW]},
					   .ok = job->o.ok,
					   .z3_limit = session_z3_limit(s),
					   .budget = &job->budget};
	Explanation *x = NULL;
	ChangeMap *map = NULL;
	if (parse_what(job, &c, &err)) {
		map = map_versions(s);
		c.map = map;
		session_catch_signals();
		x = explain_new(&c, &err);
	}
	int status = x ? explain(job, x) : complain(&err);
	explain_free(x);
	if (map)
		change_map_free(map);
	assignment_free(&input);
	return status;
}

/* What stands in result.json as long as nothing was found. */
static bool watch(const ExplainJob *job)
{
	Result nothing = {.command = "explain",
					  .verdict = RESULT_NONE,
					  .ended = RESULT_RUNNING,
					  .subjects = {{"old", job->s.operands.at[OLD], job->o.cflags},
								   {"new", job->s.operands.at[NEW], job->o.cflags}},
					  .n_subjects = 2,
					  .dir = job->o.out};
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
		told_choose(&job.told, job.o.format, job.o.json, job.o.color, &job.o.strip_prefix, &err) &&
		watch(&job) && take_sources(&job, &err) && begin(&job, &err);
	int status = good ? run(&job) : complain(&err);
	told_end(&job.told);
	session_end(&job.s);
	given_free(&job.given);
	free(job.cflags[OLD]);
	free(job.cflags[NEW]);
	vec_free(&job.o.env);
	vec_free(&job.o.file);
	vec_free(&job.o.strip_prefix);
	return status;
}
