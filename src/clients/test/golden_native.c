/* golden_native.c: runs the golden version, or a command, natively on a test. */
#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clients/test/golden.h"
#include "engine/input/world.h"

static const double SECONDS = 10; /* a command may take */

enum { GOLD = NEW + 1 }; /* the third version */

/* ---- comparing ---- */

static bool same_text(const Tester *t, const Buf *a, const Buf *b)
{
	const LineFilter *f = &search_observed(t->search)->filter.lines;
	Buf x = {0}, y = {0};
	lines_filter(f, a, &x);
	lines_filter(f, b, &y);
	bool same = x.len == y.len && !memcmp(buf_str(&x), buf_str(&y), x.len);
	buf_free(&x);
	buf_free(&y);
	return same;
}

/* A command has its own name in its messages, and a directory of its own: neither counts. */
static bool same_run(const Tester *t, const NativeObservation *a, const NativeObservation *b,
					 bool command)
{
	u32 observe = search_see(t->search);
	if (command)
		observe &= OBSERVE_STDOUT | OBSERVE_STATUS;
	if (a->run.timeout || b->run.timeout)
		return a->run.timeout == b->run.timeout;
	return (!(observe & OBSERVE_STATUS) || a->run.status == b->run.status) &&
		   (!(observe & OBSERVE_STDOUT) || same_text(t, &a->run.out, &b->run.out)) &&
		   (!(observe & OBSERVE_STDERR) || same_text(t, &a->run.err, &b->run.err)) &&
		   (!(observe & OBSERVE_FILES) || same_text(t, &a->files, &b->files));
}

/* ---- a command ---- */

/* A script, so that the command is read by a shell once. A program that is named from here is found
 * from elsewhere as well. */
static bool make_script(Tester *t, Err *err)
{
	Golden *g = t->golden;
	const char *command = t->config.golden_cmd;
	size_t n = strcspn(command, " \t");
	char *first = xstrndup(command, n), *real = strchr(first, '/') ? realpath(first, NULL) : NULL;
	char *path = xasprintf("%s/golden.sh", t->config.dir);
	char *text = real ? xasprintf("#!/bin/sh\nexec '%s'%s \"$@\"\n", real, command + n)
					  : xasprintf("#!/bin/sh\n%s \"$@\"\n", command);
	bool good = file_write(path, text, strlen(text), err) &&
				(!chmod(path, 0755) || err_set(err, "%s: %s", path, strerror(errno)));
	g->script = good ? realpath(path, NULL) : NULL;
	free(first);
	free(real);
	free(path);
	free(text);
	return g->script;
}

static bool copy_files(const char *from, const char *to, Err *err)
{
	char *argv[] = {(char *)(uintptr_t) "cp", (char *)(uintptr_t) "-R", (char *)(uintptr_t)from,
					(char *)(uintptr_t)to, NULL};
	int status;
	return run_command(argv, NULL, NULL, &status, err) &&
		   (status == 0 || err_set(err, "cannot copy %s", from));
}

static bool run_script(Tester *t, const NativeInput *in, NativeObservation *seen, Err *err)
{
	if (!t->golden->script && !make_script(t, err))
		return false;
	char *dir = xasprintf("%s/golden-run", t->config.dir), *files = NULL, *input = NULL;
	StrList argv = {0}, env = {0};
	char *path = xasprintf("PATH=%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
	Err ignored;
	files = xasprintf("%s/files", in->test_dir);
	input = xasprintf("%s/stdin", in->test_dir);
	bool good =
		tree_remove(dir, err) && (in->files ? copy_files(files, dir, err) : dir_make(dir, err));
	char *real = good ? realpath(dir, NULL) : NULL;
	vec_push(&argv, t->golden->script);
	vec_append(&argv, in->args->at, in->args->len);
	vec_push(&argv, NULL);
	vec_push(&env, path);
	vec_append(&env, in->env->at, in->env->len);
	vec_push(&env, NULL);
	SandboxRun what = {.program = t->golden->script,
					   .argv = (char *const *)argv.at,
					   .env = (char *const *)env.at,
					   .dir = real,
					   .input = in->input ? input : NULL,
					   .seconds = budget_default(SECONDS),
					   .unsafe = t->config.unsafe};
	good = good && sandbox_run(&what, &seen->run, err);
	tree_remove(dir, &ignored);
	vec_free(&argv);
	vec_free(&env);
	free(path);
	free(real);
	free(dir);
	free(files);
	free(input);
	return good;
}

/* ---- versions ---- */

static NativeVersion *version_of(Tester *t, int side)
{
	Golden *g = t->golden;
	const Subject *s = side == GOLD ? t->config.golden : search_subject(t->search, side);
	if (g->native[side])
		return g->native[side];
	char *scratch = xasprintf("%s/golden%d", t->config.dir, side);
	NativeConfig c = {.version = s->version,
					  .cflags = s->cflags,
					  .name = search_subject(t->search, NEW)->name,
					  .scratch = scratch,
					  .log = evidence_log(t->evidence),
					  .unsafe = t->config.unsafe,
					  .files = true};
	g->native[side] = native_version_new(&c);
	free(scratch);
	return g->native[side];
}

GoldenClass golden_natively(Tester *t, u32 shape, const Assignment *a, u32 test)
{
	NativeGiven given;
	NativeObservation seen[GOLD + 1] = {0};
	bool command = !t->config.golden, good = true;
	double begin = now_seconds();
	Err err = {0};
	/* Native programs that call a function are made for two versions. */
	if (shape_has_world(search_shape(t->search, shape)) || t->golden->beside[NEW])
		return GOLDEN_UNKNOWN;
	witness_given(t->evidence, shape, a, test, &given);
	for (int side = OLD; side <= GOLD && good; side++)
		good = side == GOLD && command ? run_script(t, &given.in, &seen[side], &err)
									   : native_observe(version_of(t, side), FLAVOUR_PLAIN,
														&given.in, &seen[side], &err);
	bool old = good && same_run(t, &seen[OLD], &seen[GOLD], command);
	bool newer = good && same_run(t, &seen[NEW], &seen[GOLD], command);
	GoldenClass c = !good || (old && newer) ? GOLDEN_UNKNOWN
					: old                   ? GOLDEN_REGRESSION
					: newer                 ? GOLDEN_PROGRESS
											: GOLDEN_INCOMPLETE;
	for (int side = OLD; side <= GOLD; side++)
		native_observation_free(&seen[side]);
	witness_given_free(&given);
	*comparison_native(t->comparison) += now_seconds() - begin;
	return c;
}
