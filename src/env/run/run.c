/* run.c: `drift env run`: runs a command here with files and variables of a recording. */
#include "env/env.h"
#include "env/locate/locate.h"
#include "env/record/head.h"
#include "env/run/given.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { GRACE = 2 }; /* seconds between SIGTERM and SIGKILL */

typedef struct GivenRun {
	const EnvRun *options;
	Trace trace;
	Script script;
	EnvGiven given;
	Scratch scratch;
	char *inside; /* the part of it that the program sees */
	PathList changed;
	EnvSandbox cell;
	Guard guard;
	OwnLimits limits;
} GivenRun;

/* Set by signals that ask drift to end. */
static volatile sig_atomic_t asked_to_end;

static void on_end(int signo)
{
	asked_to_end = signo;
}

static bool tick(EnvRerun *r)
{
	if (asked_to_end && !r->tracer.draining)
		tracer_stop(&r->tracer, GRACE);
	return true;
}

/* In a child inside the sandbox: makes the files, and says on `to` which could not be made. */
static _Noreturn void put_files(const GivenRun *g, int to)
{
	FILE *out = env_sandbox_enter(&g->cell) ? fdopen(to, "w") : NULL;
	for (size_t i = 0; out && i < g->given.files.len; i++) {
		const GivenFile *f = &g->given.files.at[i];
		Err why;
		if (env_given_put(f, &why))
			continue;
		Buf name = {0};
		buf_add_escaped(&name, f->path, strlen(f->path));
		fprintf(out, "drift: %s is not as in the trace: %s\n", buf_str(&name), why.text);
		buf_free(&name);
	}
	_exit(out && fclose(out) == 0 ? 0 : 1);
}

/* Prints what the child says; returns false if it failed. */
static bool put_all(const GivenRun *g, u32 *failed, Err *err)
{
	int ends[2], status = -1;
	Buf said = {0};
	char bytes[4096];
	if (pipe2(ends, O_CLOEXEC) != 0)
		return err_set(err, "pipe: %s", strerror(errno));
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		put_files(g, ends[1]);
	}
	close(ends[1]);
	for (ssize_t n; pid > 0 && (n = read(ends[0], bytes, sizeof bytes)) != 0;)
		if (n > 0)
			buf_add(&said, bytes, (size_t)n);
		else if (errno != EINTR)
			break;
	close(ends[0]);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	for (size_t i = 0; i < said.len; i++)
		*failed += said.at[i] == '\n';
	fputs(buf_str(&said), stderr);
	buf_free(&said);
	return (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
		   err_set(err, "the files of the trace cannot be put into the sandbox");
}

static bool open_world(GivenRun *g, Err *err)
{
	EnvSandboxPlan plan = {.shared = 0};
	if (!scratch_open(&g->scratch, err))
		return false;
	g->inside = xasprintf("%s/inside", g->scratch.dir);
	if (mkdir(g->inside, 0711) != 0 || chmod(g->inside, 0711) != 0)
		return err_set(err, "%s: %s", g->inside, strerror(errno));
	for (size_t i = 0; i < g->given.files.len; i++)
		vec_push(&g->changed, xstrdup(g->given.files.at[i].path));
	plan.dir = g->scratch.dir;
	plan.shown = g->inside;
	plan.changed = &g->changed;
	if (g->options->allowed >> HELD_SOCKETS & 1)
		plan.shared |= SANDBOX_NETWORK;
	if (g->options->allowed >> HELD_IPC & 1)
		plan.shared |= SANDBOX_IPC;
	Err why = {0};
	return env_sandbox_open(&g->cell, &plan, &why) ||
		   err_set(err, "no sandbox is possible here (%s), and without one this could do harm",
				   why.text);
}

static void watch_signals(struct sigaction old[4], bool on)
{
	static const int signals[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
	struct sigaction end = {.sa_handler = on_end}, ignore = {.sa_handler = SIG_IGN};
	for (int i = 0; i < 4; i++)
		sigaction(signals[i], !on ? &old[i] : i < 2 ? &end : &ignore, on ? &old[i] : NULL);
}

static bool run_given(GivenRun *g, int *status, Err *err)
{
	EnvRerun r = {
		.script = &g->script,
		.replay = g->given.replay,
		.launch = {.argv = g->options->argv, .envp = environ, .stdio = {-1, -1, -1}},
		.cell = &g->cell,
		.fed = true, /* standard input is the caller's */
		.guard = &g->guard,
		.limits = &g->limits,
		.tick = tick,
		.seen = xcalloc(g->trace.calls.len + 1, sizeof *r.seen),
	};
	struct sigaction old[4];
	asked_to_end = 0;
	own_limits_raise(&g->limits);
	watch_signals(old, true);
	bool ok = rerun(&r, err);
	watch_signals(old, false);
	own_limits_restore(&g->limits);
	*status = r.tracer.status;
	free(r.seen);
	return ok;
}

static void tell(const GivenRun *g, u32 failed)
{
	if (!g->options->quiet)
		fprintf(stderr,
				"drift: %zu file%s and %u variable%s are as in the trace; changes of files are "
				"discarded at the end\n",
				g->given.files.len - failed, g->given.files.len - failed == 1 ? "" : "s",
				g->given.variables, g->given.variables == 1 ? "" : "s");
	for (size_t i = 0; i < g->given.partly.len; i++) {
		Buf name = {0};
		buf_add_escaped(&name, g->given.partly.at[i], strlen(g->given.partly.at[i]));
		fprintf(stderr, "drift: %s is the one here: the trace has only a part of it\n",
				buf_str(&name));
		buf_free(&name);
	}
}

static void tell_held(const GivenRun *g)
{
	for (size_t i = 0; i < g->guard.held.len; i++) {
		const Held *h = &g->guard.held.at[i];
		if (h->kind == HELD_FILES)
			fprintf(stderr, "drift: held back: %s\n", h->what);
		else
			fprintf(stderr, "drift: held back: %s (--allow %s)\n", h->what,
					held_kind_name(h->kind));
	}
}

static void given_run_free(GivenRun *g)
{
	env_sandbox_close(&g->cell);
	scratch_close(&g->scratch);
	guard_free(&g->guard);
	for (size_t i = 0; i < g->changed.len; i++)
		free(g->changed.at[i]);
	vec_free(&g->changed);
	free(g->inside);
	env_given_free(&g->given);
	script_free(&g->script);
	env_trace_free(&g->trace);
}

bool env_run(const EnvRun *options, int *status, Err *err)
{
	GivenRun g = {.options = options, .guard.allowed = options->allowed};
	const EnvLocate place = {.map = options->map, .no_map = options->no_map, .argv = options->argv};
	PathMaps maps = {0};
	if (!own_needs_met(err) || !trace_read(options->trace, &g.trace, err))
		return false;
	if (!place_find(&place, &g.trace, &maps, err)) {
		remap_free(&maps);
		env_trace_free(&g.trace);
		return false;
	}
	remap_trace(&g.trace, &maps);
	if (!options->quiet)
		place_print(&maps, stderr);
	head_add_absent(&g.trace, environ);
	script_init(&g.script, &g.trace);
	g.script.maps = maps;
	env_given_find(&g.script, options->only, &g.given);
	u32 failed = 0;
	bool ok = options->only->len == 0 ||
			  g.given.files.len + g.given.variables + g.given.partly.len > 0 ||
			  err_set(err, "--only: the trace has no file and no variable of that name");
	ok = ok && open_world(&g, err) && put_all(&g, &failed, err);
	if (ok)
		tell(&g, failed);
	ok = ok && run_given(&g, status, err);
	if (ok)
		tell_held(&g);
	given_run_free(&g);
	return ok;
}
