/* pulse.c: finds out whether a rerun computes, waits or sleeps. */
#include "env/replay/replay.h"

#include <sys/syscall.h>
#include <unistd.h>

enum { BUSY = 20 }; /* calls since the last sample that count as activity */

/* Calls in which a server waits for work; in others it is only delayed. */
static bool is_waiting(const TracedTask *task)
{
	static const i32 waits[] = {SYS_poll,
								SYS_ppoll,
								SYS_select,
								SYS_pselect6,
								SYS_epoll_wait,
								SYS_epoll_pwait,
								SYS_epoll_pwait2,
								SYS_accept,
								SYS_accept4,
								SYS_nanosleep,
								SYS_clock_nanosleep,
								SYS_futex,
								SYS_wait4,
								SYS_waitid,
								SYS_pause,
								SYS_rt_sigsuspend,
								SYS_rt_sigtimedwait,
								SYS_recvfrom,
								SYS_recvmsg,
								SYS_read,
								SYS_restart_syscall,
								SYS_io_getevents,
								SYS_io_uring_enter,
								SYS_msgrcv,
								SYS_semop,
								SYS_semtimedop,
								SYS_futex_waitv};
	for (size_t i = 0; i < countof(waits) && task->in_call; i++)
		if (waits[i] == task->nr)
			return true;
	return false;
}

/* True if the kernel has put the task to sleep: on a loaded system, a call may be finished long
 * before the task runs again. Adds the processor seconds of the task and of the children it waited
 * for. */
static bool is_asleep(const TracedTask *task, double *cpu)
{
	char path[64], state = 'R';
	unsigned long user = 0, system = 0, child_user = 0, child_system = 0;
	Buf b = {0};
	snprintf(path, sizeof path, "/proc/%d/task/%d/stat", task->tgid, task->tid);
	file_read(path, &b, NULL);
	const char *after = b.len ? strrchr(b.at, ')') : NULL; /* a name may contain anything */
	if (after)
		sscanf(after, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &state, &user,
			   &system, &child_user, &child_system);
	buf_free(&b);
	if (!task->thread) /* all threads report the same children */
		user += child_user + child_system;
	*cpu += (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
	/* Until the child of a vfork calls execve or ends, its parent sleeps in another state. */
	bool forking = task->nr == SYS_vfork || task->nr == SYS_clone || task->nr == SYS_clone3;
	return state == 'S' || state == 'T' || (state == 'D' && task->in_call && forking);
}

static double own_cpu(void)
{
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
		   (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

void pulse_begin(RunPulse *p)
{
	*p = (RunPulse){.own_cpu = own_cpu()};
}

void pulse_take(RunPulse *p, const Tracer *t)
{
	double now = now_seconds() - t->start, work = own_cpu() - p->own_cpu;
	u32 before = p->calls;
	bool asleep = true, waiting = true;
	p->calls = 0;
	for (size_t i = 0; i < t->tasks.len; i++) {
		const TracedTask *task = t->tasks.at[i];
		p->calls += task->finished;
		if (!task->live)
			continue;
		asleep &= is_asleep(task, &work);
		waiting &= is_waiting(task);
	}
	if (asleep)
		p->idle += now - p->at;
	/* The time of an ended task is missing until somebody has waited for it. */
	if (work > p->work)
		p->work = work;
	p->at = now;
	p->still = asleep && waiting && p->calls == before;
	p->busy = !asleep || !waiting || p->calls - before > BUSY;
}
