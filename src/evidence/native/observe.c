/* observe.c: runs a native program and observes its behaviour. */
#include "evidence/native/program_impl.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/os/os.h"

static const double SECONDS = 5;      /* time limit of a native run */
static const double HANG_SECONDS = 2; /* time limit if one version seems not to terminate */
static const u64 MEMORY = 2ull << 30; /* bytes of address space, without sanitizers */
enum { SANITIZER_STATUS = 86 };       /* exit status of a program that a sanitizer ended */
/* Limit on files that are copied from the working directory. */
static const u64 FOUND_BYTES = 64 << 20;
static const u32 FOUND_NAMES = 10000;

NativeVersion *native_version_new(const NativeConfig *config)
{
	NativeVersion *p = xcalloc(1, sizeof *p);
	p->config = *config;
	p->config.scratch = xstrdup(config->scratch);
	return p;
}

void native_version_free(NativeVersion *p)
{
	Err ignored;
	if (!p)
		return;
	native_version_stop(p);
	for (int f = 0; f < N_FLAVOURS; f++)
		free(p->build[f].path);
	if (p->scratch)
		tree_remove(p->scratch, &ignored);
	free(p->scratch);
	free((char *)(uintptr_t)p->config.scratch);
	free(p);
}

bool native_version_make(NativeVersion *p, Flavour f, Err *err)
{
	return native_version_build(p, f, err) != NULL;
}

bool native_version_unbuilt(const NativeVersion *p, Flavour f)
{
	return p->build[f].failed;
}

bool native_version_refused(const NativeVersion *p)
{
	return p->refused;
}

bool native_version_sourceless(const NativeVersion *p)
{
	return p->sourceless;
}

static bool copy_tree(const char *from, const char *to, Err *err)
{
	char *argv[] = {(char *)(uintptr_t) "cp", (char *)(uintptr_t) "-R", (char *)(uintptr_t)from,
					(char *)(uintptr_t)to, NULL};
	int status;
	return run_command(argv, NULL, NULL, &status, err) &&
		   (status == 0 || err_set(err, "cannot copy %s", from));
}

/* Copies the files that either version found in the working directory, so that both versions see
 * them. */
static bool bring_files(const NativeInput *in, const char *dir, Err *err)
{
	u64 room = FOUND_BYTES;
	u32 names = FOUND_NAMES;
	for (size_t side = 0; side < countof(in->found); side++)
		if (in->found[side] && !os_copy_found(in->found[side], dir, &room, &names, err))
			return false;
	return true;
}

/* Makes a file readable and removable for us, after its mode was recorded. */
static void open_up(const char *path, const struct stat *st)
{
	mode_t need = S_ISDIR(st->st_mode) ? 0700 : 0400;
	if ((S_ISDIR(st->st_mode) || S_ISREG(st->st_mode)) && (st->st_mode & need) != need &&
		chmod(path, (st->st_mode & 0777) | need))
		return; /* then as much of it is read as possible */
}

/* Lists everything below dir in order of names: names, kinds, modes and contents. */
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

void native_observation_free(NativeObservation *s)
{
	native_run_free(&s->run);
	buf_free(&s->files);
	buf_free(&s->returned);
	buf_free(&s->kind);
	buf_free(&s->place);
	caught_free(&s->reports);
}

static void take_reports(NativeObservation *s)
{
	s->caught = WIFEXITED(s->run.status) && WEXITSTATUS(s->run.status) == SANITIZER_STATUS;
	caught_read(buf_str(&s->run.err), &s->reports);
	if (!s->caught || !s->reports.len)
		return;
	buf_adds(&s->kind, vec_last(&s->reports).kind);
	caught_place(&vec_last(&s->reports), &s->place);
}

/* Reads the files in which the driver stores the return value, if there is one, and the objects
 * after the call. */
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

static const char asan_options[] = "ASAN_OPTIONS=exitcode=86:detect_leaks=0:abort_on_error=0:"
								   "detect_stack_use_after_return=1:handle_abort=0";
/* If the machine reported an error, a check that it does not make must not end the run. */
static const char ubsan_goes_on[] = "UBSAN_OPTIONS=exitcode=86:print_stacktrace=1:halt_on_error=0";
static const char ubsan_ends[] = "UBSAN_OPTIONS=exitcode=86:print_stacktrace=1:halt_on_error=1";

bool native_observe(NativeVersion *p, Flavour f, const NativeInput *in, NativeObservation *seen,
					Err *err)
{
	const char *program = native_version_build(p, f, err);
	if (!program)
		return false;
	char *dir = xasprintf("%s/run%u", p->scratch, ++p->runs);
	char *stdin_path = xasprintf("%s/stdin", in->test_dir);
	char *files = xasprintf("%s/files", in->test_dir);
	bool good = in->files ? copy_tree(files, dir, err) : dir_make(dir, err);
	good = good && bring_files(in, dir, err);
	StrList argv = {0}, env = {0};
	vec_push(&argv, p->config.name);
	vec_append(&argv, in->args->at, in->args->len);
	vec_push(&argv, NULL);
	vec_append(&env, in->env->at, in->env->len);
	for (size_t i = 0; f == FLAVOUR_PLAIN && p->config.world && in->world && i < in->world->len;
		 i++)
		vec_push(&env, in->world->at[i]);
	/* Sanitizers check the call only. */
	char *plan =
		xasprintf("DRIFT_LOOK=%s", in->plan[p->config.side] ? in->plan[p->config.side] : "");
	if (in->plan[p->config.side] && f != FLAVOUR_SANITIZED)
		vec_push(&env, plan);
	if (f == FLAVOUR_SANITIZED) {
		vec_push(&env, asan_options);
		vec_push(&env, in->errors ? ubsan_goes_on : ubsan_ends);
	}
	vec_push(&env, NULL);
	SandboxRun what = {.program = program,
					   .argv = (char *const *)argv.at,
					   .env = (char *const *)env.at,
					   .dir = dir,
					   .input = in->input ? stdin_path : NULL,
					   .kind = in->kind,
					   .seconds = in->hangs ? HANG_SECONDS : SECONDS,
					   .memory = f == FLAVOUR_SANITIZED ? 0 : MEMORY,
					   .budget = p->config.budget,
					   .unsafe = p->config.unsafe};
	good = good && sandbox_run(&what, &seen->run, err);
	p->refused = seen->run.refused;
	if (good && p->config.native)
		take_returned(dir, &seen->returned);
	if (good && p->config.files)
		list_tree(dir, "", &seen->files);
	if (good && f == FLAVOUR_SANITIZED)
		take_reports(seen);
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
