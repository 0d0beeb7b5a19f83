/* record_run.c: `drift env record`: runs a program under the recorder. */
#include "env/env.h"
#include "env/record/draft.h"
#include "env/record/own.h"
#include "env/record/record.h"

#include <sys/resource.h>
#include <unistd.h>

extern char **environ;

enum { GRACE = 2 }; /* seconds between SIGTERM and SIGKILL */

typedef struct Run {
	Recorder recorder;
	const EnvRecord *options;
	char *const *argv;
	double flushed; /* time of the last flush */
	bool stopped;
} Run;

/* Set by signals that ask the recorder to end. */
static volatile sig_atomic_t asked_to_end;

static void on_end_signal(int signo)
{
	asked_to_end = signo;
}

static bool answer(Tracer *t, TracedTask *task, i64 *ret)
{
	return recorder_answer(&((Run *)t->user)->recorder, task, ret);
}

static void enter(Tracer *t, TracedTask *task)
{
	recorder_enter(&((Run *)t->user)->recorder, task);
}

static void leave(Tracer *t, TracedTask *task, i64 ret)
{
	Recorder *r = &((Run *)t->user)->recorder;
	if (t->draining) /* it returned only because it was asked to end */
		recorder_unfinished(r, task);
	else
		recorder_leave(r, task, ret);
}

static void born(Tracer *t, TracedTask *task)
{
	recorder_born(&((Run *)t->user)->recorder, task);
}

static void executed(Tracer *t, TracedTask *task, bool first)
{
	Run *run = t->user;
	if (first && run->options->pid)
		recorder_head_running(&run->recorder, task);
	else if (first)
		recorder_head(&run->recorder, task, run->argv, environ);
	else
		recorder_executed(&run->recorder, task);
}

static bool signalled(Tracer *t, TracedTask *task, const siginfo_t *info)
{
	if (!t->draining)
		recorder_signal(&((Run *)t->user)->recorder, t, task, info);
	return true;
}

static void ended(Tracer *t, TracedTask *task, int status)
{
	recorder_ended(&((Run *)t->user)->recorder, task, status);
}

static bool tick(Tracer *t)
{
	Run *run = t->user;
	double now = now_seconds();
	if (now - run->flushed > 0.1) {
		trace_flush(run->recorder.out);
		run->flushed = now;
	}
	if (t->draining)
		return true;
	bool late = run->options->stop_after > 0 && now - t->start >= run->options->stop_after;
	if (late || asked_to_end) {
		run->stopped = true;
		tracer_stop(t, GRACE);
	}
	return true;
}

/* attached: the terminal's signals reach drift only, and ask it to end. */
static void watch_signals(struct sigaction old[4], bool attached, bool on)
{
	static const int ends[] = {SIGTERM, SIGHUP}, ignored[] = {SIGINT, SIGQUIT};
	struct sigaction end = {.sa_handler = on_end_signal}, ignore = {.sa_handler = SIG_IGN};
	for (int i = 0; i < 2; i++) {
		/* From the terminal these signals reach the program as well, so it decides. */
		sigaction(ends[i], on ? &end : &old[i], on ? &old[i] : NULL);
		sigaction(ignored[i], on ? attached ? &end : &ignore : &old[2 + i],
				  on ? &old[2 + i] : NULL);
	}
}

static void restore_limits(void *limits)
{
	const OwnLimits *own = limits;
	own_limits_restore(own);
	own_signals_set(own->blocked, own->ignored);
}

static double cpu_seconds(void)
{
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
		   (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* Completes the trace; *result describes it. Returns false if it could not be written. */
static bool finish(const Run *run, const Tracer *t, TraceDraft *draft, TraceWriter *out, double cpu,
				   EnvRecorded *result, Err *err)
{
	double seconds = now_seconds() - t->start;
	out = draft_end(draft, out, run->options->output, err);
	if (!out)
		return false;
	trace_put_end(out, t->status, run->stopped, seconds);
	*result = (EnvRecorded){
		.status = t->status,
		.stopped = run->stopped,
		.calls = trace_call_count(out),
		.tasks = (u32)t->tasks.len,
		.bytes = trace_written(out),
		.blob_bytes = trace_blob_bytes(out),
		.seconds = seconds,
		.cpu = cpu_seconds() - cpu,
		.skipped_maps = run->recorder.skipped_maps,
		.shared_maps = run->recorder.shared_maps,
		.uses_io_uring = run->recorder.uses_io_uring,
		.held = draft->held,
	};
	return trace_close(out, err);
}

static bool process_exists(pid_t pid, Err *err)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d", pid);
	return access(path, F_OK) == 0 || err_set(err, "there is no process %d", pid);
}

bool env_record(char *const argv[], const EnvRecord *options, EnvRecorded *result, Err *err)
{
	static const TracerOps ops = {.answer = answer,
								  .enter = enter,
								  .leave = leave,
								  .born = born,
								  .executed = executed,
								  .signalled = signalled,
								  .ended = ended,
								  .tick = tick};
	bool attached = options->pid != 0;
	/* A mistyped command must not overwrite an earlier trace. */
	if (!own_needs_met(err) ||
		(attached ? !process_exists(options->pid, err) : !program_exists(argv[0], err)))
		return false;
	OwnLimits limits;
	own_limits_raise(&limits);
	TraceDraft draft;
	TraceWriter *out = draft_begin(&draft, options, err);
	if (!out) {
		draft_free(&draft);
		own_limits_restore(&limits);
		return false;
	}
	Run run = {.options = options, .argv = argv};
	recorder_init(&run.recorder, out, options->max_map);
	run.recorder.max_contents = options->max_contents;
	run.recorder.own = &limits;
	run.recorder.answers = !attached && clock_may_answer();
	run.recorder.regions->whole = draft.rules != NULL;
	Tracer t = {.ops = &ops, .user = &run};
	Launch launch = {.argv = argv,
					 .envp = environ,
					 .stdio = {-1, -1, -1},
					 .prepare = restore_limits,
					 .user = &limits};
	struct sigaction old[4];
	double cpu = cpu_seconds();
	asked_to_end = 0;
	watch_signals(old, attached, true);
	bool ok = attached ? tracer_attach(&t, options->pid, err) : tracer_start(&t, &launch, err);
	if (ok)
		tracer_run(&t);
	watch_signals(old, attached, false);
	if (ok) {
		ok = finish(&run, &t, &draft, out, cpu, result, err);
	} else {
		trace_close(out, NULL);
	}
	draft_free(&draft);
	own_limits_restore(&limits);
	recorder_free(&run.recorder);
	tracer_free(&t);
	return ok;
}
