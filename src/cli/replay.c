/* replay.c: drift replay: runs tests again, natively or in the machine.
 *
 * It is part of both programs. Native runs need neither LLVM nor Z3, so the front does them itself.
 * replay_machine is the engine's; in the front it starts the engine. */
#include "cli/cmd.h"

#include "cli/replay.h"

#define OPT_STRUCT ReplayCommand
static const OptSpec replay_specs[] = {REPLAY_OPTIONS(OPT_ROW)};

const OptCommand replay_command_spec = {
	.name = "replay",
	.args = "TEST...",
	.summary = "Run tests again and compare with what was recorded. Tests run in drift's machine "
			   "or, with\n"
			   "--native or --with, natively. TEST is DIR/tests/NUMBER, or DIR/tests for all "
			   "tests. A test of\n"
			   "'drift test' runs both versions.\n"
			   "\n"
			   "Exit status: 0 all as recorded, 1 at least one differs, 2 the command failed.",
	.example = "  drift replay drift-out/tests/0007\n"
			   "  drift replay --native --tap drift-out/tests\n"
			   "  drift replay --with ./prog-asan drift-out/tests/0007\n"
			   "  drift replay --native --old ./prog.1 --new ./prog.2 drift-out/tests",
	.specs = replay_specs,
	.n_specs = countof(replay_specs),
};

/* One line for a test. */
static int say(const ReplayCommand *o, size_t number, const ReplayTest *t, const Rerun *r)
{
	Buf why = {0};
	if (replay_lost(t, r)) {
		const char *status = buf_str(&r->status);
		if (o->tap)
			printf("ok %zu - %s%s # SKIP here %s\n", number, t->dir, replay_of(t->of), status);
		else
			printf("%s%s: unknown (in drift's machine: %s; try --native)\n", t->dir,
				   replay_of(t->of), status);
		return EXIT_SAME;
	}
	bool good = replay_judge(t, r, &why);
	if (!o->tap)
		printf("%s%s: %s (%s)\n", t->dir, replay_of(t->of), good ? "as recorded" : "DIFFERS",
			   buf_str(&why));
	else if (good)
		printf("ok %zu - %s%s\n", number, t->dir, replay_of(t->of));
	else
		printf("not ok %zu - %s%s: %s\n", number, t->dir, replay_of(t->of), buf_str(&why));
	buf_free(&why);
	return good ? EXIT_SAME : EXIT_DIFFERENT;
}

static void say_skipped(const ReplayCommand *o, size_t number, const ReplayTest *t)
{
	const char *status = buf_str(&t->status), *world = buf_str(&t->world);
	const char *of = replay_of(t->of);
	if (o->tap)
		printf("ok %zu - %s%s # SKIP %s%s\n", number, t->dir, of, *world ? "needs " : "",
			   *world ? world : status);
	else if (*world)
		printf("%s%s: not run (needs %s)\n", t->dir, of, world);
	else
		printf("%s%s: not run natively (recorded: %s)\n", t->dir, of, status);
}

/* In TAP, trouble with a test is its failure; the others still run. */
static int say_trouble(const ReplayCommand *o, size_t number, const ReplayItem *item,
					   const Err *err)
{
	if (o->tap)
		printf("not ok %zu - %s%s: %.*s\n", number, item->dir, replay_of(item->of),
			   (int)strcspn(err->text, "\n"), err->text);
	return complain(err);
}

static int replay_one(ReplayRun *run, size_t number, const ReplayItem *item)
{
	const ReplayCommand *o = run->options;
	Err err = {0};
	ReplayTest t;
	Rerun r = {0};
	int status;
	bool good = replay_read(&t, item, &err);
	if (good)
		replay_result(&run->result, item->dir);
	if (good && (t.world.len || (run->native && replay_cannot(&t)))) {
		say_skipped(o, number, &t);
		status = EXIT_SAME;
	} else {
		good = good && run->run(run, &t, &r, &err);
		status = good ? say(o, number, &t, &r) : say_trouble(o, number, item, &err);
	}
	replay_test_free(&t);
	rerun_free(&r);
	return status;
}

int replay_all(ReplayRun *run, const ReplayList *tests)
{
	int worst = EXIT_SAME;
	if (run->options->tap)
		printf("1..%zu\n", tests->len);
	for (size_t i = 0; i < tests->len; i++) {
		int status = replay_one(run, i + 1, &tests->at[i]);
		worst = status > worst ? status : worst;
		fflush(stdout);
	}
	replay_result_free(&run->result);
	return worst;
}

static bool run_native(ReplayRun *run, const ReplayTest *t, Rerun *r, Err *err)
{
	return native_replay(run->native, t, &run->result, r, err);
}

static int replay_natively(const ReplayCommand *o, const ReplayList *tests)
{
	NativeReplay native;
	Err err = {0};
	ReplayRun run = {.options = o, .native = &native, .run = run_native};
	const char *with[REPLAY_OFS] = {o->with, o->old, o->new_version};
	int status = native_begin(&native, with, &err) ? replay_all(&run, tests) : complain(&err);
	native_end(&native);
	return status;
}

/* Options for the machine do nothing in native runs. */
static bool options_fit(const ReplayCommand *o, Err *err)
{
	bool machine = !o->native && !o->with;
	const OptNeed needs[] = {
		{o->program, "--program", machine,
		 "runs in the machine; --with BINARY names a native program"},
		{o->cflags, "--cflags", machine,
		 "runs in the machine; DIR/native/build.sh has the options of native programs"},
		{o->no_cache, "--no-cache", machine, "runs in the machine, not with --native or --with"}};
	return options_needed(needs, countof(needs), err);
}

/* Options for one program and options for two are not mixed up. */
static bool check_versions(const ReplayCommand *o, const ReplayList *tests, Err *err)
{
	for (size_t i = 0; i < tests->len; i++) {
		bool two = tests->at[i].of != OF_PROGRAM;
		if (two && (o->with || o->program || o->cflags))
			return err_set(err,
						   "%s: %s is a test of two versions; give programs with --old and --new, "
						   "which are binaries with --native",
						   o->with      ? "--with"
						   : o->program ? "--program"
										: "--cflags",
						   tests->at[i].dir);
		if (!two && (o->old || o->new_version))
			return err_set(err, "%s: %s is a test of one program; give it with --with or --program",
						   o->old ? "--old" : "--new", tests->at[i].dir);
	}
	return true;
}

int cmd_replay(int argc, char **argv)
{
	ReplayCommand o = {0};
	StrList operands = {0};
	ReplayList tests = {0};
	Err err = {0};
	bool good = opt_parse(&replay_command_spec, &o, argc, argv, &operands, NULL, &err);
	if (good && !operands.len)
		good = err_set(&err, "no test given; see 'drift replay --help'");
	for (size_t i = 0; good && i < operands.len; i++)
		good = replay_find(operands.at[i], &tests, &err);
	good = good && options_fit(&o, &err) && check_versions(&o, &tests, &err);
	int status = !good                ? complain(&err)
				 : o.native || o.with ? replay_natively(&o, &tests)
									  : replay_machine(&o, argv, &tests);
	replay_list_free(&tests);
	vec_free(&operands);
	return status;
}
