/* jobs.c: runs child processes in parallel and collects their output. */
#include "base/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
	PIPES = 3,
	ALIVE = 2,
	NEVER_RAN = 127 << 8,
	LOOK = 50, /* milliseconds between budget checks */
};

/* While jobs run, signals are read from a descriptor. */
typedef struct Signals {
	sigset_t old; /* mask for the children, and to restore at the end */
	int fd;
	int caught; /* the first signal, or 0 */
} Signals;

static void signals_begin(Signals *s)
{
	sigset_t ending;
	sigemptyset(&ending);
	sigaddset(&ending, SIGINT);
	sigaddset(&ending, SIGTERM);
	sigaddset(&ending, SIGHUP);
	sigprocmask(SIG_BLOCK, &ending, &s->old);
	s->fd = signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK);
	s->caught = 0;
}

static void signals_end(Signals *s)
{
	if (s->fd >= 0)
		close(s->fd);
	sigprocmask(SIG_SETMASK, &s->old, NULL);
	if (s->caught)
		raise(s->caught);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* Opens the child's end of each pipe: 1 and 2, and a third descriptor that stays open as long as
 * the process lives. */
static bool open_pipes(Job *job, int theirs[PIPES], posix_spawn_file_actions_t *actions)
{
	for (int i = 0; i < PIPES; i++) {
		int p[2];
		if (i != ALIVE && !job->capture)
			continue;
		if (pipe2(p, O_CLOEXEC) != 0)
			return false;
		job->fds[i] = p[0];
		theirs[i] = p[1];
		posix_spawn_file_actions_adddup2(actions, p[1], i == ALIVE ? p[1] : i + 1);
	}
	return true;
}

/* Our environment with another TMPDIR, allocated; its last string is in *own. */
static char **with_temp(const char *temp, char **own)
{
	static const char name[] = "TMPDIR=";
	size_t n = 0, kept = 0;
	while (environ[n])
		n++;
	char **env = xcalloc(n + 2, sizeof *env);
	for (size_t i = 0; i < n; i++)
		if (strncmp(environ[i], name, sizeof name - 1))
			env[kept++] = environ[i];
	env[kept] = *own = xasprintf("%s%s", name, temp);
	return env;
}

static int spawn(Job *job, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attr)
{
	char *own = NULL, **env = job->temp ? with_temp(job->temp, &own) : NULL;
	int error =
		posix_spawnp(&job->pid, job->argv[0], actions, attr, job->argv, env ? env : environ);
	free(env);
	free(own);
	return error;
}

static void start(Job *job, const Signals *signals)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	int theirs[PIPES] = {-1, -1, -1};
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &signals->old);
	posix_spawnattr_setflags(&attr,
							 POSIX_SPAWN_SETSIGMASK | (job->group ? POSIX_SPAWN_SETPGROUP : 0));
	if (job->input)
		posix_spawn_file_actions_addopen(&actions, 0, job->input, O_RDONLY, 0);
	if (job->dir)
		posix_spawn_file_actions_addchdir_np(&actions, job->dir);
	if (!open_pipes(job, theirs, &actions))
		job->error = errno;
	else
		job->error = spawn(job, &actions, &attr);
	job->started = job->error == 0;
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	for (int i = 0; i < PIPES; i++) {
		close_fd(&theirs[i]);
		if (!job->started)
			close_fd(&job->fds[i]);
	}
}

static bool running(const Job *job)
{
	return job->started && job->pid > 0;
}

/* Reads what has arrived on one pipe. */
static void receive(Job *job, int i)
{
	char chunk[65536];
	ssize_t n = read(job->fds[i], chunk, sizeof chunk);
	if (n > 0 && i != ALIVE)
		buf_add(i == 0 ? &job->out : &job->err, chunk, (size_t)n);
	else if (n == 0 || (n < 0 && errno != EINTR))
		close_fd(&job->fds[i]);
}

static void signal_all(Job *jobs, size_t n, int sig)
{
	for (size_t i = 0; i < n; i++)
		if (running(&jobs[i]))
			kill(jobs[i].group ? -jobs[i].pid : jobs[i].pid, sig);
}

static void take_signal(Signals *s, Job *jobs, size_t n)
{
	struct signalfd_siginfo info;
	if (read(s->fd, &info, sizeof info) != sizeof info)
		return;
	if (!s->caught)
		s->caught = (int)info.ssi_signo;
	signal_all(jobs, n, (int)info.ssi_signo);
}

/* Waits for an event in any running job and handles it; waits at most `most` milliseconds, or
 * without limit if it is -1. */
static void wait_for_events(Job *jobs, size_t n, Signals *signals, int most)
{
	struct pollfd *p = xcalloc(n * PIPES + 1, sizeof *p);
	for (size_t i = 0; i < n * PIPES; i++)
		p[i] = (struct pollfd){running(&jobs[i / PIPES]) ? jobs[i / PIPES].fds[i % PIPES] : -1,
							   POLLIN, 0};
	p[n * PIPES] = (struct pollfd){signals->fd, POLLIN, 0};
	if (poll(p, n * PIPES + 1, most) > 0) {
		for (size_t i = 0; i < n * PIPES; i++)
			if (p[i].revents)
				receive(&jobs[i / PIPES], (int)(i % PIPES));
		if (p[n * PIPES].revents)
			take_signal(signals, jobs, n);
	}
	free(p);
}

static void wait_for(Job *job)
{
	for (int i = 0; i < PIPES; i++)
		close_fd(&job->fds[i]);
	while (waitpid(job->pid, &job->status, 0) < 0 && errno == EINTR)
		;
	job->pid = 0;
}

/* Waits for the jobs whose pipes are all closed. Returns how many; sets *failed if one that decides
 * has failed. */
static size_t reap(Job *jobs, size_t n, bool *failed)
{
	size_t ended = 0;
	for (size_t i = 0; i < n; i++) {
		Job *job = &jobs[i];
		if (!running(job) || job->fds[0] >= 0 || job->fds[1] >= 0 || job->fds[ALIVE] >= 0)
			continue;
		wait_for(job);
		ended++;
		*failed = *failed || (job->decides && !job_ok(job));
	}
	return ended;
}

/* Ends all running jobs. Their children may keep the pipes open for long, so we do not wait for
 * those. */
static void end_all(Job *jobs, size_t n)
{
	signal_all(jobs, n, SIGTERM);
	for (size_t i = 0; i < n; i++)
		if (running(&jobs[i]))
			wait_for(&jobs[i]);
}

void jobs_run(Job *jobs, size_t n, size_t at_once)
{
	Signals signals;
	size_t next = 0, alive = 0;
	bool failed = false;
	Budget *budget = n ? jobs[0].budget : NULL;
	signals_begin(&signals);
	for (size_t i = 0; i < n; i++) {
		jobs[i].status = NEVER_RAN;
		jobs[i].fds[0] = jobs[i].fds[1] = jobs[i].fds[2] = -1;
	}
	while (!failed && !signals.caught && (next < n || alive)) {
		if (next < n && alive < at_once) {
			start(&jobs[next], &signals);
			alive += jobs[next].started;
			failed = !jobs[next].started && jobs[next].decides;
			next++;
			continue;
		}
		wait_for_events(jobs, next, &signals, budget ? LOOK : -1);
		alive -= reap(jobs, next, &failed);
		failed = failed || (alive && budget && budget_over(budget));
	}
	end_all(jobs, next);
	for (size_t i = 0; i < n; i++)
		jobs[i].stopped = signals.caught && !job_ok(&jobs[i]);
	signals_end(&signals);
}

bool job_ok(const Job *job)
{
	return job->started && WIFEXITED(job->status) && WEXITSTATUS(job->status) == 0;
}

void job_free(Job *job)
{
	buf_free(&job->out);
	buf_free(&job->err);
}
