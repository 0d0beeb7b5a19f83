/* run.c: drift run: runs a program in the machine as if natively. */
#include "cli/cmd.h"

#include <cjson/cJSON.h>
#include <signal.h>

#include "engine/input/world.h"
#include "engine/load/program.h"
#include "versions/product/subject.h"

#define RUN_OPTIONS(X)                                                                            \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                                   \
	  "compiler options for the C sources, as one word: --cflags '-DN=3 -Iinclude'")              \
	X(TEXT, name, 0, "name", "NAME", 0, 0, "name of the program, its argv[0]")                    \
	X(TEXT, out, 'o', "output", "DIR", 0, 0, "save the files that the program writes in DIR")     \
	X(NUM, limit_insns, 0, "limit-insns", "N", 1, INT64_MAX,                                      \
	  "stop after N instructions (default: no limit)")                                            \
	X(NUM, limit_mem, 0, "limit-mem", "BYTES", 4096, INT64_MAX,                                   \
	  "stop if the program uses more than BYTES of memory (default 4G)")                          \
	X(SECS, limit_time, 0, "limit-time", "TIME", 0, 0,                                            \
	  "stop after TIME, such as 10s or 5m (default: no limit)")                                   \
	CLOCK_OPTION(X)                                                                               \
	X(LIST, native, 0, "native", "FUNC", 0, 0,                                                    \
	  "call FUNC in the host's libraries if neither the program nor drift defines it. FUNC must " \
	  "have no side effects (may be repeated)")                                                   \
	X(FLAG, fold, 0, "fold", NULL, 0, 0,                                                          \
	  "treat a && b and a || b as one branch, not two, if b has no side effects")                 \
	X(FLAG, no_compile, 0, "no-compile", NULL, 0, 0,                                              \
	  "interpret all functions; do not translate any to native code. This is slower; the result " \
	  "is "                                                                                       \
	  "the same")                                                                                 \
	X(FLAG, stats, 0, "stats", NULL, 0, 0,                                                        \
	  "print the number of instructions and the time on standard error")                          \
	X(FLAG, notes, 0, "notes", NULL, 0, 0,                                                        \
	  "print notes: uses of uninitialised values, and calls of host functions (see --native)")    \
	X(FLAG, json, 0, "json", NULL, 0, 0, "print how the run ended as JSON on standard error")     \
	X(NUM, repeat, 0, "repeat", "N", 1, INT64_MAX, "run the program N times, for measurements")   \
	X(TEXT, dump, 0, "dump", "FUNC", 0, 0,                                                        \
	  "print drift's instructions of FUNC (or 'all') instead of running")                         \
	CACHE_OPTION(X)

typedef struct RunOptions {
	RUN_OPTIONS(OPT_FIELD)
} RunOptions;

#define OPT_STRUCT RunOptions
static const OptSpec run_specs[] = {RUN_OPTIONS(OPT_ROW)};

const OptCommand run_command_spec = {
	.name = "run",
	.args = "PROG [ARG...]",
	.summary = "Run a program in drift's virtual machine. Output and exit status are those of a "
			   "native run,\n"
			   "unless drift finds an error. PROG is a .c file, a directory of .c files, bitcode "
			   "(.bc, .ll),\n"
			   "or a binary built by drift-cc. Files that the program writes stay in memory unless "
			   "-o saves\n"
			   "them.\n"
			   "\n"
			   "Exit status: the program's, or 128+n after signal n; 1 after a memory or "
			   "arithmetic error,\n"
			   "which drift reports; 2 if drift could not run the program to its end.",
	.example = "  drift run examples/wordcount.c < README.md\n"
			   "  drift run --stats --limit-time 10s ./src/prog --version",
	.specs = run_specs,
	.n_specs = countof(run_specs),
	.stop_at_operand = true,
};

extern char **environ;

static void print_notes(const Program *p, const RunResult *r)
{
	for (size_t i = 0; i < r->n_notes; i++) {
		const Note *n = &r->notes[i];
		Buf location = {0};
		program_location(p, n->loc, &location);
		fprintf(stderr, "drift: note: %s: %s: %s", location.at, n->kind, n->what);
		fprintf(stderr, n->count > 1 ? " (%llu times)\n" : "\n", (unsigned long long)n->count);
		buf_free(&location);
	}
}

static void print_stats(const RunResult *r, double seconds, i64 runs)
{
	double total = (double)r->instructions * (double)runs;
	u64 native = 0;
	Buf names = {0};
	for (size_t i = 0; i < r->n_notes; i++)
		if (!strcmp(r->notes[i].kind, "native")) {
			native += r->notes[i].count;
			buf_addf(&names, "%s%.*s", names.len ? ", " : "", (int)strcspn(r->notes[i].what, " "),
					 r->notes[i].what);
		}
	fprintf(stderr, "instructions: %llu\n", (unsigned long long)r->instructions);
	fprintf(stderr, "seconds: %.6f\n", seconds);
	fprintf(stderr, "instructions/s: %.0f\n", seconds > 0 ? total / seconds : 0);
	fprintf(stderr, "native calls: %llu%s%s%s\n", (unsigned long long)native, names.len ? " (" : "",
			buf_str(&names), names.len ? ")" : "");
	buf_free(&names);
}

/* How much of the runs was native code, if there was any. */
static void print_compiled(const NativeCode *code, u64 instructions)
{
	const TierStats *s = native_code_stats(code);
	if (!s->units)
		return;
	fprintf(stderr, "compiled: %.1f %% of the instructions, %llu units in %.3f s, %llu refused\n",
			instructions ? 100.0 * (double)s->compiled / (double)instructions : 0,
			(unsigned long long)s->units, s->compile_seconds, (unsigned long long)s->refused);
	for (u32 i = 0; machine_compile_reason(i); i++)
		if (s->left[i])
			fprintf(stderr, "left: %llu times: %s\n", (unsigned long long)s->left[i],
					machine_compile_reason(i));
}

static const char *outcome_name(Outcome o)
{
	static const char *const names[] = {"exit", "signal", "error", "limit", "unsupported"};
	return names[o];
}

/* Adds stats.compiled: the part of native code. */
static void add_compiled(cJSON *stats, const NativeCode *code)
{
	const TierStats *s = native_code_stats(code);
	if (!s->units)
		return;
	cJSON *compiled = cJSON_AddObjectToObject(stats, "compiled");
	cJSON_AddNumberToObject(compiled, "units", (double)s->units);
	cJSON_AddNumberToObject(compiled, "refused", (double)s->refused);
	cJSON_AddNumberToObject(compiled, "seconds", s->compile_seconds);
	cJSON_AddNumberToObject(compiled, "instructions", (double)s->compiled);
}

static void print_json(const Program *p, const NativeCode *code, const RunResult *r, double seconds)
{
	cJSON *root = cJSON_CreateObject(), *notes = cJSON_CreateArray(), *stats = cJSON_CreateObject();
	Buf location = {0};
	cJSON_AddStringToObject(root, "command", "run");
	cJSON_AddStringToObject(root, "verdict", outcome_name(r->outcome));
	cJSON_AddNumberToObject(root, "status", r->status);
	if (r->outcome == RAN_ERROR)
		cJSON_AddStringToObject(root, "error", error_kind_name(r->error));
	if (r->outcome > RAN_SIGNAL) {
		program_location(p, r->loc, &location);
		cJSON_AddStringToObject(root, "where", location.at);
		cJSON_AddStringToObject(root, "report", r->report);
	}
	cJSON_AddNumberToObject(stats, "seconds", seconds);
	cJSON_AddNumberToObject(stats, "instructions", (double)r->instructions);
	add_compiled(stats, code);
	cJSON_AddItemToObject(root, "stats", stats);
	for (size_t i = 0; i < r->n_notes; i++) {
		cJSON *n = cJSON_CreateObject();
		buf_reset(&location);
		program_location(p, r->notes[i].loc, &location);
		cJSON_AddStringToObject(n, "kind", r->notes[i].kind);
		cJSON_AddStringToObject(n, "what", r->notes[i].what);
		cJSON_AddStringToObject(n, "where", buf_str(&location));
		cJSON_AddNumberToObject(n, "count", (double)r->notes[i].count);
		cJSON_AddItemToArray(notes, n);
	}
	cJSON_AddItemToObject(root, "notes", notes);
	char *text = cJSON_Print(root);
	fprintf(stderr, "%s\n", text);
	free(text);
	cJSON_Delete(root);
	buf_free(&location);
}

static int exit_status(const RunResult *r)
{
	switch (r->outcome) {
	case RAN_EXIT: return r->status;
	case RAN_SIGNAL: return 128 + r->status;
	case RAN_ERROR: return EXIT_DIFFERENT;
	case RAN_LIMIT:
	case RAN_UNSUPPORTED: break;
	}
	return EXIT_TROUBLE;
}

static int dump(const Program *p, const char *name)
{
	u32 n = 0;
	for (size_t i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		if (f->kind == FN_EXTERN || (strcmp(name, "all") && strcmp(name, f->name)))
			continue;
		program_dump(p, f, stdout);
		n++;
	}
	if (n)
		return EXIT_SAME;
	Err err;
	err_set(&err, "the program has no function '%s'", name);
	return complain(&err);
}

static int run(Program *p, RunOptions *o, char **argv)
{
	Err err = {0};
	i64 clock;
	vec_push(&o->native, NULL); /* ends the list */
	if (!world_clock(o->clock, &clock, &err))
		return complain(&err);
	Subject subject = {.program = p,
					   .entry = NO_OPERAND,
					   .clock = clock,
					   .streams = OS_STREAM_HOST,
					   .limit_insns = (u64)o->limit_insns,
					   .limit_mem = (u64)o->limit_mem,
					   .limit_time = o->limit_time,
					   .compile = o->no_compile ? COMPILE_NONE : COMPILE_HOT,
					   .native_code = native_code_new(),
					   .native = o->native.at};
	MachineOptions options = {.purpose = MACHINE_PLAIN};
	Machine *m = subject_machine(&subject, &options, &err);
	if (!m) {
		native_code_free(subject.native_code);
		return complain(&err);
	}
	/* The subject gets its own SIGPIPE from the virtual OS. */
	signal(SIGPIPE, SIG_IGN);
	RunResult r;
	i64 runs = o->repeat ? o->repeat : 1;
	double begin = now_seconds();
	for (i64 i = 0; i < runs; i++) {
		if (i)
			machine_reset(m, NULL, NULL, 0);
		machine_run(m, argv, environ, &r);
	}
	double seconds = now_seconds() - begin;
	if (!o->json)
		fputs(r.report, stderr);
	if (o->json)
		print_json(p, subject.native_code, &r, seconds);
	else if (o->notes)
		print_notes(p, &r);
	if (o->stats)
		print_stats(&r, seconds, runs);
	if (o->stats)
		print_compiled(subject.native_code, r.instructions * (u64)runs);
	int status = exit_status(&r);
	if (o->out && !os_save(machine_os(m), o->out, &err))
		status = complain(&err);
	machine_free(m);
	native_code_free(subject.native_code);
	return status;
}

/* argv[0] of the subject: what the program would be called had it been built. */
static char *program_name(const char *file)
{
	static const char *const suffixes[] = {".c", ".bc", ".ll"};
	size_t n = strlen(file);
	for (size_t i = 0; i < countof(suffixes); i++) {
		size_t k = strlen(suffixes[i]);
		if (n > k && !strcmp(file + n - k, suffixes[i]))
			return xstrndup(file, n - k);
	}
	return xstrdup(file);
}

/* Options that would do nothing are refused. */
static bool options_fit(const RunOptions *o, const char *prog, Err *err)
{
	const char *runs = "runs; --dump prints instructions instead: leave one of both out";
	const OptNeed needs[] = {{o->name, "--name", !o->dump, runs},
							 {o->out, "--output", !o->dump, runs},
							 {o->limit_insns, "--limit-insns", !o->dump, runs},
							 {o->limit_mem, "--limit-mem", !o->dump, runs},
							 {o->limit_time > 0, "--limit-time", !o->dump, runs},
							 {o->native.len, "--native", !o->dump, runs},
							 {o->no_compile, "--no-compile", !o->dump, runs},
							 {o->stats, "--stats", !o->dump, runs},
							 {o->notes, "--notes", !o->dump, runs},
							 {o->json, "--json", !o->dump, runs},
							 {o->repeat, "--repeat", !o->dump, runs}};
	return options_needed(needs, countof(needs), err) && cflags_fit(o->cflags, prog, err);
}

int cmd_run(int argc, char **argv)
{
	RunOptions o = {0};
	StrList operands = {0};
	Err err = {0};
	if (!opt_parse(&run_command_spec, &o, argc, argv, &operands, NULL, &err))
		return complain(&err);
	if (!operands.len) {
		err_set(&err, "no program given; see 'drift run --help'");
		return complain(&err);
	}
	LoadOptions load = {.cflags = o.cflags, .fold = o.fold, .cache = !o.no_cache};
	Program *p =
		options_fit(&o, operands.at[0], &err) ? program_load(operands.at[0], &load, &err) : NULL;
	int status;
	vec_push(&operands, NULL);
	char *own_name = o.name ? xstrdup(o.name) : program_name(operands.at[0]);
	const char *file = operands.at[0];
	operands.at[0] = own_name;
	if (!p) {
		status = complain(&err);
	} else if (o.dump) {
		status = dump(p, o.dump);
	} else if (p->main == NO_OPERAND) {
		err_set(&err, "%s: no 'main'; a program needs one to run", file);
		status = complain(&err);
	} else {
		status = run(p, &o, (char **)(uintptr_t)operands.at);
	}
	program_free(p);
	free(own_name);
	vec_free(&operands);
	vec_free(&o.native);
	return status;
}
