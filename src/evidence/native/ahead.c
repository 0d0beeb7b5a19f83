/* ahead.c: builds a version natively in the background.
 *
 * A separate process makes what native_version_build would make, and reports the outcome through a
 * pipe. The first user of the program waits for it. The process ends with this one, or with the
 * version, and then also ends the compilers that it started.
 */
#include "evidence/native/program_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK = 50 }; /* milliseconds between budget checks */

/* What the process reports at the end. */
typedef struct AheadReport {
	bool good;
	bool sourceless;
	char path[4096];
	Err err;
} AheadReport;

/* Runs in the child. */
static void build_and_say(NativeVersion *p, pid_t parent, int to)
{
	AheadReport report = {0};
	FlavourBuild build = {0};
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	if (getppid() != parent)
		_exit(EXIT_TROUBLE);
	report.good = native_version_build_now(p, FLAVOUR_PLAIN, &build, &report.err);
	report.sourceless = p->sourceless;
	if (report.good && strlen(build.path) < sizeof report.path)
		strcpy(report.path, build.path);
	size_t n = sizeof report;
	for (const char *at = (const char *)&report; n;) {
		ssize_t k = write(to, at, n);
		if (k < 0 && errno != EINTR)
			break;
		at += k > 0 ? k : 0;
		n -= k > 0 ? (size_t)k : 0;
	}
	_exit(EXIT_SAME);
}

void native_version_start(NativeVersion *p)
{
	int ends[2];
	pid_t self = getpid();
	if (p->ahead.pid || p->build[FLAVOUR_PLAIN].path || p->build[FLAVOUR_PLAIN].failed ||
		pipe2(ends, O_CLOEXEC))
		return;
	pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		build_and_say(p, self, ends[1]);
	}
	close(ends[1]);
	if (pid < 0)
		close(ends[0]);
	else
		p->ahead = (NativeAhead){pid, ends[0]};
}

static void end(NativeVersion *p, bool done)
{
	close(p->ahead.from);
	if (!done)
		kill(p->ahead.pid, SIGTERM);
	while (waitpid(p->ahead.pid, NULL, 0) < 0 && errno == EINTR)
		;
	p->ahead = (NativeAhead){0};
}

void native_version_stop(NativeVersion *p)
{
	if (p->ahead.pid)
		end(p, false);
}

/* Returns false if there is no report, or no time to wait for it. */
static bool receive(NativeVersion *p, AheadReport *report)
{
	size_t got = 0;
	while (got < sizeof *report) {
		struct pollfd one = {p->ahead.from, POLLIN, 0};
		if (p->config.budget && budget_over(p->config.budget))
			return false;
		if (poll(&one, 1, LOOK) <= 0)
			continue;
		ssize_t k = read(p->ahead.from, (char *)report + got, sizeof *report - got);
		if (k == 0 || (k < 0 && errno != EINTR))
			return false;
		got += k > 0 ? (size_t)k : 0;
	}
	return true;
}

bool native_version_wait(NativeVersion *p, FlavourBuild *b, Err *err)
{
	AheadReport report;
	bool said = receive(p, &report);
	end(p, said);
	if (!said) /* without a report, build again; the compilers may show the reason */
		return native_version_build_now(p, FLAVOUR_PLAIN, b, err);
	p->sourceless = report.sourceless;
	if (report.good && report.path[0])
		b->path = xstrdup(report.path);
	else
		*err = report.err;
	return b->path;
}
