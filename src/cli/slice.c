/* slice.c: drift slice: what a value at a line depends on. */
#include "cli/cmd.h"

#include "engine/explore/condition.h"
#include "clients/slice/slice.h"
#include "engine/input/world.h"

#define SLICE_OPTIONS(X)                                                                          \
	X(TEXT, at, 0, "at", "FILE:LINE", 0, 0, "the line whose values you ask about")                \
	X(TEXT, var, 0, "var", "NAME", 0, 0,                                                          \
	  "ask only about this variable on that line (default: everything on the line)")              \
	X(TEXT, input, 0, "stdin", "FILE", 0, 0, "use FILE as standard input (default: empty)")       \
	X(TEXT, name, 0, "name", "NAME", 0, 0, "name of the program, its argv[0]")                    \
	X(NUM, limit_insns, 0, "limit-insns", "N", 1, INT64_MAX,                                      \
	  "stop after N instructions (default 20M)")                                                  \
	CLOCK_OPTION(X)                                                                               \
	X(LIST, native, 0, "native", "FUNC", 0, 0,                                                    \
	  "call FUNC in the host's libraries if neither the program nor drift defines it. FUNC must " \
	  "have no side effects (may be repeated)")                                                   \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print the slices as JSON")                              \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                   \
	  "compiler options for the C sources, as one word: --cflags '-DN=3 -Iinclude'")              \
	CACHE_OPTION(X)

typedef struct SliceOptions {
	SLICE_OPTIONS(OPT_FIELD)
} SliceOptions;

#define OPT_STRUCT SliceOptions
static const OptSpec slice_specs[] = {SLICE_OPTIONS(OPT_ROW)};

const OptCommand slice_command_spec = {
	.name = "slice",
	.args = "PROG --at FILE:LINE -- ARG...",
	.summary =
		"Run a program on one input and print its source. Marks show the lines that a line, or a\n"
		"variable on that line, depends on:\n"
		"  d  dynamic slice: executed code that the value depends on\n"
		"  r  relevant slice: also decisions because of which other code did not run that could "
		"have\n"
		"     changed the value\n"
		"  s  static slice: also code that may influence the value in other runs",
	.example = "  drift slice examples/triangle.c --at triangle.c:23 -- 3 4 5",
	.specs = slice_specs,
	.n_specs = countof(slice_specs),
};

extern char **environ;

typedef struct SliceJob {
	SliceOptions o;
	StrList operands, words;
	char *criterion; /* FILE:LINE:VAR, or NULL */
	Program *program;
	Static *statics;
	Static *as_written; /* for the dynamic slice: calls return */
	TargetList targets;
	Slice slice;
	VEC(char *) argv;
	StrList native;
	Buf input;
} SliceJob;

/* The instructions that the slice begins at. */
static bool find_criterion(SliceJob *job, Err *err)
{
	const Program *p = job->program;
	if (!job->criterion)
		return target_lines(p, job->o.at, &job->targets, err);
	for (u32 i = 0; i < p->functions.len; i++)
		for (u32 k = 0; k < p->functions.at[i].n_ins; k++)
			if (p->functions.at[i].ins[k].op == I_OBSERVE)
				vec_push(&job->targets, ((Target){i, k}));
	return true;
}

static bool prepare(SliceJob *job, Err *err)
{
	const SliceOptions *o = &job->o;
	if (!o->at)
		return err_set(err, "slice where? give --at FILE:LINE");
	if (!cflags_fit(o->cflags, job->operands.at[0], err))
		return false;
	if (o->input && !file_read(o->input, &job->input, err))
		return false;
	if (o->var)
		job->criterion = xasprintf("%s:%s", o->at, o->var);
	const char *observe[] = {job->criterion};
	LoadOptions load = {.cflags = o->cflags,
						.observe = observe,
						.n_observe = job->criterion ? 1 : 0,
						.cache = !o->no_cache};
	job->program = program_load(job->operands.at[0], &load, err);
	if (!job->program || !find_criterion(job, err))
		return false;
	if (job->program->main == NO_OPERAND)
		return err_set(err, "%s: there is no 'main' to run", job->operands.at[0]);
	StaticOptions returns = {.no_points_to = true, .calls_return = true};
	job->statics = static_new(job->program, NULL);
	job->as_written = static_new(job->program, &returns);
	slice_init(&job->slice, job->program);
	vec_push(&job->argv, (char *)(o->name ? o->name : job->operands.at[0]));
	for (size_t i = 0; i < job->words.len; i++)
		vec_push(&job->argv, (char *)job->words.at[i]);
	vec_push(&job->argv, NULL);
	vec_append(&job->native, o->native.at, o->native.len);
	vec_push(&job->native, NULL);
	return true;
}

static bool run_slices(SliceJob *job, Err *err)
{
	const SliceOptions *o = &job->o;
	i64 clock;
	if (!world_clock(o->clock, &clock, err))
		return false;
	Subject subject = {.program = job->program,
					   .entry = NO_OPERAND,
					   .clock = clock,
					   .streams = OS_STREAM_CAPTURE,
					   .limit_insns = o->limit_insns ? (u64)o->limit_insns : SUBJECT_INSNS,
					   .native = job->native.at};
	for (int relevant = 0; relevant < 2; relevant++) {
		SliceRun run = {.subject = &subject,
						.argv = job->argv.at,
						.envp = environ,
						.input = &job->input,
						.observed = job->criterion,
						.relevant = relevant};
		RunResult result;
		bool executed;
		Static *st = relevant ? job->statics : job->as_written;
		if (!slice_run(&job->slice, st, &run, job->targets.at, job->targets.len, &result, &executed,
					   err))
			return false;
		if (result.outcome == RAN_UNSUPPORTED || result.outcome == RAN_LIMIT)
			fprintf(stderr, "drift: note: the run did not come to its end; the slices are of what "
							"was executed\n");
		if (!executed)
			return err_set(err, "%s was not executed in this run; give arguments that lead there",
						   o->at);
	}
	return true;
}

static bool slice(SliceJob *job, Err *err)
{
	if (!prepare(job, err) || !run_slices(job, err))
		return false;
	slice_static(&job->slice, job->statics, job->targets.at, job->targets.len);
	for (size_t i = 0; i < job->targets.len; i++)
		slice_mark(&job->slice, job->targets.at[i].function, job->targets.at[i].ins, IS_CRITERION);
	const char *const *notes;
	u32 n = static_notes(job->statics, &notes);
	for (u32 i = 0; i < n; i++)
		fprintf(stderr, "drift: note: %s\n", notes[i]);
	if (job->o.json) {
		char *text = slice_json(&job->slice, job->o.at, job->o.var);
		printf("%s\n", text);
		free(text);
	} else {
		slice_print(&job->slice, stdout);
	}
	return !fflush(stdout) || err_set(err, "cannot write the slices");
}

int cmd_slice(int argc, char **argv)
{
	SliceJob job = {0};
	Err err = {0};
	bool good = opt_parse(&slice_command_spec, &job.o, argc, argv, &job.operands, &job.words, &err);
	if (good && job.operands.len != 1)
		good = err_set(&err, job.operands.len ? "one program at a time; arguments go after '--'"
											  : "no program given; see 'drift slice --help'");
	good = good && slice(&job, &err);
	slice_free(&job.slice);
	static_free(job.statics);
	static_free(job.as_written);
	program_free(job.program);
	free(job.criterion);
	vec_free(&job.operands);
	vec_free(&job.words);
	vec_free(&job.targets);
	vec_free(&job.argv);
	vec_free(&job.native);
	vec_free(&job.o.native);
	buf_free(&job.input);
	return good ? EXIT_SAME : complain(&err);
}
