/* cmd_replay.c: drift replay: a test again, natively or in the machine. */
#include "cmd.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <sys/wait.h>

#include "explore/shell.h"
#include "report/report.h"

#define REPLAY_OPTIONS(X)                                                                  \
	X(TEXT, with, 0, "with", "BINARY", 0, 0, "run BINARY natively instead of the machine") \
	X(TEXT, program, 0, "program", "PROG", 0, 0,                                           \
	  "the program, when it is no longer where result.json says")                          \
	X(TEXT, cflags, 0, "cflags", "FLAGS", 0, 0,                                            \
	  "compiler options for sources (default: as recorded)")

typedef struct ReplayCommand {
	REPLAY_OPTIONS(OPT_FIELD)
} ReplayCommand;

#define OPT_STRUCT ReplayCommand
static const OptSpec replay_specs[] = {REPLAY_OPTIONS(OPT_ROW)};

const OptCommand replay_command_spec = {
	.name = "replay",
	.args = "DIR/tests/NUMBER...",
	.summary =
		"Run tests again and say whether the outcome is as recorded: in drift's machine, or\n"
		"natively with --with. Exit status 0: as recorded, 1: not, 2: trouble.",
	.example = "  drift replay drift-out/tests/0007\n"
			   "  drift replay --with ./prog-asan drift-out/tests/0007",
	.specs = replay_specs,
	.n_specs = countof(replay_specs),
};

/* What a test directory says. */
typedef struct Test {
	const char *dir;
	Buf cmd, out, err, status; /* the files; status without newline */
	ShellLine line;            /* cmd, read */
	char *program;             /* from result.json, or the option */
	char *cflags;
	char *name; /* argv[0] */
} Test;

/* How the new run ended. */
typedef struct Rerun {
	Buf out, err, status;
	bool native;
} Rerun;

static bool read_part(const Test *t, const char *name, Buf *to, Err *err)
{
	char *path = xasprintf("%s/%s", t->dir, name);
	bool good = file_read(path, to, err);
	free(path);
	return good;
}

static char *json_text(const cJSON *root, const char *key)
{
	const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, key));
	return text ? xstrdup(text) : NULL;
}

/* Program and compiler options: from the options, else from the result the test belongs to. */
static bool read_result(Test *t, const ReplayCommand *o, Err *err)
{
	Buf text = {0};
	Err ignored;
	cJSON *root = NULL;
	if (read_part(t, "../../result.json", &text, &ignored))
		root = cJSON_Parse(buf_str(&text));
	t->program = o->program ? xstrdup(o->program) : json_text(root, "program");
	t->cflags = o->cflags ? xstrdup(o->cflags) : json_text(root, "cflags");
	cJSON_Delete(root);
	buf_free(&text);
	if (!t->program && o->with)
		t->program = xstrdup(o->with);
	if (!t->program)
		return err_set(err, "%s/../../result.json names no program; use --program", t->dir);
	t->name = test_program_name(t->program);
	return true;
}

static bool read_test(Test *t, const ReplayCommand *o, Err *err)
{
	Err why = {0};
	if (!read_part(t, "cmd", &t->cmd, err) || !read_part(t, "out", &t->out, err) ||
		!read_part(t, "err", &t->err, err) || !read_part(t, "status", &t->status, err))
		return false;
	while (t->status.len && t->status.at[t->status.len - 1] == '\n')
		t->status.at[--t->status.len] = 0;
	if (!shell_parse(buf_str(&t->cmd), &t->line, &why))
		return err_set(err, "%s/cmd: %s", t->dir, why.text);
	if (!t->line.program)
		return err_set(err, "%s/cmd: the call of one function (--entry) cannot be replayed",
					   t->dir);
	return read_result(t, o, err);
}

static void test_free(Test *t)
{
	buf_free(&t->cmd);
	buf_free(&t->out);
	buf_free(&t->err);
	buf_free(&t->status);
	shell_free(&t->line);
	free(t->program);
	free(t->cflags);
	free(t->name);
}

/* ---- natively ---- */

static bool run_native(const Test *t, const char *binary, Rerun *r, Err *err)
{
	static const char script[] =
		"cp -R \"$1\" \"$2/test\" && cd \"$2/test\" && ln -s \"$3\" \"./$4\" || exit 125\n"
		"[ ! -d files ] || ln -s \"$3\" \"files/$4\"\n"
		"PROG=./$4\nexport PROG\n"
		"if command -v timeout >/dev/null 2>&1; then exec timeout 20 sh ./cmd; fi\n"
		"exec sh ./cmd\n";
	char *full = realpath(binary, NULL);
	if (!full)
		return err_set(err, "%s: %s", binary, strerror(errno));
	char *dir = temp_dir(err);
	if (!dir) {
		free(full);
		return false;
	}
	const char *slash = strrchr(t->name, '/');
	char *argv[] = {(char *)(uintptr_t) "sh",
					(char *)(uintptr_t) "-c",
					(char *)(uintptr_t)script,
					(char *)(uintptr_t) "sh",
					(char *)(uintptr_t)t->dir,
					dir,
					full,
					(char *)(uintptr_t)(slash ? slash + 1 : t->name),
					NULL};
	int status;
	bool good = run_command(argv, &r->out, &r->err, &status, err);
	if (good)
		buf_addf(&r->status, "%d",
				 WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	r->native = true;
	Err ignored;
	tree_remove(dir, &ignored);
	free(dir);
	free(full);
	return good;
}

/* ---- in the machine ---- */

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

static void run_main(Machine *m, const Test *t, RunResult *result)
{
	VEC(char *) argv = {0}, envp = {0};
	vec_push(&argv, t->name);
	for (size_t i = 0; i < t->line.words.len; i++)
		vec_push(&argv, (char *)(uintptr_t)buf_str(&t->line.words.at[i]));
	vec_push(&argv, NULL);
	for (size_t i = 0; i < t->line.env.len; i++)
		vec_push(&envp, t->line.env.at[i].at);
	vec_push(&envp, NULL);
	machine_run(m, argv.at, envp.at, result);
	vec_free(&argv);
	vec_free(&envp);
}

/* A harness gets the contents of its one file. */
static bool run_harness(Machine *m, const Program *p, const Test *t, RunResult *result, Err *err)
{
	u32 function;
	Buf bytes = {0};
	if (!strmap_get(&p->by_name, "LLVMFuzzerTestOneInput", &function))
		return err_set(err, "%s: neither 'main' nor 'LLVMFuzzerTestOneInput'", t->program);
	if (!read_part(t, "files/input1", &bytes, err))
		return false;
	EntryArg args[] = {{.lo = machine_make_object(m, buf_str(&bytes), NULL, (u32)bytes.len)},
					   {.lo = bytes.len}};
	machine_run_entry(m, function, args, countof(args), result, NULL, NULL);
	buf_free(&bytes);
	return true;
}

static bool run_machine(const Test *t, const Program *p, Machine *m, Rerun *r, Err *err)
{
	Buf input = {0};
	RunResult result;
	Err ignored;
	read_part(t, "stdin", &input, &ignored);
	machine_reset(m, input.at, NULL, input.len);
	bool good = put_files(m, t->dir, "", err);
	if (good && p->main != NO_OPERAND)
		run_main(m, t, &result);
	else if (good)
		good = run_harness(m, p, t, &result, err);
	if (good) {
		RunOutcome o = {0};
		outcome_take(&o, m, &result);
		outcome_status(p, &result, &r->status);
		r->out = o.out;
		r->err = o.err;
	}
	buf_free(&input);
	return good;
}

static bool load_and_run(const Test *t, Rerun *r, Err *err)
{
	LoadOptions load = {.cflags = t->cflags};
	Program *p = program_load(t->program, &load, err);
	if (!p)
		return false;
	MachineConfig config = {
		.os = {.in = OS_STREAM_CAPTURE, .out = OS_STREAM_CAPTURE, .err = OS_STREAM_CAPTURE},
		.limit_insns = 1u << 30};
	Machine *m = machine_new(p, &config, err);
	bool good = m && run_machine(t, p, m, r, err);
	machine_free(m);
	program_free(p);
	return good;
}

/* ---- verdict ---- */

static bool same(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

/* A recorded error shows natively as a sanitizer's report or as death by signal. */
static bool shows_error(const Rerun *r)
{
	return atoi(buf_str(&r->status)) > 128 || strstr(buf_str(&r->err), "Sanitizer") ||
		   strstr(buf_str(&r->err), "runtime error");
}

static bool judge(const Test *t, const Rerun *r)
{
	const char *recorded = buf_str(&t->status), *status = buf_str(&r->status);
	if (r->native && !strncmp(recorded, "error", 5)) {
		bool shown = shows_error(r);
		printf("%s: %s (%s; natively %s)\n", t->dir, shown ? "as recorded" : "DIFFERS", recorded,
			   shown ? "an error, too" : "no error: is it built with -fsanitize=address?");
		return shown;
	}
	if (!same(&t->status, &r->status)) {
		printf("%s: DIFFERS: status %s, recorded %s\n", t->dir, status, recorded);
		return false;
	}
	if (!same(&t->out, &r->out) || (!r->native && !same(&t->err, &r->err))) {
		printf("%s: DIFFERS: other %s\n", t->dir,
			   same(&t->out, &r->out) ? "messages on standard error" : "output");
		return false;
	}
	printf("%s: as recorded (status %s)\n", t->dir, status);
	return true;
}

static int replay(const char *dir, const ReplayCommand *o)
{
	Err err = {0};
	Test t = {.dir = dir};
	Rerun r = {0};
	bool good = read_test(&t, o, &err) &&
				(o->with ? run_native(&t, o->with, &r, &err) : load_and_run(&t, &r, &err));
	int status = !good ? complain(&err) : judge(&t, &r) ? EXIT_SAME : EXIT_DIFFERENT;
	test_free(&t);
	buf_free(&r.out);
	buf_free(&r.err);
	buf_free(&r.status);
	return status;
}

int cmd_replay(int argc, char **argv)
{
	ReplayCommand o = {0};
	StrList operands = {0};
	Err err = {0};
	if (!opt_parse(&replay_command_spec, &o, argc, argv, &operands, NULL, &err))
		return complain(&err);
	int worst = EXIT_SAME;
	if (!operands.len) {
		err_set(&err, "no test given; see 'drift replay --help'");
		worst = complain(&err);
	}
	for (size_t i = 0; i < operands.len; i++) {
		int status = replay(operands.at[i], &o);
		worst = status > worst ? status : worst;
	}
	vec_free(&operands);
	return worst;
}
