/* refuse_process.c: protects processes outside the rerun: signals, memory, priorities. */
#include "env/sandbox/refuse.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* "1234 (postgres)". */
static void name_process(Buf *b, pid_t pid)
{
	char path[64];
	Buf name = {0};
	snprintf(path, sizeof path, "/proc/%d/comm", pid);
	buf_addf(b, "%d", pid);
	if (file_read(path, &name, NULL) && name.len > 1)
		buf_addf(b, " (%.*s)", (int)name.len - 1, name.at);
	buf_free(&name);
}

/* True if it has ended and its parent has not waited for it: nothing can affect it. */
static bool is_zombie(pid_t pid)
{
	char path[64];
	Buf b = {0};
	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	file_read(path, &b, NULL);
	const char *after = b.len ? strrchr(b.at, ')') : NULL;
	bool ended = after && after[1] == ' ' && after[2] == 'Z';
	buf_free(&b);
	return ended;
}

static bool hold_process(Guard *g, pid_t pid, const char *what, i64 *ret)
{
	Buf b = {0};
	if (guard_owns_process(g, pid) || is_zombie(pid))
		return false;
	if (kill(pid, 0) != 0 && errno == ESRCH) {
		/* For example, a process of the rerun that has ended: nobody can be harmed. */
		*ret = -ESRCH;
		return true;
	}
	name_process(&b, pid);
	*ret = -EPERM;
	bool held = guard_hold(g, HELD_PROCESSES, "%s process %s", what, buf_str(&b));
	buf_free(&b);
	return held;
}

/* ---- signals ---- */

/* A signal to all processes, or to a group with other members: sends it only to the rerun's own. */
static bool signal_many(Guard *g, const TracedTask *task, pid_t group, int signo, i64 *ret)
{
	bool any = false;
	if (!guard_hold(g, HELD_PROCESSES, "%s to %s of others", signal_name(signo),
					group ? "a process group" : "all processes"))
		return false;
	for (size_t i = 0; i < g->tracer->tasks.len; i++) {
		const TracedTask *t = g->tracer->tasks.at[i];
		bool meant = group ? getpgid(t->tgid) == group : t->tgid != task->tgid;
		if (t->live && !t->thread && meant)
			any |= kill(t->tgid, signo) == 0;
	}
	*ret = any ? 0 : group ? -EPERM : -ESRCH;
	return true;
}

static bool refuse_kill(Guard *g, const TracedTask *task, i64 *ret)
{
	pid_t to = (pid_t)task->args[0];
	int signo = (int)task->args[1];
	char what[64];
	if (signo == 0)
		return false; /* a query */
	if (to > 0) {
		snprintf(what, sizeof what, "%s to", signal_name(signo));
		return hold_process(g, to, what, ret);
	}
	pid_t group = to == -1 ? 0 : to == 0 ? getpgid(task->tgid) : -to;
	/* The rerun created a group that one of its processes leads: nobody else is in it. */
	if (group > 0 && guard_owns_process(g, group))
		return false;
	return signal_many(g, task, group, signo, ret);
}

static pid_t process_of_fd(const TracedTask *task, int fd)
{
	char path[64];
	Buf b = {0};
	snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", task->tid, fd);
	file_read(path, &b, NULL);
	const char *line = strstr(buf_str(&b), "Pid:");
	pid_t pid = line ? atoi(line + 4) : 0;
	buf_free(&b);
	return pid;
}

static bool refuse_signal(Guard *g, const TracedTask *task, i64 *ret)
{
	char what[64];
	pid_t pid = (pid_t)task->args[0];
	int signo = (int)task->args[1];
	switch (task->nr) {
	case SYS_kill: return refuse_kill(g, task, ret);
	case SYS_tkill:
	case SYS_rt_sigqueueinfo: break;
	case SYS_tgkill:
	case SYS_rt_tgsigqueueinfo: signo = (int)task->args[2]; break;
	case SYS_pidfd_send_signal: pid = process_of_fd(task, (int)task->args[0]); break;
	default: return false;
	}
	snprintf(what, sizeof what, "%s to", signal_name(signo));
	return signo != 0 && pid > 0 && hold_process(g, pid, what, ret);
}

/* ---- other calls ---- */

static bool refuse_owner(Guard *g, const TracedTask *task, i64 *ret)
{
	i32 owner[2] = {0, (i32)task->args[2]}; /* kind and number */
	u32 request = (u32)task->args[1];
	if (task->nr == SYS_ioctl && (request == FIOSETOWN || request == SIOCSPGRP))
		mem_read(task->tid, task->args[2], &owner[1], sizeof owner[1]);
	else if (task->nr == SYS_fcntl && request == F_SETOWN_EX)
		mem_read(task->tid, task->args[2], owner, sizeof owner);
	else if (task->nr != SYS_fcntl || request != F_SETOWN)
		return false;
	pid_t pid = owner[1] < 0 ? -owner[1] : owner[1];
	return pid > 0 && hold_process(g, pid, "signals of a descriptor to", ret);
}

static bool refuse_priority(Guard *g, const TracedTask *task, i64 *ret)
{
	/* Both calls have a process as their first kind, counted from 0 or 1. */
	bool process = task->args[0] == (task->nr == SYS_ioprio_set ? 1 : PRIO_PROCESS);
	if (task->nr != SYS_setpriority && task->nr != SYS_ioprio_set)
		return false;
	if (process)
		return task->args[1] && hold_process(g, (pid_t)task->args[1], "a priority for", ret);
	*ret = -EPERM;
	return guard_hold(g, HELD_PROCESSES, "a priority for many processes");
}

bool refuse_process(Guard *g, TracedTask *task, i64 *ret)
{
	pid_t first = (pid_t)task->args[0];
	switch (task->nr) {
	case SYS_ptrace:
		return (task->args[0] == PTRACE_ATTACH || task->args[0] == PTRACE_SEIZE) &&
			   hold_process(g, (pid_t)task->args[1], "ptrace of", ret);
	case SYS_process_vm_writev: return hold_process(g, first, "memory of", ret);
	case SYS_pidfd_getfd:
		return hold_process(g, process_of_fd(task, first), "a descriptor of", ret);
	case SYS_process_madvise:
	case SYS_process_mrelease: return hold_process(g, process_of_fd(task, first), "memory of", ret);
	case SYS_migrate_pages:
	case SYS_move_pages: return first && hold_process(g, first, "memory of", ret);
	case SYS_sched_setaffinity:
	case SYS_sched_setparam:
	case SYS_sched_setscheduler:
	case SYS_sched_setattr: return first && hold_process(g, first, "scheduling of", ret);
	case SYS_prlimit64: return first && task->args[2] && hold_process(g, first, "a limit for", ret);
	case SYS_setpriority:
	case SYS_ioprio_set: return refuse_priority(g, task, ret);
	case SYS_ioctl:
	case SYS_fcntl: return refuse_owner(g, task, ret);
	default: return refuse_signal(g, task, ret);
	}
}
