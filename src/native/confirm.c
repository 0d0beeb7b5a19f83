/* confirm.c: builds both versions natively and compares what they do. */
#include "native/confirm.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/ccline.h"
#include "base/jobs.h"
#include "load/input.h"
#include "load/program.h"
#include "os/os.h"
#include "test/see.h"

static const double SECONDS = 5;      /* a native run may take */
static const double HANG_SECONDS = 2; /* when one of them is thought not to end */
static const u64 MEMORY = 2ull << 30; /* bytes of address space, without sanitizers */
enum { SANITIZER_STATUS = 86 };       /* exit status of a program that a sanitizer ended */
/* Of files that are copied from the working directory. */
static const u64 FOUND_BYTES = 64 << 20;
static const u32 FOUND_NAMES = 10000;

/* Builds of a version. */
typedef enum Flavour { PLAIN, SANITIZED, ZEROED, PATTERNED, N_FLAVOURS } Flavour;

typedef struct Build {
	char *path; /* of the program, absolute; NULL: not built yet */
	bool failed;
} Build;

struct Confirmer {
	ConfirmConfig config;
	char *scratch; /* absolute */
	Build build[2][N_FLAVOURS];
	bool sourceless[2]; /* what was built came from bitcode */
	Err trouble;        /* of a build that failed */
	u32 runs;
	u32 failures;      /* builds that failed */
	NativeRun seen[2]; /* the latest without sanitizers */
	bool saw[2];       /* there was one */
};

Confirmer *confirmer_new(const ConfirmConfig *config)
{
	Confirmer *c = xcalloc(1, sizeof *c);
	c->config = *config;
	return c;
}

void confirmer_free(Confirmer *c)
{
	Err ignored;
	if (!c)
		return;
	for (int side = 0; side < 2; side++)
		for (int f = 0; f < N_FLAVOURS; f++)
			free(c->build[side][f].path);
	if (c->scratch)
		tree_remove(c->scratch, &ignored);
	free(c->scratch);
	native_run_free(&c->seen[0]);
	native_run_free(&c->seen[1]);
	free(c);
}

static bool need_scratch(Confirmer *c, Err *err)
{
	if (c->scratch)
		return true;
	if (!dir_make(c->config.scratch, err))
		return false;
	c->scratch = realpath(c->config.scratch, NULL);
	return c->scratch || err_set(err, "%s: %s", c->config.scratch, strerror(errno));
}

/* ---- building ---- */

static void add_flavour(StrList *argv, Flavour f)
{
	static const char *const flags[N_FLAVOURS][4] = {
		[PLAIN] = {NULL},
		[SANITIZED] = {"-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
					   "-fno-sanitize-recover=all"},
		[ZEROED] = {"-ftrivial-auto-var-init=zero"},
		[PATTERNED] = {"-ftrivial-auto-var-init=pattern"},
	};
	for (size_t i = 0; i < countof(flags[f]) && flags[f][i]; i++)
		vec_push(argv, flags[f][i]);
}

/* The line of a compiler's or linker's output that says what is wrong. */
static void take_reason(const char *text, Buf *to)
{
	static const char *const marks[] = {"error: ", "undefined reference", "cannot find"};
	enum { MOST = 200 }; /* characters */
	size_t n = strcspn(text, "\n");
	bool found = false;
	for (const char *at = text; *at && !found; at += n + (at[n] == '\n')) {
		n = strcspn(at, "\n");
		char *line = xstrndup(at, n);
		for (size_t i = 0; i < countof(marks); i++)
			found |= strstr(line, marks[i]) && !strstr(line, "linker command failed");
		free(line);
		text = found ? at : text;
	}
	n = strcspn(text, "\n");
	buf_add(to, text, n < MOST ? n : MOST);
	buf_adds(to, n < MOST ? "" : "...");
}

/* One line of what went wrong in err, all of it in the log. */
static bool build_failed(Confirmer *c, const char *what, const Buf *said, Err *err)
{
	Buf reason = {0};
	FILE *log = c->config.log ? fopen(c->config.log, c->failures ? "a" : "w") : NULL;
	c->failures++;
	take_reason(buf_str(said), &reason);
	if (log) {
		fprintf(log, "%s cannot be built natively:\n%s\n", what, buf_str(said));
		fclose(log);
	}
	err_set(err, "%s cannot be built natively: %s%s%s%s", what, buf_str(&reason),
			log ? " (all of it is in " : "", log ? c->config.log : "", log ? ")" : "");
	buf_free(&reason);
	return false;
}

static bool run_clang(Confirmer *c, StrList *argv, const char *dir, const char *what, Err *err)
{
	vec_push(argv, NULL);
	Job job = {.argv = (char *const *)argv->at, .dir = dir, .capture = true};
	jobs_run(&job, 1, 1);
	bool good = job_ok(&job);
	if (!good)
		build_failed(c, what, &job.err, err);
	job_free(&job);
	return good;
}

/* Arguments lie one behind the other, and to read past the end of one is seen by nobody: before
 * main begins, each gets a block of its own. */
static const char own_blocks[] =
	"char *strdup(const char *);\n"
	"__attribute__((constructor)) static void own_blocks(int argc, char **argv)\n"
	"{\n"
	"	for (int i = 0; i < argc; i++)\n"
	"		argv[i] = strdup(argv[i]);\n"
	"}\n";

static bool build_text(Confirmer *c, const char *text, const char *what, const char *object,
					   Err *err)
{
	char *source = xasprintf("%s/own.c", c->scratch);
	const char *own[] = {clang_name(), "-w", "-c", "-o", object, source};
	StrList argv = {0};
	for (size_t k = 0; k < countof(own); k++)
		vec_push(&argv, own[k]);
	bool good = file_write(source, text, strlen(text), err) && run_clang(c, &argv, NULL, what, err);
	vec_free(&argv);
	free(source);
	return good;
}

static bool build_blocks(Confirmer *c, const char *what, const char *object, Err *err)
{
	return build_text(c, own_blocks, what, object, err);
}

/* Sources one by one, as each has its own options and directory, then the program. */
static bool build_sources(Confirmer *c, const InputSet *in, Flavour f, const char *what,
						  const char *to, Err *err)
{
	StrList link = {0};
	Arena arena = {0};
	bool good = true;
	vec_push(&link, clang_name());
	for (size_t i = 0; good && i < in->sources.len; i++) {
		const InputSource *s = &in->sources.at[i];
		StrList argv = {0};
		char *object = xasprintf("%s/%zu.o", c->scratch, i);
		char *kept = arena_strdup(&arena, object);
		free(object);
		vec_push(&argv, clang_name());
		for (size_t k = 0; k < s->flags.len; k++)
			vec_push(&argv, s->flags.at[k]);
		const char *own[] = {"-O1", "-w", "-c", "-o", kept, s->path};
		for (size_t k = 0; k < countof(own); k++)
			vec_push(&argv, own[k]);
		add_flavour(&argv, f);
		if (c->config.world) /* or calls of malloc are taken to succeed */
			vec_push(&argv, "-fno-builtin");
		good = run_clang(c, &argv, s->dir, what, err);
		vec_free(&argv);
		vec_push(&link, kept);
	}
	if (good && (f == SANITIZED || (f == PLAIN && c->config.world))) {
		char *object = xasprintf("%s/own.o", c->scratch);
		good = build_text(c, f == SANITIZED ? own_blocks : confirm_shim, what, object, err);
		vec_push(&link, arena_strdup(&arena, object));
		free(object);
	}
	for (size_t i = 0; i < in->link.len; i++)
		vec_push(&link, in->link.at[i]);
	add_flavour(&link, f);
	const char *own[] = {"-w", "-rdynamic", "-lm", "-o", to}; /* see src/load/symbols.c */
	for (size_t k = 0; k < countof(own); k++)
		vec_push(&link, own[k]);
	good = good && run_clang(c, &link, NULL, what, err);
	vec_free(&link);
	arena_free(&arena);
	return good;
}

static bool build_bitcode(Confirmer *c, const InputSet *in, const char *what, const char *to,
						  Err *err)
{
	const char *own[] = {clang_name(), "-O1", "-w", "-rdynamic", in->binary, "-lm", "-o", to};
	StrList argv = {0};
	for (size_t k = 0; k < countof(own); k++)
		vec_push(&argv, own[k]);
	bool good = run_clang(c, &argv, NULL, what, err);
	vec_free(&argv);
	return good;
}

/* What has no sources: AddressSanitizer works on bitcode, and locals can be filled there.
 * UndefinedBehaviorSanitizer needs sources. All of the program is one module, linked with the
 * libraries that it was linked with. */
static bool build_twin(Confirmer *c, Flavour f, const char *what, const char *to, Err *err)
{
	static const u8 fills[N_FLAVOURS] = {[ZEROED] = 0, [PATTERNED] = 0xaa};
	InputSet in = {0};
	Buf bitcode = {0};
	StrList argv = {0};
	char *module = xasprintf("%s/program.bc", c->scratch);
	char *blocks = xasprintf("%s/blocks.o", c->scratch);
	const char *own[] = {clang_name(), "-O1", "-w", "-o", to, module, "-lm"};
	const char *checks[] = {"-g", "-fno-omit-frame-pointer", "-fsanitize=address", blocks};
	bool good = program_bitcode(what, f == SANITIZED ? NULL : &fills[f], &bitcode, &in, err) &&
				file_write(module, bitcode.at, bitcode.len, err);
	for (size_t k = 0; k < countof(own); k++)
		vec_push(&argv, own[k]);
	for (size_t k = 0; f == SANITIZED && k < countof(checks); k++)
		vec_push(&argv, checks[k]);
	for (size_t k = 0; k < in.link.len; k++)
		vec_push(&argv, in.link.at[k]);
	good = good && (f != SANITIZED || build_blocks(c, what, blocks, err)) &&
		   run_clang(c, &argv, NULL, what, err);
	vec_free(&argv);
	buf_free(&bitcode);
	input_free(&in);
	free(module);
	free(blocks);
	return good;
}

/* A build of what has no sources. */
static bool build_without(Confirmer *c, const InputSet *in, Flavour f, const char *what, char **to,
						  Err *err)
{
	if (f != PLAIN)
		return build_twin(c, f, what, *to, err);
	if (in->kind == INPUT_BITCODE)
		return build_bitcode(c, in, what, *to, err);
	free(*to);
	*to = realpath(in->binary, NULL);
	return *to || err_set(err, "%s: %s", in->binary, strerror(errno));
}

static const char *const flavours[] = {"plain", "sanitized", "zeroed", "patterned"};

/* One function: by the script that the tests are left with. */
static bool build_entry(Confirmer *c, int side, Flavour f, Build *b, Err *err)
{
	const char *what = c->config.version[side];
	char *script = xasprintf("%s/build.sh", c->config.native[side]);
	char *bitcode = xasprintf("%s/program.bc", c->config.native[side]);
	char *argv[] = {(char *)(uintptr_t) "sh", script, (char *)(uintptr_t)flavours[f], NULL};
	Job job = {.argv = argv, .capture = true};
	c->sourceless[side] = file_exists(bitcode);
	bool good = f == PLAIN || f == SANITIZED || !c->sourceless[side] ||
				err_set(err, "%s: without sources, locals of one function cannot be filled", what);
	if (good) {
		jobs_run(&job, 1, 1);
		good = job_ok(&job) || build_failed(c, what, &job.err, err);
		job_free(&job);
	}
	char *program = xasprintf("%s/%s", c->config.native[side], flavours[f]);
	b->path = good ? realpath(program, NULL) : NULL;
	free(program);
	free(script);
	free(bitcode);
	return good && (b->path || err_set(err, "%s: there is no native program", what));
}

static bool make_build(Confirmer *c, int side, Flavour f, Build *b, Err *err)
{
	const char *what = c->config.version[side];
	if (c->config.native[side])
		return build_entry(c, side, f, b, err);
	InputSet in = {0};
	InputOptions how = {.cflags = c->config.cflags[side], .native = true};
	bool good = input_load(what, &how, &in, err);
	char *to = xasprintf("%s/%s-%s", c->scratch, side ? "new" : "old", flavours[f]);
	if (good && in.kind == INPUT_SOURCES)
		good = build_sources(c, &in, f, what, to, err);
	else if (good && (c->sourceless[side] = true))
		good = build_without(c, &in, f, what, &to, err);
	input_free(&in);
	if (good)
		b->path = to;
	else
		free(to);
	return good;
}

static const char *need_build(Confirmer *c, int side, Flavour f, Err *err)
{
	Build *b = &c->build[side][f];
	if (!b->path && !b->failed)
		b->failed = !need_scratch(c, &c->trouble) || !make_build(c, side, f, b, &c->trouble);
	if (!b->path)
		err_set(err, "%s", c->trouble.text);
	return b->path;
}

/* ---- running ---- */

static bool copy_tree(const char *from, const char *to, Err *err)
{
	char *argv[] = {(char *)(uintptr_t) "cp", (char *)(uintptr_t) "-R", (char *)(uintptr_t)from,
					(char *)(uintptr_t)to, NULL};
	int status;
	return run_command(argv, NULL, NULL, &status, err) &&
		   (status == 0 || err_set(err, "cannot copy %s", from));
}

/* Both versions see what either found in the working directory. */
static bool bring_files(const NativeInput *in, const char *dir, Err *err)
{
	u64 room = FOUND_BYTES;
	u32 names = FOUND_NAMES;
	for (int side = OLD; side <= NEW; side++)
		if (in->found[side] && !os_copy_found(in->found[side], dir, &room, &names, err))
			return false;
	return true;
}

/* What is not ours to read or to remove becomes so, once it was looked at. */
static void open_up(const char *path, const struct stat *st)
{
	mode_t need = S_ISDIR(st->st_mode) ? 0700 : 0400;
	if ((S_ISDIR(st->st_mode) || S_ISREG(st->st_mode)) && (st->st_mode & need) != need &&
		chmod(path, (st->st_mode & 0777) | need))
		return; /* it is read as far as that goes */
}

/* All below dir: names, kinds, modes and contents, in order of the names. */
static void list_tree(const char *dir, const char *below, Buf *to)
{
	struct dirent **names;
	Err ignored;
	int n = scandir(dir, &names, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *name = names[i]->d_name;
		if (strcmp(name, ".") && strcmp(name, "..")) {
			char *path = xasprintf("%s/%s", dir, name), *rel = xasprintf("%s/%s", below, name);
			struct stat st = {0};
			char link[PATH_MAX];
			lstat(path, &st);
			buf_addf(to, "%s %o\n", rel,
					 (unsigned)(st.st_mode & (S_ISLNK(st.st_mode) ? S_IFMT : S_IFMT | 07777)));
			open_up(path, &st);
			if (S_ISDIR(st.st_mode))
				list_tree(path, rel, to);
			else if (S_ISREG(st.st_mode))
				file_read(path, to, &ignored);
			else if (S_ISLNK(st.st_mode)) {
				ssize_t len = readlink(path, link, sizeof link);
				buf_add(to, link, len > 0 ? (size_t)len : 0);
			}
			free(path);
			free(rel);
		}
		free(names[i]);
	}
	if (n >= 0)
		free(names);
}

/* What a native run showed, all in one. */
typedef struct NativeSeen {
	NativeRun run;
	Buf files;
	Buf returned; /* by the function under --entry */
	bool caught;  /* by a sanitizer */
	Buf kind;     /* what it said, one line */
} NativeSeen;

static void seen_free(NativeSeen *s)
{
	native_run_free(&s->run);
	buf_free(&s->files);
	buf_free(&s->returned);
	buf_free(&s->kind);
}

static void take_kind(NativeSeen *s)
{
	static const char *const marks[] = {"ERROR: AddressSanitizer: ", "runtime error: "};
	s->caught = WIFEXITED(s->run.status) && WEXITSTATUS(s->run.status) == SANITIZER_STATUS;
	for (size_t i = 0; s->caught && i < countof(marks); i++) {
		const char *at = strstr(buf_str(&s->run.err), marks[i]);
		if (!at)
			continue;
		at += strlen(marks[i]);
		buf_add(&s->kind, at, strcspn(at, i ? "\n" : " \n"));
		return;
	}
}

/* The driver leaves in files what the function returned, if it did, and what it left of objects. */
static void take_returned(const char *dir, Buf *to)
{
	static const char *const names[] = {"returned", "left"};
	Err ignored;
	for (size_t i = 0; i < countof(names); i++) {
		char *path = xasprintf("%s/%s", dir, names[i]);
		Buf text = {0};
		if (file_exists(path) && file_read(path, &text, &ignored)) {
			buf_addf(to, "%s: ", names[i]);
			buf_add(to, buf_str(&text), text.len);
			unlink(path);
		}
		buf_free(&text);
		free(path);
	}
}

static bool run_one(Confirmer *c, int side, Flavour f, const NativeInput *in, NativeSeen *seen,
					Err *err)
{
	static const char options[] = "ASAN_OPTIONS=exitcode=86:detect_leaks=0:abort_on_error=0:"
								  "detect_stack_use_after_return=1:handle_abort=0";
	static const char ub_options[] = "UBSAN_OPTIONS=exitcode=86:halt_on_error=1";
	const char *program = need_build(c, side, f, err);
	if (!program)
		return false;
	char *dir = xasprintf("%s/run%u", c->scratch, ++c->runs);
	char *stdin_path = xasprintf("%s/stdin", in->test_dir);
	char *files = xasprintf("%s/files", in->test_dir);
	bool good = in->files ? copy_tree(files, dir, err) : dir_make(dir, err);
	good = good && bring_files(in, dir, err);
	StrList argv = {0}, env = {0};
	vec_push(&argv, c->config.name);
	for (size_t i = 0; i < in->args->len; i++)
		vec_push(&argv, in->args->at[i]);
	vec_push(&argv, NULL);
	for (size_t i = 0; i < in->env->len; i++)
		vec_push(&env, in->env->at[i]);
	for (size_t i = 0; f == PLAIN && c->config.world && in->world && i < in->world->len; i++)
		vec_push(&env, in->world->at[i]);
	/* Sanitizers look at the call only. */
	char *plan = xasprintf("DRIFT_LOOK=%s", in->plan[side] ? in->plan[side] : "");
	if (in->plan[side] && f != SANITIZED)
		vec_push(&env, plan);
	if (f == SANITIZED) {
		vec_push(&env, options);
		vec_push(&env, ub_options);
	}
	vec_push(&env, NULL);
	SandboxRun what = {.program = program,
					   .argv = (char *const *)argv.at,
					   .env = (char *const *)env.at,
					   .dir = dir,
					   .input = in->input ? stdin_path : NULL,
					   .seconds = in->hangs ? HANG_SECONDS : SECONDS,
					   .memory = f == SANITIZED ? 0 : MEMORY,
					   .unsafe = c->config.unsafe};
	good = good && sandbox_run(&what, &seen->run, err);
	if (good && c->config.native[side])
		take_returned(dir, &seen->returned);
	if (good && c->config.see & SEE_FILES)
		list_tree(dir, "", &seen->files);
	if (good && f == SANITIZED)
		take_kind(seen);
	Err ignored;
	tree_remove(dir, &ignored);
	vec_free(&argv);
	vec_free(&env);
	free(plan);
	free(dir);
	free(stdin_path);
	free(files);
	return good;
}

static bool same_buf(const Buf *a, const Buf *b)
{
	return a->len == b->len && !memcmp(buf_str(a), buf_str(b), a->len);
}

/* The same in what counts. */
static bool same_output(const Filter *f, const Buf *a, const Buf *b)
{
	Buf x = {0}, y = {0};
	if (!f->n)
		return same_buf(a, b);
	filter_text(f, a, &x);
	filter_text(f, b, &y);
	bool same = same_buf(&x, &y);
	buf_free(&x);
	buf_free(&y);
	return same;
}

static bool differ(const ConfirmConfig *c, const NativeSeen *a, const NativeSeen *b)
{
	u32 see = c->see;
	if (see & SEE_STATUS &&
		(a->run.timeout != b->run.timeout || (!a->run.timeout && a->run.status != b->run.status)))
		return true;
	if (a->run.timeout || b->run.timeout)
		return false; /* how far it came says nothing */
	return (see & SEE_STATUS && !same_buf(&a->returned, &b->returned)) ||
		   (see & SEE_STDOUT && !same_output(&c->filter, &a->run.out, &b->run.out)) ||
		   (see & SEE_STDERR && !same_output(&c->filter, &a->run.err, &b->run.err)) ||
		   (see & SEE_FILES && !same_buf(&a->files, &b->files));
}

const NativeRun *confirm_seen(const Confirmer *c, int side)
{
	return c->saw[side] ? &c->seen[side] : NULL;
}

static void keep_seen(Confirmer *c, int side, const NativeSeen *s)
{
	NativeRun *to = &c->seen[side];
	buf_reset(&to->out);
	buf_reset(&to->err);
	buf_add(&to->out, buf_str(&s->run.out), s->run.out.len);
	buf_add(&to->err, buf_str(&s->run.err), s->run.err.len);
	to->status = s->run.status;
	to->timeout = s->run.timeout;
	c->saw[side] = true;
}

/* Why a run could not be: a program that is missing is one thing, a sandbox another. */
static Confirmation trouble(const Confirmer *c, Flavour f)
{
	return c->build[OLD][f].failed || c->build[NEW][f].failed ? CONFIRM_UNBUILT : CONFIRM_TROUBLE;
}

/* Both versions in one flavour. */
static Confirmation try_flavour(Confirmer *c, Flavour f, const NativeInput *in, Err *err)
{
	NativeSeen seen[2] = {0};
	bool good = run_one(c, OLD, f, in, &seen[OLD], err) && run_one(c, NEW, f, in, &seen[NEW], err);
	bool differs;
	if (f == SANITIZED)
		differs = seen[OLD].caught != seen[NEW].caught ||
				  (seen[OLD].caught && !same_buf(&seen[OLD].kind, &seen[NEW].kind));
	else
		differs = differ(&c->config, &seen[OLD], &seen[NEW]);
	for (int side = OLD; good && f == PLAIN && side <= NEW; side++)
		keep_seen(c, side, &seen[side]);
	seen_free(&seen[OLD]);
	seen_free(&seen[NEW]);
	return !good ? trouble(c, f) : differs ? CONFIRM_YES : CONFIRM_NO;
}

/* Whether both versions do a second time what they did the first. */
static bool repeats(Confirmer *c, const NativeInput *in, Err *err)
{
	bool same = true;
	for (int side = OLD; same && side <= NEW; side++) {
		NativeSeen first = {0}, second = {0};
		same = run_one(c, side, PLAIN, in, &first, err) &&
			   run_one(c, side, PLAIN, in, &second, err) && !differ(&c->config, &first, &second);
		seen_free(&first);
		seen_free(&second);
	}
	return same;
}

/* A version whose output hangs on what its locals happened to hold. */
static Confirmation try_uninitialised(Confirmer *c, int side, const NativeInput *in, Err *err)
{
	NativeSeen zero = {0}, pattern = {0};
	bool good =
		run_one(c, side, ZEROED, in, &zero, err) && run_one(c, side, PATTERNED, in, &pattern, err);
	bool differs = good && differ(&c->config, &zero, &pattern);
	seen_free(&zero);
	seen_free(&pattern);
	return !good ? CONFIRM_TROUBLE : differs ? CONFIRM_YES : CONFIRM_NO;
}

Confirmation confirm(Confirmer *c, const NativeInput *in, Err *err)
{
	Confirmation r = try_flavour(c, PLAIN, in, err);
	if (r == CONFIRM_YES && in->twice && !repeats(c, in, err))
		r = CONFIRM_NO;
	if (r != CONFIRM_NO || (!in->errors && !in->undefined))
		return r;
	r = try_flavour(c, SANITIZED, in, err);
	for (int side = OLD; r == CONFIRM_NO && in->undefined && side <= NEW; side++)
		r = try_uninitialised(c, side, in, err);
	for (int side = OLD; r == CONFIRM_NO && in->undefined && side <= NEW; side++)
		if (c->sourceless[side] && !err_set(err,
											"%s: undefined behaviour that is no memory error, like "
											"overflow, is looked for only where there are sources",
											c->config.version[side]))
			r = CONFIRM_TROUBLE;
	return r;
}
