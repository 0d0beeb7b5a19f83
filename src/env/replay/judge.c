/* judge.c: reruns the program once and decides whether it failed. */
#include "env/replay/judge.h"

#include <errno.h>
#include <fcntl.h>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* seconds without activity after which a server counts as started */
static const double quiet = 0.5;

enum {
	GRACE = 1,     /* seconds between SIGTERM and SIGKILL for a server that has started */
	LATEST = 10,   /* factor on the time limit, for a rerun on a loaded system */
	VAIN = 3,      /* seconds of sleep beyond the duration of the recording */
	EXTENSION = 8, /* factor on ok_after, for a program that is busy */
	POLL = 2000,   /* microseconds between two checks of a shell command */
};

/* Set by signals that ask the search to end; the current rerun is cleaned up first. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signo)
{
	interrupted = signo;
}

static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP};

static void watch_interrupts(EnvJudge *j, bool on)
{
	struct sigaction sa = {.sa_handler = on_interrupt};
	for (size_t i = 0; i < countof(interrupts); i++)
		sigaction(interrupts[i], on ? &sa : &j->old[i], on ? &j->old[i] : NULL);
	interrupted = 0;
	j->watching = on;
}

static bool parse_fail_on(EnvJudge *j, Err *err)
{
	const char *f = j->options->fail_on;
	if (!f)
		return true;
	if (!strncmp(f, "status=", 7)) {
		char *end;
		long status = strtol(f + 7, &end, 10);
		if (end == f + 7 || *end || status < 0 || status > 255)
			return err_set(err, "--fail-on: '%s' is no exit status (0 to 255)", f + 7);
		j->where = 's';
		j->status = (int)status;
		return true;
	}
	if (!strcmp(f, "output")) {
		j->where = 'x';
		return true;
	}
	if (strncmp(f, "stdout~", 7) != 0 && strncmp(f, "stderr~", 7) != 0)
		return err_set(err, "--fail-on: '%s' is not output, stdout~REGEX, stderr~REGEX or status=N",
					   f);
	int e = regcomp(&j->pattern, f + 7, REG_EXTENDED | REG_NOSUB | REG_NEWLINE);
	if (e) {
		char why[200];
		regerror(e, &j->pattern, why, sizeof why);
		return err_set(err, "--fail-on: '%s': %s", f + 7, why);
	}
	j->compiled = true;
	j->where = f[3] == 'o' ? 'o' : 'e';
	return true;
}

/* Only drift's user can enter the scratch directory. Replacements for missing programs are in the
 * part that the sandbox shows, for whichever user a rerun becomes (replay/program.c). */
static bool make_scratch(EnvJudge *j, Err *err)
{
	if (!scratch_open(&j->scratch, err))
		return false;
	j->dir = xasprintf("%s/inside", j->scratch.dir);
	return (mkdir(j->dir, 0711) == 0 && chmod(j->dir, 0711) == 0) ||
		   err_set(err, "%s: %s", j->dir, strerror(errno));
}

bool judge_init(EnvJudge *j, const EnvLocate *options, const Trace *trace, Err *err)
{
	*j = (EnvJudge){
		.options = options,
		.trace = trace,
		.ok_after = options->ok_after,
		.end = options->time > 0 ? now_seconds() + options->time : 0,
		.drain = {{.from = -1, .to = -1}, {.from = -1, .to = -1}, {.from = -1, .to = -1}}};
	if (!own_needs_met(err) || !parse_fail_on(j, err))
		return false;
	bool output = options->fail_on || options->oracle || options->ok_after > 0;
	if (trace->cut && !output)
		return err_set(err,
					   "%s: the trace is %s, so how the run ended is not known; say what "
					   "failing means with --fail-on, --ok-after or --oracle",
					   options->trace, trace->damaged ? "damaged" : "cut off");
	/* If the recorder ended the recorded run, it is a server: running as long is success. */
	if (!output && trace->stopped)
		j->ok_after = trace->seconds > 1 ? trace->seconds : 1;
	j->timeout = options->timeout;
	if (j->timeout <= 0)
		j->timeout = trace->seconds > 2 ? 5 * trace->seconds : 10;
	struct stat st;
	j->terminal_input = !options->input && isatty(0);
	/* A directory is passed on: reading it fails. */
	j->tty_input = fstat(0, &st) != 0 || !(S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
	if (!make_scratch(j, err))
		return false;
	own_limits_raise(&j->limits);
	watch_interrupts(j, true);
	terminal_save(&j->terminal);
	j->out = xasprintf("%s/stdout", j->dir);
	j->err = xasprintf("%s/stderr", j->dir);
	j->plan.dir = j->scratch.dir;
	j->plan.shown = j->dir;
	j->guard.allowed = options->allowed;
	return true;
}

void judge_free(EnvJudge *j)
{
	if (j->watching) {
		watch_interrupts(j, false);
		own_limits_restore(&j->limits);
		terminal_close(&j->terminal);
	}
	if (j->compiled)
		regfree(&j->pattern);
	scratch_close(&j->scratch);
	guard_free(&j->guard);
	free(j->dir);
	free(j->out);
	free(j->err);
	free(j->fed);
}

/* ---- the oracle ---- */

/* Runs a shell command in the cell of the reruns: it sees what they wrote, and its own changes
 * disappear with the cell. */
static pid_t shell(const EnvJudge *j, const char *command)
{
	fflush(NULL);
	pid_t pid = fork();
	if (pid != 0)
		return pid;
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null < 0 || dup2(null, 1) < 0 || (j->cell.open && !env_sandbox_enter(&j->cell)))
		_exit(126);
	/* The command may outlive drift; it keeps its files until then. */
	fcntl(j->scratch.lock, F_SETFD, 0);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

const char *judge_over(const EnvJudge *j)
{
	if (interrupted)
		return "it was interrupted";
	return j->end > 0 && now_seconds() >= j->end ? "the time is up (--time)" : NULL;
}

static bool shell_wait(const EnvJudge *j, const char *command)
{
	int status = -1;
	pid_t pid = shell(j, command), ended = 0;
	while (pid > 0 && ended != pid) {
		ended = waitpid(pid, &status, WNOHANG);
		if (ended < 0 && errno != EINTR)
			return false;
		if (ended == 0 && judge_over(j))
			kill(pid, SIGKILL);
		if (ended == 0)
			usleep(POLL);
	}
	return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void tell_oracle(const EnvJudge *j, const char *status)
{
	setenv("DRIFT_STATUS", status, 1);
	setenv("DRIFT_STDOUT", j->out, 1);
	setenv("DRIFT_STDERR", j->err, 1);
}

static void untell_oracle(void)
{
	unsetenv("DRIFT_STATUS");
	unsetenv("DRIFT_STDOUT");
	unsetenv("DRIFT_STDERR");
}

/* ---- the clock ---- */

typedef struct Trial {
	EnvJudge *judge;
	RunVerdict *verdict;
	double busy_at;   /* time of the last activity */
	pid_t oracle;     /* its process while it runs; 0: none */
	bool oracle_said; /* oracle_ok is valid */
	bool oracle_ok;
} Trial;

static bool still_well(const Tracer *t)
{
	return !t->root_ended || (WIFEXITED(t->status) && WEXITSTATUS(t->status) == 0);
}

/* True if a program that is expected to end sleeps longer than the whole recording took: it waits
 * in vain. */
static bool waits_in_vain(const EnvRerun *r, Trial *trial, double now)
{
	const EnvJudge *j = trial->judge;
	if (j->options->timeout > 0)
		return false; /* the user set the time to wait */
	if (!r->pulse.still)
		trial->busy_at = now;
	return now - trial->busy_at > j->trace->seconds + VAIN;
}

/* If other programs use the processor, this one makes no progress. So its own processor and sleep
 * time count, unless the user set the time to wait. */
static bool is_time_up(const EnvRerun *r, const EnvJudge *j, double now)
{
	double limit = EXTENSION * j->ok_after + j->timeout;
	if (j->options->timeout > 0 || j->ok_after > 0)
		return now >= limit;
	return r->pulse.idle + r->pulse.work >= limit || now >= LATEST * limit;
}

static bool tick(EnvRerun *r)
{
	Trial *trial = r->user;
	EnvJudge *j = trial->judge;
	double now = now_seconds() - r->tracer.start;
	double limit = EXTENSION * j->ok_after + j->timeout;
	if (is_time_up(r, j, now) || judge_over(j)) {
		trial->verdict->timed_out = !trial->verdict->alive;
		if (trial->oracle)
			kill(trial->oracle, SIGKILL);
		return false;
	}
	if (j->ok_after <= 0) {
		trial->verdict->timed_out = waits_in_vain(r, trial, now);
		return !trial->verdict->timed_out;
	}
	if (!still_well(&r->tracer)) {
		tracer_stop(&r->tracer, GRACE); /* the first process failed: nothing more to wait for */
		return true;
	}
	/* Tracing slows down a start with many calls, and so does other load on the system. A busy
	 * program gets more time, measured in processor time. */
	if (r->pulse.busy)
		trial->busy_at = now;
	bool starting = now - trial->busy_at < quiet && r->pulse.work < EXTENSION * j->ok_after &&
					now < limit - j->timeout / 2;
	if (now < j->ok_after || starting)
		return true;
	trial->verdict->alive = true;
	if (!j->options->oracle || trial->oracle_said) {
		tracer_stop(&r->tracer, GRACE);
	} else if (!trial->oracle) {
		tell_oracle(j, "running");
		trial->oracle = shell(j, j->options->oracle);
		untell_oracle();
		trial->oracle_said = trial->oracle < 0;
	}
	return true;
}

static void other_ended(EnvRerun *r, pid_t pid, int status)
{
	Trial *trial = r->user;
	if (pid != trial->oracle)
		return;
	trial->oracle = 0;
	trial->oracle_said = true;
	trial->oracle_ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- deciding ---- */

static bool printed(const EnvJudge *j)
{
	Buf b = {0};
	file_read(j->where == 'o' ? j->out : j->err, &b, NULL);
	bool found = regexec(&j->pattern, buf_str(&b), 0, NULL, 0) == 0;
	buf_free(&b);
	return found;
}

bool judge_same_output(const EnvJudge *j, const Script *s)
{
	Buf here = {0};
	file_read(j->out, &here, NULL);
	bool same = output_same(s, &here);
	buf_free(&here);
	return same;
}

static bool decide(const EnvJudge *j, const Script *s, const Trial *trial, const RunVerdict *v)
{
	if (j->compiled && printed(j))
		return false;
	if (j->where == 'x' && !judge_same_output(j, s))
		return false;
	if (j->ok_after > 0)
		return v->alive && (!j->options->oracle || (trial->oracle_said && trial->oracle_ok));
	if (v->timed_out)
		return false;
	if (j->options->oracle) {
		char status[16];
		int code = WIFEXITED(v->status) ? WEXITSTATUS(v->status) : 128 + WTERMSIG(v->status);
		snprintf(status, sizeof status, "%d", code);
		tell_oracle(j, status);
		bool ok = shell_wait(j, j->options->oracle);
		untell_oracle();
		return ok;
	}
	if (j->where == 's')
		return !(WIFEXITED(v->status) && WEXITSTATUS(v->status) == j->status);
	return j->compiled || j->where == 'x' || v->status == j->trace->status;
}

static bool is_input_held(const Script *s, u32 object)
{
	for (u32 i = s->trace->head; i < s->trace->calls.len; i++) {
		const CallUse *use = world_use(s->world, i);
		if (use->n_objects && use->objects[0] == object && call_is_held(&s->trace->calls.at[i]))
			return true;
	}
	return false;
}

/* Stores what the recorded run read from a pipe as its standard input in a file. */
static bool keep_input(EnvJudge *j, const Script *s, Err *err)
{
	const u64 key = inherited_key(0);
	Buf contents = {0};
	j->fed_known = true;
	for (u32 i = 1; i < world_object_count(s->world); i++) {
		const WorldObject *o = world_object(s->world, i);
		if (!o->inherited || o->key != key || o->path)
			continue;
		if (is_input_held(s, i) && !j->options->input && j->tty_input)
			return err_set(err,
						   "standard input of the recorded run is held back in the trace; give "
						   "it with --stdin FILE");
		recorded_contents(s, i, &contents);
		j->fed = xasprintf("%s/stdin", j->scratch.dir);
		if (!file_write_private(j->fed, buf_str(&contents), contents.len, NULL)) {
			free(j->fed);
			j->fed = NULL;
		}
		break;
	}
	buf_free(&contents);
	return true;
}

/* Returns a pipe again, if it has room for the whole file. */
static int influence(const char *file)
{
	enum { PIPE_HOLDS = 65536 };
	Buf contents = {0};
	int ends[2], fd = -1;
	if (file_read(file, &contents, NULL) && contents.len <= PIPE_HOLDS &&
		pipe2(ends, O_CLOEXEC) == 0) {
		if (write(ends[1], buf_str(&contents), contents.len) == (ssize_t)contents.len)
			fd = ends[0];
		else
			close(ends[0]);
		close(ends[1]);
	}
	buf_free(&contents);
	return fd >= 0 ? fd : open(file, O_RDONLY | O_CLOEXEC);
}

static bool is_fed(const EnvJudge *j)
{
	return !j->options->input && j->tty_input && j->fed;
}

/* True if the recorded descriptor of that number is replayed. */
static bool gives_descriptor(const EnvJudge *j, const bool *replay, int fd)
{
	for (u32 i = 0; i < j->trace->head; i++) {
		const TraceCall *c = &j->trace->calls.at[i];
		if (c->nr == PSEUDO_FDS && c->args[0] == (u64)fd)
			return replay[i];
	}
	return false;
}

/* True if the recorded run wrote to something that is no file. */
static bool was_no_file(const EnvJudge *j, int fd)
{
	for (u32 i = 0; i < j->trace->head; i++) {
		const TraceCall *c = &j->trace->calls.at[i];
		const TraceData *d = call_data(c, 1, 0, DATA_OUT);
		if (c->nr == PSEUDO_FDS && c->args[0] == (u64)fd && d)
			return d->at[0] != '/' || !strncmp((const char *)d->at, "/dev/pts/", 9) ||
				   !strncmp((const char *)d->at, "/dev/tty", 8);
	}
	return false;
}

static bool open_stdio(EnvJudge *j, const bool *replay, int fds[3], Err *err)
{
	char again[] = "/proc/self/fd/0";
	struct stat st;
	bool folder = fstat(0, &st) == 0 && S_ISDIR(st.st_mode) && gives_descriptor(j, replay, 0);
	const char *input = j->options->input        ? j->options->input
						: j->tty_input || folder ? "/dev/null"
												 : again;
	fds[0] = is_fed(j) ? influence(j->fed) : open(input, O_RDONLY | O_CLOEXEC);
	fds[1] = open(j->out, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	fds[2] = open(j->err, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int error = errno;
	for (int i = 0; i < 3; i++) {
		/* What is closed here is closed for the program, unless the recorded one is wanted. */
		if (fds[i] >= 0 && own_descriptor_was_closed(i) && !gives_descriptor(j, replay, i) &&
			!(i == 0 && j->options->input)) {
			close(fds[i]);
			fds[i] = -1;
			continue;
		}
		int pipe = i && fds[i] >= 0 && was_no_file(j, i) ? drain_begin(&j->drain[i], fds[i]) : -1;
		if (pipe >= 0)
			fds[i] = pipe;
		/* Uses a high number, so that the program's numbers stay the same. */
		int high = fds[i] >= 0 ? fcntl(fds[i], F_DUPFD_CLOEXEC, 200) : -1;
		if (fds[i] < 0)
			return err_set(err, "%s: %s", i ? j->dir : input, strerror(error));
		if (high >= 0) {
			close(fds[i]);
			fds[i] = high;
		}
	}
	return true;
}

static bool run_once(EnvJudge *j, Script *s, const bool *replay, CallObservation *seen,
					 CallWatch *watch, Recorder *recorder, char *const *argv, RunVerdict *v,
					 Err *err)
{
	Trial trial = {.judge = j, .verdict = v};
	if (judge_over(j))
		return err_set(err, "%s", judge_over(j));
	if (j->options->before && !shell_wait(j, j->options->before))
		return err_set(err, "--before: '%s' failed", j->options->before);
	if (!j->fed_known && !keep_input(j, s, err))
		return false;
	if (j->where == 'x' && !output_known(s))
		return err_set(err, "--fail-on output: the trace does not have what the run printed; use "
							"--fail-on 'stdout~REGEX'");
	CallObservation *own = seen ? NULL : xcalloc(s->trace->calls.len, sizeof *own);
	EnvRerun r = {.script = s,
				  .replay = replay,
				  .foreign = j->foreign,
				  .strict = j->strict,
				  .launch = {.argv = argv, .envp = environ, .stdio = {-1, -1, -1}},
				  .cell = j->in_place ? NULL : &j->cell,
				  .fed = is_fed(j),
				  .guard = &j->guard,
				  .watch = watch,
				  .recorder = recorder,
				  .limits = &j->limits,
				  .tick = tick,
				  .other_ended = other_ended,
				  .user = &trial,
				  .seen = seen ? seen : own};
	bool ok = open_stdio(j, replay, r.launch.stdio, err) && rerun(&r, err);
	for (int i = 0; i < 3; i++)
		if (r.launch.stdio[i] >= 0)
			close(r.launch.stdio[i]);
	for (int i = 1; i < 3; i++)
		drain_end(&j->drain[i]);
	if (trial.oracle > 0) {
		int status;
		kill(trial.oracle, SIGKILL);
		waitpid(trial.oracle, &status, 0);
	}
	free(own);
	v->status = r.tracer.status;
	v->parted = r.parted;
	v->replayed = r.replayed;
	v->differed = r.differed;
	v->passed = ok && decide(j, s, &trial, v);
	/* A rerun that was interrupted has no outcome. */
	if (ok && judge_over(j))
		return err_set(err, "%s", judge_over(j));
	return ok;
}

bool judge_run(EnvJudge *j, Script *s, const bool *replay, CallObservation *seen, CallWatch *watch,
			   Recorder *recorder, char *const *argv, RunVerdict *v, Err *err)
{
	*v = (RunVerdict){0};
	if (!j->in_place && !env_sandbox_open(&j->cell, &j->plan, err))
		return false;
	bool ok = run_once(j, s, replay, seen, watch, recorder, argv, v, err);
	env_sandbox_close(&j->cell);
	terminal_restore(&j->terminal);
	return ok;
}

void judge_last_words(const EnvJudge *j, const Redactor *rules, Buf *out)
{
	Buf b = {0};
	file_read(j->err, &b, NULL);
	if (!b.len)
		file_read(j->out, &b, NULL);
	if (b.len)
		redactor_text(rules, b.at, b.len);
	while (b.len && (b.at[b.len - 1] == '\n' || b.at[b.len - 1] == ' '))
		b.at[--b.len] = 0;
	const char *line = b.len ? strrchr(b.at, '\n') : NULL;
	const char *last = line ? line + 1 : buf_str(&b);
	buf_add_escaped(out, last, strnlen(last, 300));
	buf_free(&b);
}

void judge_success_format(const EnvJudge *j, Buf *out)
{
	const EnvLocate *o = j->options;
	const Trace *t = j->trace;
	if (o->fail_on)
		buf_addf(out,
				 j->where == 'x'   ? "it printed what it printed there"
				 : j->where == 's' ? "it did not end with %s"
								   : "it did not print %s",
				 j->where == 's' ? o->fail_on : o->fail_on + 7);
	if (j->ok_after > 0)
		buf_addf(out, "%sit was still running after %.1f s", out->len ? ", " : "", j->ok_after);
	if (o->oracle)
		buf_addf(out, "%s'%s' succeeded", out->len ? ", " : "", o->oracle);
	if (!out->len && WIFEXITED(t->status))
		buf_addf(out, "it exited with %d, as where it was recorded", WEXITSTATUS(t->status));
	else if (!out->len)
		buf_addf(out, "it was ended by %s, as where it was recorded",
				 signal_name(WTERMSIG(t->status)));
}
