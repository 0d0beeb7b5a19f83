/* process.c: other processes (fork is in thread_fork.c). A function that would become another program
 * ends the run with a message. */
#include <spawn.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
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

int execve(const char *path, char *const argv[], char *const envp[])
{
	__drift_unsupported("execve");
}

int execv(const char *path, char *const argv[])
{
	__drift_unsupported("execv");
}

int execvp(const char *file, char *const argv[])
{
	__drift_unsupported("execvp");
}

int execvpe(const char *file, char *const argv[], char *const envp[])
{
	__drift_unsupported("execvpe");
}

int execl(const char *path, const char *arg, ...)
{
	__drift_unsupported("execl");
}

int execlp(const char *file, const char *arg, ...)
{
	__drift_unsupported("execlp");
}

int execle(const char *path, const char *arg, ...)
{
	__drift_unsupported("execle");
}

int fexecve(int fd, char *const argv[], char *const envp[])
{
	__drift_unsupported("fexecve");
}

int execveat(int dir, const char *path, char *const argv[], char *const envp[], int flags)
{
	__drift_unsupported("execveat");
}

/* A query whether there is a shell is supported; the answer is yes, as on any real system. */
int system(const char *command)
{
	if (!command)
		return 1;
	__drift_unsupported("system");
}

int posix_spawn(pid_t *restrict pid, const char *restrict path,
				const posix_spawn_file_actions_t *restrict actions,
				const posix_spawnattr_t *restrict attr, char *const argv[restrict],
				char *const envp[restrict])
{
	__drift_unsupported("posix_spawn");
}

int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
				 const posix_spawnattr_t *attr, char *const argv[], char *const envp[])
{
	__drift_unsupported("posix_spawnp");
}

/* The objects that describe a spawn can be made; only the spawn itself cannot. */
#define SPAWN_OK(name, ...) \
	int name(__VA_ARGS__)   \
	{                       \
		return 0;           \
	}

SPAWN_OK(posix_spawn_file_actions_init, posix_spawn_file_actions_t *actions)
SPAWN_OK(posix_spawn_file_actions_destroy, posix_spawn_file_actions_t *actions)
SPAWN_OK(posix_spawn_file_actions_addopen, posix_spawn_file_actions_t *restrict actions, int fd,
		 const char *restrict path, int flags, mode_t mode)
SPAWN_OK(posix_spawn_file_actions_addclose, posix_spawn_file_actions_t *actions, int fd)
SPAWN_OK(posix_spawn_file_actions_adddup2, posix_spawn_file_actions_t *actions, int fd, int to)
SPAWN_OK(posix_spawn_file_actions_addchdir_np, posix_spawn_file_actions_t *restrict actions,
		 const char *restrict path)
SPAWN_OK(posix_spawnattr_init, posix_spawnattr_t *attr)
SPAWN_OK(posix_spawnattr_destroy, posix_spawnattr_t *attr)
SPAWN_OK(posix_spawnattr_setflags, posix_spawnattr_t *attr, short flags)
SPAWN_OK(posix_spawnattr_setpgroup, posix_spawnattr_t *attr, pid_t group)
SPAWN_OK(posix_spawnattr_setsigmask, posix_spawnattr_t *restrict attr,
		 const sigset_t *restrict mask)
SPAWN_OK(posix_spawnattr_setsigdefault, posix_spawnattr_t *restrict attr,
		 const sigset_t *restrict mask)

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
