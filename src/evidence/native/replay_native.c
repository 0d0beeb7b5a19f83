/* replay_native.c: runs a test as a native process, in a scratch directory and a sandbox. */
#include "evidence/native/replay.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/jobs.h"
#include "evidence/sandbox/sandbox.h"

static const double SECONDS = 20; /* time limit of a run */

static bool take_binary(NativeReplay *n, ReplayOf of, const char *with, Err *err)
{
	Buf program = {0};
	n->with[of] = realpath(with, NULL);
	bool good = n->with[of] || err_set(err, "%s: %s", with, strerror(errno));
	good = good && file_read(with, &program, err);
	n->sanitized[of] = good && memmem(buf_str(&program), program.len, "__asan_", 7);
	buf_free(&program);
	return good;
}

bool native_begin(NativeReplay *n, const char *const *with, Err *err)
{
	*n = (NativeReplay){0};
	for (int of = 0; of < REPLAY_OFS; of++)
		if (with[of] && !take_binary(n, (ReplayOf)of, with[of], err))
			return false;
	char *dir = temp_dir(err);
	n->scratch = dir ? realpath(dir, NULL) : NULL;
	free(dir);
	return n->scratch;
}

void native_end(NativeReplay *n)
{
	Err ignored;
	if (n->scratch)
		tree_remove(n->scratch, &ignored);
	free(n->scratch);
	free(n->built_for);
	for (int of = 0; of < REPLAY_OFS; of++)
		free(n->with[of]);
}

/* ---- the program ---- */

/* Returns the program for a test, which the caller frees: sanitized if an error is expected, in the
 * directory of its build.sh. A replay calls build.sh once; build.sh knows whether there is
 * something to do. */
static char *built_program(NativeReplay *n, ReplayOf of, const ReplayResult *in, bool sanitized,
						   Err *err)
{
	static const char *const locations[] = {"native", "native/old", "native/new"};
	const char *flavour = sanitized ? "sanitized" : "plain";
	if (!n->built_for || strcmp(n->built_for, in->dir)) {
		free(n->built_for);
		n->built_for = xstrdup(in->dir);
		memset(n->built, 0, sizeof n->built);
	}
	char *script = xasprintf("%s/%s/build.sh", in->dir, locations[of]);
	const char *way_out = of == OF_PROGRAM ? "--with BINARY" : "--old and --new";
	bool good = n->built[of][sanitized];
	if (!good && !file_exists(script)) {
		err_set(err, "%s: there is none, so the program cannot be built; use %s", script, way_out);
	} else if (!good) {
		char *argv[] = {(char *)(uintptr_t) "sh", script, (char *)(uintptr_t)flavour, NULL};
		Job job = {.argv = argv, .temp = n->scratch, .capture = true, .group = true};
		jobs_run(&job, 1, 1);
		good = job_ok(&job) || err_set(err, "%s %s fails; use %s:\n%s", script, flavour, way_out,
									   buf_str(&job.err));
		job_free(&job);
		n->built[of][sanitized] = good;
	}
	free(script);
	return good ? xasprintf("%s/%s/%s", in->dir, locations[of], flavour) : NULL;
}

/* ---- the run ---- */

static bool copy_tree(const char *from, const char *to, Err *err)
{
	DIR *d = opendir(from);
	bool good = d && (!mkdir(to, 0777) || errno == EEXIST);
	if (!good)
		err_set(err, "cannot copy %s to %s: %s", from, to, strerror(errno));
	for (struct dirent *e; good && (e = readdir(d));) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		char *source = xasprintf("%s/%s", from, e->d_name),
			 *copy = xasprintf("%s/%s", to, e->d_name);
		Buf bytes = {0};
		if (is_directory(source))
			good = copy_tree(source, copy, err);
		else
			good =
				file_read(source, &bytes, err) && file_write(copy, buf_str(&bytes), bytes.len, err);
		buf_free(&bytes);
		free(source);
		free(copy);
	}
	if (d)
		closedir(d);
	return good;
}

static void take(Rerun *r, NativeRun *run, const char *dir)
{
	char *path = xasprintf("%s/returned", dir);
	Err ignored;
	r->native = true;
	r->timeout = run->timeout;
	r->has_returned = file_exists(path) && file_read(path, &r->returned, &ignored);
	free(path);
	buf_addf(&r->status, "%d",
			 WIFEXITED(run->status) ? WEXITSTATUS(run->status) : 128 + WTERMSIG(run->status));
	r->out = run->out;
	r->err = run->err;
	*run = (NativeRun){0};
}

static bool run_program(const NativeReplay *n, const ReplayTest *t, const char *program,
						bool sanitized, const char *name, Rerun *r, Err *err)
{
	static const char options[] = "ASAN_OPTIONS=detect_leaks=0:handle_abort=0:"
								  "detect_stack_use_after_return=1";
	char *dir = xasprintf("%s/run", n->scratch), *files = xasprintf("%s/files", t->dir);
	char *input = xasprintf("%s/stdin", t->dir), *full = realpath(input, NULL);
	StrList argv = {0}, env = {0};
	NativeRun run = {0};
	bool good = t->files ? copy_tree(files, dir, err) : dir_make(dir, err);
	vec_push(&argv, name);
	for (size_t i = 0; i < t->line.words.len; i++)
		vec_push(&argv, buf_str(&t->line.words.at[i]));
	vec_push(&argv, NULL);
	for (size_t i = 0; i < t->line.env.len; i++)
		vec_push(&env, buf_str(&t->line.env.at[i]));
	if (sanitized)
		vec_push(&env, options);
	vec_push(&env, NULL);
	SandboxRun what = {.program = program,
					   .argv = (char *const *)(uintptr_t)argv.at,
					   .env = (char *const *)(uintptr_t)env.at,
					   .dir = dir,
					   .input = full,
					   .kind = (SandboxInput)t->kind,
					   .seconds = SECONDS,
					   .unsafe = true};
	good = good && sandbox_run(&what, &run, err);
	if (good)
		take(r, &run, dir);
	native_run_free(&run);
	Err ignored;
	tree_remove(dir, &ignored);
	vec_free(&argv);
	vec_free(&env);
	free(dir);
	free(files);
	free(input);
	free(full);
	return good;
}

bool native_replay(NativeReplay *n, const ReplayTest *t, const ReplayResult *of, Rerun *r, Err *err)
{
	bool sanitized = !strncmp(buf_str(&t->status), "error", 5);
	const char *with = n->with[t->of];
	/* The recorded runs called both versions by the name of the new one. */
	const char *named = of->program[t->of == OF_PROGRAM ? OF_PROGRAM : OF_NEW];
	const char *known = named ? named : with;
	char *program = with ? xstrdup(with) : built_program(n, t->of, of, sanitized, err);
	char *name = test_program_name(known ? known : "program");
	bool good =
		program && run_program(n, t, program, with ? n->sanitized[t->of] : sanitized, name, r, err);
	free(program);
	free(name);
	return good;
}
