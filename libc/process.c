/* process.c: what concerns other processes (fork is in thread_fork.c, exec in exec.c, posix_spawn in spawn.c). */
#include <sched.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include "sys.h"

int clone(int (*fn)(void *), void *stack, int flags, void *arg, ...)
{
	__drift_unsupported("clone");
}

int daemon(int keep_dir, int keep_files)
{
	__drift_unsupported("daemon");
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	return (pid_t)SYS4(SYS_wait4, pid, status, options, usage);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
	return wait4(pid, status, options, NULL);
}

ALIAS(waitpid, __waitpid);

pid_t wait(int *status)
{
	return wait4(-1, status, 0, NULL);
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
	return wait4(-1, status, options, usage);
}

int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
	return (int)SYS4(SYS_waitid, type, id, info, options);
}

int prctl(int option, ...)
{
	va_list ap;
	long args[4] = {0};

	/* Options that read or switch one thing take one argument; others may take more. */
	va_start(ap, option);
	switch (option) {
	case PR_GET_DUMPABLE:
	case PR_GET_KEEPCAPS:
	case PR_GET_NO_NEW_PRIVS:
	case PR_GET_SECCOMP:
	case PR_GET_TIMERSLACK: break;
	case PR_SET_NAME:
	case PR_GET_NAME:
	case PR_SET_PDEATHSIG:
	case PR_GET_PDEATHSIG:
	case PR_SET_DUMPABLE:
	case PR_SET_KEEPCAPS:
	case PR_SET_TIMERSLACK:
	case PR_CAPBSET_READ:
	case PR_CAPBSET_DROP: args[0] = va_arg(ap, long); break;
	default:
		for (int i = 0; i < 4; i++)
			args[i] = va_arg(ap, long);
	}
	va_end(ap);
	return (int)SYS5(SYS_prctl, option, args[0], args[1], args[2], args[3]);
}

int personality(unsigned long persona)
{
	return (int)SYS1(SYS_personality, persona);
}

int getcontext(ucontext_t *context)
{
	__drift_unsupported("getcontext");
}

int setcontext(const ucontext_t *context)
{
	__drift_unsupported("setcontext");
}

int swapcontext(ucontext_t *restrict from, const ucontext_t *restrict to)
{
	__drift_unsupported("swapcontext");
}

void makecontext(ucontext_t *context, void (*fn)(void), int argc, ...)
{
	__drift_unsupported("makecontext");
}

int unshare(int flags)
{
	__drift_unsupported("unshare");
}

/* The kernel checks the privilege first, and a subject has none. */
int acct(const char *path)
{
	return fail(EPERM);
}
