/* signal.c: signals. The kernel stores the handlers and delivers signals; this file converts
 * between the C structures and the kernel's. */
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "core.h"

/* The kernel's struct sigaction, field by field. */
struct kernel_action {
	void (*handler)(int);   /* or the three-argument kind, with SA_SIGINFO */
	unsigned long flags;    /* SA_* */
	void (*restorer)(void); /* unused here */
	unsigned long mask;     /* blocked while the handler runs: signal n is bit n-1 */
};

#define MASK_BYTES 8
/* glibc always passes a restorer to the kernel, and programs see the flag when they read the action
 * back. */
#define RESTORER_GIVEN 0x04000000ul

static int bad_signal(int sig)
{
	if (sig > 0 && sig < NSIG)
		return 0;
	errno = EINVAL;
	return 1;
}

int sigaction(int sig, const struct sigaction *restrict act, struct sigaction *restrict old)
{
	struct kernel_action in, out;
	if (bad_signal(sig))
		return -1;
	if (act) {
		in.handler = act->sa_handler;
		in.flags = (unsigned)act->sa_flags | RESTORER_GIVEN;
		in.restorer = NULL;
		in.mask = act->sa_mask.__val[0];
	}
	if (SYS4(SYS_rt_sigaction, sig, act ? &in : NULL, old ? &out : NULL, MASK_BYTES) < 0)
		return -1;
	if (old) {
		memset(old, 0, sizeof *old);
		old->sa_handler = out.handler;
		old->sa_flags = (int)out.flags;
		old->sa_mask.__val[0] = out.mask;
	}
	return 0;
}
ALIAS(sigaction, __sigaction);

/* The action is constant, so that it can be seen without a run that this installs no handler: every
 * program that can reach abort calls it. */
void __drift_signal_default(int sig)
{
	static const struct kernel_action action = {.handler = SIG_DFL, .flags = RESTORER_GIVEN};
	SYS4(SYS_rt_sigaction, sig, &action, NULL, MASK_BYTES);
}

static unsigned long interrupting; /* signals for which siginterrupt wants no SA_RESTART */

static __sighandler_t install(int sig, __sighandler_t handler, int flags)
{
	struct sigaction act = {.sa_flags = flags}, old;
	if (handler == SIG_ERR || bad_signal(sig)) {
		errno = EINVAL;
		return SIG_ERR;
	}
	act.sa_handler = handler;
	return sigaction(sig, &act, &old) < 0 ? SIG_ERR : old.sa_handler;
}

__sighandler_t signal(int sig, __sighandler_t handler)
{
	struct sigaction act = {.sa_flags = SA_RESTART}, old;
	if (handler == SIG_ERR || bad_signal(sig)) {
		errno = EINVAL;
		return SIG_ERR;
	}
	act.sa_handler = handler;
	sigaddset(&act.sa_mask, sig);
	if (interrupting >> (sig - 1) & 1)
		act.sa_flags = 0;
	return sigaction(sig, &act, &old) < 0 ? SIG_ERR : old.sa_handler;
}
ALIAS(signal, bsd_signal);
ALIAS(signal, ssignal);

__sighandler_t __sysv_signal(int sig, __sighandler_t handler)
{
	return install(sig, handler, (int)(SA_RESETHAND | SA_NODEFER));
}
ALIAS(__sysv_signal, sysv_signal);

int siginterrupt(int sig, int flag)
{
	struct sigaction act;
	if (sigaction(sig, NULL, &act) < 0)
		return -1;
	if (flag) {
		interrupting |= 1ul << (sig - 1);
		act.sa_flags &= ~SA_RESTART;
	} else {
		interrupting &= ~(1ul << (sig - 1));
		act.sa_flags |= SA_RESTART;
	}
	return sigaction(sig, &act, NULL);
}

int sigignore(int sig)
{
	return install(sig, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	unsigned long in = set ? set->__val[0] : 0, out = 0;
	if (SYS4(SYS_rt_sigprocmask, how, set ? &in : NULL, old ? &out : NULL, MASK_BYTES) < 0)
		return -1;
	if (old) {
		memset(old, 0, sizeof *old);
		old->__val[0] = out;
	}
	return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	int saved = errno;
	int result = sigprocmask(how, set, old) < 0 ? errno : 0;
	errno = saved;
	return result;
}

int sigpending(sigset_t *set)
{
	memset(set, 0, sizeof *set);
	return (int)SYS2(SYS_rt_sigpending, set, MASK_BYTES);
}

int sigsuspend(const sigset_t *set)
{
	return (int)SYS2(SYS_rt_sigsuspend, set, MASK_BYTES);
}

int sigaltstack(const stack_t *restrict stack, stack_t *restrict old)
{
	return (int)SYS2(SYS_sigaltstack, stack, old);
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
				 const struct timespec *restrict timeout)
{
	int got = (int)SYS4(SYS_rt_sigtimedwait, set, info, timeout, MASK_BYTES);
	if (got > 0 && info && info->si_code == SI_TKILL) /* of raise: as if by kill */
		info->si_code = SI_USER;
	return got;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
	return sigtimedwait(set, info, NULL);
}

int sigwait(const sigset_t *restrict set, int *restrict sig)
{
	int got = sigtimedwait(set, NULL, NULL);
	if (got < 0)
		return errno;
	*sig = got;
	return 0;
}

int kill(pid_t pid, int sig)
{
	return (int)SYS2(SYS_kill, pid, sig);
}

int killpg(pid_t group, int sig)
{
	if (group < 0) {
		errno = EINVAL;
		return -1;
	}
	return kill(-group, sig);
}

int tgkill(pid_t pid, pid_t tid, int sig)
{
	return (int)SYS3(SYS_tgkill, pid, tid, sig);
}

static int raise_it(int sig, long inside)
{
	long pid = __drift_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
	long tid = __drift_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
	return (int)SYS4(SYS_tgkill, pid, tid, sig, inside);
}

int raise(int sig)
{
	return raise_it(sig, 0);
}

void __drift_raise_abort(void)
{
	raise_it(SIGABRT, DRIFT_INSIDE);
}
ALIAS(raise, gsignal);

int sigqueue(pid_t pid, int sig, const union sigval value)
{
	siginfo_t info;
	memset(&info, 0, sizeof info);
	info.si_signo = sig;
	info.si_code = SI_QUEUE;
	info.si_pid = getpid();
	info.si_uid = getuid();
	info.si_value = value;
	return (int)SYS3(SYS_rt_sigqueueinfo, pid, sig, &info);
}

int pause(void)
{
	return (int)SYS0(SYS_pause);
}
