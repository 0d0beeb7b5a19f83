/* replay_machine.c: drift replay in the machine. */
#include "cli/cmd.h"

#include <dirent.h>

#include "cli/pair.h"
#include "cli/replay.h"
#include "engine/input/entry.h"
#include "engine/explore/outcome.h"
#include "versions/product/subject.h"

/* A program, loaded for all tests that are of it. */
typedef struct Loaded {
	char *dir; /* of the result that named it */
	Subject subject;
	Machine *m;
	ExprPool *pool; /* for the call of one function, which is made as explore makes it */
	Inputs inputs;  /* likewise */
	Entry entry;    /* likewise */
} Loaded;

static void unload(Loaded *l)
{
	machine_free(l->m);
	subject_free(&l->subject);
	program_free(l->subject.program);
	inputs_free(&l->inputs);
	entry_free(&l->entry);
	if (l->pool)
		expr_pool_free(l->pool);
	free(l->dir);
	*l = (Loaded){.subject.entry = NO_OPERAND};
}

/* ---- loading ---- */

static bool prepare_entry(Loaded *l, const ReplayResult *of, const char *program, Err *err)
{
	bool harness = !of->entry;
	if (of->check.is)
		return err_set(
			err,
			"%s: tests of drift check call both versions with the parameters of both; run "
			"them with --native",
			of->dir);
	if (!entry_parse(harness ? HARNESS_PROTOTYPE : of->entry, &l->entry, err))
		return false;
	const Program *p = l->subject.program;
	for (u32 i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT &&
			!strcmp(p->functions.at[i].source_name, l->entry.name))
			l->subject.entry = i;
	l->subject.harness = harness;
	if (l->subject.entry == NO_OPERAND)
		return err_set(err, "%s: there is no function '%s'", program, l->entry.name);
	if (harness)
		inputs_harness(&l->inputs, of->bounds.bytes);
	else if (!inputs_entry(&l->inputs, &l->entry, p, of->bounds, err))
		return false;
	l->pool = expr_pool_new();
	inputs_bind(&l->inputs, l->pool);
	machine_set_pool(l->m, l->pool);
	return true;
}

/* Two versions have one __FILE__, as when they were compared. To be freed. */
static char *flags_of(const ReplayCommand *o, const ReplayResult *of, ReplayOf version,
					  const char *program)
{
	const char *flags = o->cflags ? o->cflags : of->cflags[version];
	if (version != OF_PROGRAM)
		return pair_flags(flags, program, of->program[OF_NEW] ? of->program[OF_NEW] : program);
	return flags ? xstrdup(flags) : NULL;
}

static bool load(Loaded *l, const ReplayCommand *o, const ReplayResult *of, ReplayOf version,
				 Err *err)
{
	const char *given[] = {o->program, o->old, o->new_version};
	const char *program = given[version] ? given[version] : of->program[version];
	if (l->dir && !strcmp(l->dir, of->dir))
		return true;
	unload(l);
	if (!program)
		return err_set(err, "%s/result.json names no program; use %s", of->dir,
					   version == OF_PROGRAM ? "--program" : "--old and --new");
	if (!cflags_fit(o->cflags, program, err))
		return false;
	Entry entry = {0};
	if (of->entry && !entry_parse(of->entry, &entry, err)) {
		entry_free(&entry);
		return false;
	}
	char *flags = flags_of(o, of, version, program);
	LoadOptions how = {
		.cflags = flags, .entry = entry.name, .undefined_ok = true, .cache = !o->no_cache};
	Subject *s = &l->subject;
	MachineOptions options = {.purpose = MACHINE_PLAIN};
	/* For two versions, the recorded behaviour of a run that reached a limit is its native one. */
	bool one = version == OF_PROGRAM;
	*s = (Subject){.version = program,
				   .entry = NO_OPERAND,
				   .streams = OS_STREAM_CAPTURE,
				   .clock = of->clock,
				   .limit_insns = one && of->limit_insns ? of->limit_insns : 1u << 30,
				   .limit_mem = one ? of->limit_mem : 0,
				   .native = of->native.at};
	s->program = program_load(program, &how, err);
	free(flags);
	entry_free(&entry);
	l->m = s->program ? subject_machine(s, &options, err) : NULL;
	bool good = l->m && ((!of->entry && s->program->main != NO_OPERAND) ||
						 prepare_entry(l, of, program, err));
	if (good)
		l->dir = xstrdup(of->dir);
	return good;
}

/* ---- programs with main ---- */

/* Puts all files below dir/files into the subject's working directory. */
static bool put_files(Machine *m, const char *dir, const char *below, Err *err)
{
	char *path = xasprintf("%s/files%s", dir, below);
	DIR *d = opendir(path);
	bool good = true;
	for (struct dirent *e; d && good && (e = readdir(d));) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		char *name = xasprintf("%s/%s", below, e->d_name),
			 *full = xasprintf("%s/%s", path, e->d_name);
		Buf bytes = {0};
		if (is_directory(full))
			good = put_files(m, dir, name, err);
		else
			good = file_read(full, &bytes, err) &&
				   os_put_file(machine_os(m), name + 1, buf_str(&bytes), NULL, bytes.len, err);
		buf_free(&bytes);
		free(name);
		free(full);
	}
	if (d)
		closedir(d);
	free(path);
	return good;
}

static bool run_main(Loaded *l, const ReplayTest *t, char *name, RunResult *result, Err *err)
{
	VEC(char *) argv = {0}, envp = {0};
	Buf input = {0};
	Err ignored;
	char *path = xasprintf("%s/stdin", t->dir);
	if (file_exists(path))
		file_read(path, &input, &ignored);
	free(path);
	machine_reset(l->m, input.at, NULL, input.len);
	WorldInput world = {.os = {.varied[WORLD_STDIN] = true, .input = t->kind}};
	machine_set_world(l->m, t->kind != OS_INPUT_FILE ? &world : NULL);
	vec_push(&argv, name);
	for (size_t i = 0; i < t->line.words.len; i++)
		vec_push(&argv, (char *)(uintptr_t)buf_str(&t->line.words.at[i]));
	vec_push(&argv, NULL);
	for (size_t i = 0; i < t->line.env.len; i++)
		vec_push(&envp, t->line.env.at[i].at);
	vec_push(&envp, NULL);
	bool good = put_files(l->m, t->dir, "", err);
	if (good)
		machine_run(l->m, argv.at, envp.at, result);
	vec_free(&argv);
	vec_free(&envp);
	buf_free(&input);
	return good;
}

/* ---- one function ---- */

static bool run_entry(Loaded *l, const ReplayTest *t, PathRun *run, Err *err)
{
	const Shape *shape = &l->inputs.shapes.at[0];
	if (t->kind != OS_INPUT_FILE)
		return err_set(
			err, "%s: with --entry, only native runs have other kinds of standard input (--native)",
			t->dir);
	Start start = {.values = xcalloc(shape->parts.len + 1, sizeof(Buf))};
	char *files = xasprintf("%s/files", t->dir), *cmd = xasprintf("%s/cmd", t->dir);
	bool good = entry_values(&l->inputs, shape, &t->line, files, cmd, start.values, err);
	if (good) {
		MachineRunner runner;
		Assignment a;
		subject_runner(&l->subject, l->m, &l->inputs, &runner);
		assignment_init(&a, l->pool);
		inputs_start(&l->inputs, &start, &a);
		machine_runner_run(&runner, 0, &a, run);
		machine_runner_free(&runner);
		assignment_free(&a);
	}
	for (size_t i = 0; i < shape->parts.len; i++)
		buf_free(&start.values[i]);
	free(start.values);
	free(files);
	free(cmd);
	return good;
}

/* ---- both ---- */

static bool run_one(ReplayRun *replay, const ReplayTest *t, Rerun *r, Err *err)
{
	Loaded *l = (Loaded *)replay->machine + t->of;
	const ReplayResult *of = &replay->result;
	PathRun run = {0};
	if (!load(l, replay->options, of, t->of, err))
		return false;
	const char *program = t->of != OF_PROGRAM        ? of->program[OF_NEW]
						  : replay->options->program ? replay->options->program
													 : of->program[OF_PROGRAM];
	char *name = test_program_name(program ? program : "program");
	bool good = l->subject.entry == NO_OPERAND ? run_main(l, t, name, &run.result, err)
											   : run_entry(l, t, &run, err);
	free(name);
	if (!good)
		return false;
	RunOutcome o = {0};
	outcome_take(&o, l->m, &run.result);
	outcome_status(l->subject.program, &run.result, &r->status);
	r->out = o.out;
	r->err = o.err;
	r->has_returned = run.value.returned;
	if (r->has_returned)
		entry_value_text(&l->entry.result, run.value.lo, &r->returned);
	return true;
}

int replay_machine(const ReplayCommand *o, char **argv, const ReplayList *tests)
{
	Loaded loaded[REPLAY_OFS];
	for (int i = 0; i < REPLAY_OFS; i++)
		loaded[i] = (Loaded){.subject.entry = NO_OPERAND};
	ReplayRun run = {.options = o, .machine = loaded, .run = run_one};
	(void)argv;
	int status = replay_all(&run, tests);
	for (int i = 0; i < REPLAY_OFS; i++)
		unload(&loaded[i]);
	return status;
}
