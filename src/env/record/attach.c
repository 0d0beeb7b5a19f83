/* attach.c: attaches to a process that runs already. */
#include "env/record/tracer.h"

#include "env/alone/accounts.h"

#include <dirent.h>
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <unistd.h>

/* A number of /proc/PID/status; -1: there is none. */
static long status_number(pid_t pid, const char *name)
{
	char path[64];
	Buf b = {0};
	snprintf(path, sizeof path, "/proc/%d/status", pid);
	file_read(path, &b, NULL);
	const char *at = strstr(buf_str(&b), name);
	long n = at ? strtol(at + strlen(name), NULL, 10) : -1;
	buf_free(&b);
	return n;
}

/* Says why the kernel refuses, as far as it can be known. */
static bool refused(pid_t pid, int error, Err *err)
{
	char path[64];
	struct stat st;
	long tracer = status_number(pid, "\nTracerPid:");
	long uid = status_number(pid, "\nUid:");
	int scope = tracer_yama_scope();
	snprintf(path, sizeof path, "/proc/%d", pid);
	if (error == ESRCH || stat(path, &st) != 0)
		return err_set(err, "there is no process %d", pid);
	if (error != EPERM)
		return err_set(err, "cannot attach to process %d: %s", pid, strerror(error));
	if (tracer > 0)
		return err_set(err,
					   "cannot attach to process %d: process %ld traces it already (a debugger, "
					   "strace or drift)",
					   pid, tracer);
	if (geteuid() != 0 && uid >= 0 && (uid_t)uid != geteuid()) {
		char *name = account_name((uid_t)uid);
		err_set(err,
				"cannot attach to process %d: it belongs to user %ld%s%s%s; run drift as that user "
				"or as root",
				pid, uid, name ? " (" : "", name ? name : "", name ? ")" : "");
		free(name);
		return false;
	}
	if (scope == 3 || (scope >= 1 && geteuid() != 0))
		return err_set(err,
					   "cannot attach to process %d: kernel.yama.ptrace_scope is %d, which permits "
					   "%s; %s",
					   pid, scope,
					   scope == 3   ? "nobody to attach"
					   : scope == 2 ? "only root to attach"
									: "only root to attach to a process that is not its child",
					   scope == 3 ? "it can be lowered only at the next start of the system"
								  : "run drift as root, or 'sysctl kernel.yama.ptrace_scope=0'");
	return err_set(
		err,
		"cannot attach to process %d: ptrace is not permitted; the process may be one of "
		"the kernel, have more privileges than drift, or have forbidden it (PR_SET_DUMPABLE); "
		"in a container run it with '--cap-add=SYS_PTRACE'",
		pid);
}

static bool seize(pid_t tid)
{
	long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
				   PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC;
	return ptrace(PTRACE_SEIZE, tid, NULL, (void *)options) == 0;
}

/* Seizes the threads that are not traced yet; returns true if there were any. */
static bool seize_others(Tracer *t, TracedTask *root)
{
	char path[64];
	u32 n = 0;
	snprintf(path, sizeof path, "/proc/%d/task", root->tid);
	DIR *dir = opendir(path);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		pid_t tid = atoi(e->d_name);
		if (tid <= 0 || tracer_find(t, tid) || !seize(tid))
			continue;
		TracedTask *task = tracer_add(t, tid, root, true);
		if (t->ops->born)
			t->ops->born(t, task);
		ptrace(PTRACE_INTERRUPT, tid, NULL, NULL);
		n++;
	}
	if (dir)
		closedir(dir);
	return n > 0;
}

bool tracer_attach(Tracer *t, pid_t pid, Err *err)
{
	enum { ROUNDS = 100 }; /* a thread that is not traced yet may make another one meanwhile */
	if (pid == getpid())
		return err_set(err, "drift cannot record itself");
	if (status_number(pid, "\nTgid:") > 0 && status_number(pid, "\nTgid:") != pid)
		return err_set(err, "%d is a thread of process %ld; give that number", pid,
					   status_number(pid, "\nTgid:"));
	if (!seize(pid))
		return refused(pid, errno, err);
	t->attached = true;
	TracedTask *root = tracer_add(t, pid, NULL, false);
	t->started = true;
	t->start = now_seconds();
	if (t->ops->born)
		t->ops->born(t, root);
	if (t->ops->executed)
		t->ops->executed(t, root, true);
	ptrace(PTRACE_INTERRUPT, pid, NULL, NULL);
	bool more = true;
	for (int i = 0; i < ROUNDS && more; i++)
		more = seize_others(t, root);
	return true;
}
