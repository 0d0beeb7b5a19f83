/* thread_fork.c: fork and vfork, and the functions that a fork calls. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "thread.h"

/* Of pthread_atfork, the newest first. */
struct at_fork {
	struct at_fork *next;
	void (*before)(void), (*parent)(void), (*child)(void);
};

static struct at_fork *at_fork;

int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *dso)
{
	struct at_fork *f = malloc(sizeof *f);
	if (!f)
		return ENOMEM;
	*f = (struct at_fork){at_fork, before, parent, child};
	at_fork = f;
	return 0;
}

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
	return __register_atfork(before, parent, child, NULL);
}

/* Those after a fork run in the order in which they were registered. */
static void run_later(const struct at_fork *f, int in_child)
{
	if (!f)
		return;
	run_later(f->next, in_child);
	if (in_child ? f->child != NULL : f->parent != NULL)
		(in_child ? f->child : f->parent)();
}

static pid_t fork_now(void)
{
	__drift_threaded = 1;
	pid_t pid = (pid_t)sys_result(__drift_clone(DRIFT_FORK, NULL));
	if (pid == 0)
		__drift_threads = 1;
	return pid;
}

pid_t _Fork(void)
{
	return fork_now();
}

pid_t fork(void)
{
	for (struct at_fork *f = at_fork; f; f = f->next)
		if (f->before)
			f->before();
	pid_t pid = fork_now();
	run_later(at_fork, pid == 0);
	return pid;
}

ALIAS(fork, __fork);

/* The child has the memory of its parent, which goes on when the child has ended. */
pid_t vfork(void)
{
	__drift_threaded = 1;
	pid_t pid = (pid_t)sys_result(__drift_clone(DRIFT_VFORK, NULL));
	if (pid > 0)
		while (__drift_syscall(SYS_waitid, P_PID, pid, 0, WEXITED | WNOWAIT, 0, 0) == -EINTR)
			;
	return pid;
}

ALIAS(vfork, __vfork);
