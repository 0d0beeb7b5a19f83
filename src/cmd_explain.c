/* cmd_explain.c: drift explain: which decisions and changes make NEW do something else. */
#include "cmd_between.h"
#include "input/given.h"
#include "native/replay.h"

enum {
	GROW = 4,    /* bytes that parts of the input may grow */
	BUILDS = 40, /* without --builds */
	RELATED = 3, /* of so many functions of versions one at least has a counterpart */
};
static const double SECONDS = 60;  /* without --time */
static const double SUSPECT = 0.1; /* seconds of solving, without --solver-timeout */

#define EXPLAIN_OPTIONS(X)                                                                       \
	X(GROUP, inputs, 0, NULL, NULL, 0, 0, "the input")                                           \
	X(TEXT, test, 0, "test", "DIR", 0, 0,                                                        \
	  "a test of drift test, which knows OLD and NEW too: DIR/tests/0003")                       \
	X(TEXT, input, 0, "stdin", "FILE", 0, 0, "standard input")                                   \
	X(LIST, env, 0, "env", "NAME=VALUE", 0, 0, "a variable; there are no others")                \
	X(LIST, file, 0, "file", "NAME=FILE", 0, 0, "a file in the working directory")               \
	X(TEXT, entry, 0, "entry", "FUNCTION", 0, 0,                                                 \
	  "one function instead of main: f, or 'int f(int n, char *s)'; its values follow --")       \
	X(LIST, call, 0, "call", "EXPR", 0, 0,                                                       \
	  "call a library instead of main: 'print(parse(@str:8=abc))'; values may follow --")        \
	X(NUM, bound, 0, "bound", "N", 1, 65536, "bytes of objects for its pointers (default 16)")   \
	X(NUM, depth, 0, "depth", "N", 1, 64,                                                        \
	  "pointers that are followed in its structs and from what it leaves (default 3)")           \
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
	X(NUM, jobs, 'j', "jobs", "N", 1, 256,                                                       \
	  "versions that are built and run at once (default: as many as there are processors)")      \
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
	.args = "OLD NEW [options] -- ARG...\n   or: drift explain --test DIR/tests/NNNN",
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
	PairJob pair;
	GivenInput given;    /* of a program with main */
	ShellLine values;    /* of a function or a call: what it is given */
	ReplayResult result; /* that --test is of */
	ExplainSources from;
	Told told;
	Budget budget;
	double begin;   /* of the explanation */
	Explanation *x; /* while it is looked for */
} ExplainJob;

static double seconds_of(const ExplainJob *job)
{
	return job->o.time >= 0 ? job->o.time : SECONDS;
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
		return err_set(err, "%s: is no test of drift: there is no cmd", o->test);
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
	if (!o->entry && !o->call.len) {
		p->entry = r->entry;
		p->bound = r->entry && !p->bound ? r->bounds.bytes : p->bound;
		p->depth = r->entry && !p->depth ? r->bounds.depth : p->depth;
		for (size_t i = 0; i < r->call.len; i++)
			vec_push(&p->call, r->call.at[i]);
	}
	return true;
}

/* What no run can be given. */
static bool check_world(const char *test, Err *err)
{
	char *path = xasprintf("%s/world", test);
	bool there = file_exists(path);
	free(path);
	return !there || err_set(err,
							 "%s needs answers of the world (--vary, --faults), which drift "
							 "explain cannot give",
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

/* What a function or a call is given: words, or those of a test. */
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
	for (size_t i = 0; i < from->len; i++)
		vec_push(to, from->at[i]);
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
					   "--test %s says what the input is: no arguments, --stdin, --env or --file",
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
	bool good = entry_values(shape, &job->values, files,
							 test                         ? test
							 : job->pair.s.prototype.name ? job->pair.s.prototype.name
														  : "--call",
							 in->starts.at[0].values, err);
	free(files);
	return good;
}

/* Where the sources for experiments are; false: the options do not go together. */
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
					   .limit_insns = o->limit_insns,
					   .limit_mem = o->limit_mem,
					   .fold = o->fold,
					   .no_fold = o->no_fold,
					   .no_cache = o->no_cache,
					   .no_snapshot = o->no_snapshot,
					   .solver_timeout = o->solver_timeout > 0 ? o->solver_timeout : SUSPECT,
					   .memory = o->memory,
					   .time = seconds_of(job),
					   .out = o->out,
					   .cflags = o->cflags,
					   .builds = -1};
	return take_result(job, err) &&
		   (job->pair.s.operands.len == 2 ||
			err_set(err, "two programs are compared; arguments go after '--'; see 'drift "
						 "explain --help'")) &&
		   take_sources(job, err) && take_input(job, err) &&
		   pair_begin_filled(&job->pair, o->out != NULL, err) && put_values(job, err);
}

static bool choose_format(ExplainJob *job, Err *err)
{
	const ExplainCommand *o = &job->o;
	told_end(&job->told);
	return told_choose(&job->told, o->format, o->json, o->color, &o->strip_prefix, err);
}

/* What --call made goes away: nobody is told where it was. */
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
	c->see = SEE_ALL;
	return !job->o.output || see_parse(job->o.output, &c->see, err);
}

static void fill_head(const ExplainJob *job, const Explanation *x, ResultVerdict verdict, Result *r)
{
	const PairJob *p = &job->pair;
	EntryBounds bounds = session_bounds(&p->s);
	*r = (Result){.command = "explain",
				  .parts = RESULT_EXPLAINED,
				  .verdict = verdict,
				  .subjects = {{"old", p->s.operands.at[OLD], p->s.subject[OLD].given},
							   {"new", p->s.operands.at[NEW], p->s.subject[NEW].given}},
				  .n_subjects = 2,
				  .call = p->config.call,
				  .entry = p->o.entry,
				  .bound = p->o.entry ? bounds.bytes : 0,
				  .depth = p->o.entry ? bounds.depth : 0,
				  .name = p->s.name,
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
	fill_head(job, x, RESULT_DIFFERENT, &r);
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

/* While suspects are looked for: what was found so far. */
static void on_tick(void *ctx)
{
	ExplainJob *job = ctx;
	Err ignored;
	if (job->o.out)
		tell_begun(job, job->x, EXPLAINED_BEGUN, &ignored);
}

static bool tell_all(ExplainJob *job, Explanation *x, Err *err)
{
	Result r;
	ResultExplained e;
	ResultFile file = {.dir = job->o.out};
	fill_head(job, x, RESULT_DIFFERENT, &r);
	explain_fill(x, &r, &e);
	e.told = job->told.text ? EXPLAINED_BEGUN : EXPLAINED_ALL;
	r.explained = &e;
	r.ended = explain_ended(x);
	r.exhaustive = !e.cut && !e.unknown && r.ended == RESULT_DONE;
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
	fill_head(job, x, RESULT_NONE, &r);
	result_note(&r, "same", why->text, result_nowhere, 1, false);
	bool good = !file.dir || (dir_make(file.dir, err) && result_save(&file, &r, err));
	if (good && job->told.text)
		printf("nothing to explain: %s\n", why->text);
	else if (good)
		told_write(&job->told, &r, &job->o.strip_prefix);
	result_free(&r);
	return good;
}

/* It ended before both runs did: result.json says so, and is none of a former search. */
static bool save_nothing(ExplainJob *job, Explanation *x, const Err *why, Err *err)
{
	Result r;
	ResultFile file = {.dir = job->o.out};
	if (!file.dir || explain_ended(x) == RESULT_DONE)
		return true;
	fill_head(job, x, RESULT_NOTHING_KNOWN, &r);
	r.ended = explain_ended(x);
	result_note(&r, "budget", why->text, result_nowhere, 1, true);
	bool good = dir_make(file.dir, err) && result_save(&file, &r, err);
	result_free(&r);
	return good;
}

static void blame(ExplainJob *job, Explanation *x)
{
	/* Without --time builds are counted, not timed; Ctrl-C ends them too. */
	Budget building = {.stop = &session_stop, .end = job->o.time > 0 ? job->budget.end : 0};
	Err err;
	char *scratch = job->from.builds ? temp_dir(&err) : NULL;
	Between between;
	between_begin(&between, &job->pair, &job->from);
	job->from.budget = &building;
	if (scratch)
		explain_blame(x, &job->from, scratch);
	between_end(&between);
	free(scratch);
}

/* The whole explanation, as far as it goes. */
static int explain(ExplainJob *job, Explanation *x)
{
	Err err = {0}, why = {0};
	bool same;
	if (!explain_look(x, &same, &why)) {
		if (!same)
			return save_nothing(job, x, &why, &err) ? complain(&why) : complain(&err);
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
static const ChangeMap *versions_of(const Session *s, const ChangeMap *map)
{
	const Program *old = s->subject[OLD].program, *new = s->subject[NEW].program;
	u32 matched[2];
	u32 n = count_own(old, map, SIDE_OLD, &matched[OLD]);
	u32 k = count_own(new, map, SIDE_NEW, &matched[NEW]);
	return RELATED * matched[OLD] >= n && RELATED * matched[NEW] >= k ? map : NULL;
}

static int run(ExplainJob *job)
{
	Err err = {0};
	Session *s = &job->pair.s;
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
	if (parse_what(job, &c, &err) &&
		(map = change_map(s->subject[OLD].program, s->subject[NEW].program, NULL, &err))) {
		c.map = versions_of(s, map);
		c.entry = (ExplainEntry){.name = s->o.entry,
								 .type = &s->prototype,
								 .depth = session_bounds(s).depth,
								 .map = map};
		c.tick = on_tick;
		c.tick_ctx = job;
		session_catch_signals();
		x = job->x = explain_new(&c, &err);
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
	const StrList *operands = &job->pair.s.operands;
	Result nothing = {.command = "explain",
					  .verdict = RESULT_NOTHING_KNOWN,
					  .ended = RESULT_RUNNING,
					  .n_subjects = operands->len == 2 ? 2 : 0,
					  .dir = job->o.out};
	for (u32 i = 0; i < nothing.n_subjects; i++)
		nothing.subjects[i] = (ResultSubject){i ? "new" : "old", operands->at[i], job->o.cflags};
	session_watch(&nothing, seconds_of(job), EXIT_TROUBLE);
	return true;
}

int cmd_explain(int argc, char **argv)
{
	ExplainJob job = {.o = {.time = -1, .builds = -1}};
	Err err = {0};
	Session *s = &job.pair.s;
	bool good =
		opt_parse(&explain_command_spec, &job.o, argc, argv, &s->operands, &s->words, &err) &&
		choose_format(&job, &err) && watch(&job) && begin(&job, &err) && strip_scratch(&job, &err);
	int status = good ? run(&job) : complain(&err);
	told_end(&job.told);
	pair_end(&job.pair);
	given_free(&job.given);
	shell_free(&job.values);
	replay_result_free(&job.result);
	vec_free(&job.o.env);
	vec_free(&job.o.file);
	vec_free(&job.o.strip_prefix);
	return status;
}
