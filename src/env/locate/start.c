/* start.c: a program that does not start here at all.
 *
 * The kernel refuses to execute the file: its interpreter or loader is missing, its mode forbids it,
 * it is for another machine. There is no run to compare then, and the kernel's error is the cause.
 */
#include "env/locate/locate.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child: is executed as a rerun is, and stops before its first instruction. */
static _Noreturn void try_start(const EnvJudge *j, char *const *argv, int report)
{
	int error = 0;
	own_limits_restore(&j->limits);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) {
		execvp(argv[0], argv);
		error = errno;
	}
	if (write(report, &error, sizeof error) < 0)
		_exit(126);
	_exit(127);
}

/* The error with which the program does not start outside the sandbox; 0: it starts, or that is not
 * known. */
static int error_of_start(const EnvJudge *j, char *const *argv)
{
	int ends[2], error = 0, status = 0;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return 0;
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0)
		try_start(j, argv, ends[1]);
	close(ends[1]);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid > 0 && WIFSTOPPED(status)) {
		kill(pid, SIGKILL);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	if (read(ends[0], &error, sizeof error) != sizeof error)
		error = 0;
	close(ends[0]);
	return error;
}

/* The existing file that a command means; returns false if there is none. */
static bool file_of_command(const char *name, Buf *path)
{
	const char *dirs = strchr(name, '/') ? "" : getenv("PATH");
	struct stat st;
	for (const char *p = dirs; p; p = *p ? p + 1 : NULL) {
		size_t n = strcspn(p, ":");
		buf_reset(path);
		if (strchr(name, '/'))
			buf_adds(path, name);
		else
			buf_addf(path, "%.*s/%s", n ? (int)n : 1, n ? p : ".", name);
		if (stat(path->at, &st) == 0 && S_ISREG(st.st_mode))
			return true;
		p += n;
	}
	return false;
}

bool start_fails(Locator *l)
{
	const EnvLocate *o = l->options;
	u32 call = 0;
	/* What a command before it makes, or another oracle sees, is not known. */
	if (o->before || o->fail_on || o->oracle)
		return false;
	while (call < l->trace.head && l->trace.calls.at[call].nr != PSEUDO_PROGRAM)
		call++;
	Buf path = {0};
	int error = call < l->trace.head ? error_of_start(&l->judge, l->argv) : 0;
	bool fails = error && file_of_command(l->argv[0], &path);
	if (fails) {
		Finding f = {.call = call, .flip = call, .differs = true};
		f.diff = (EnvDifference){.kind = DIFF_FILE, .fatal = true};
		buf_adds(&f.diff.subject, buf_str(&path));
		buf_addf(&f.diff.summary, "%s does not start here: ", l->argv[0]);
		size_t before = f.diff.summary.len;
		advice_of_program(&f.diff.summary, buf_str(&path), -error);
		if (f.diff.summary.len == before)
			buf_adds(&f.diff.summary, strerror(error));
		pseudo_format(&f.there, &l->trace.calls.at[call]);
		buf_addf(&f.here, "execve fails: ");
		TraceCall failed = {.nr = SYS_execve, .ret = -error};
		env_result_format(&f.here, &failed);
		vec_push(&l->findings, f);
		buf_adds(&l->note, "it does not start, so what would come after is not known");
	}
	buf_free(&path);
	return fails;
}
