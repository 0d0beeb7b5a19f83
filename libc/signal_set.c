/* signal_set.c: sets of signals and the older functions made of them. */
#include <signal.h>
#include <string.h>
#include "core.h"

static int bad_signal(int sig)
{
	if (sig > 0 && sig < NSIG)
		return 0;
	errno = EINVAL;
	return 1;
}

int sigemptyset(sigset_t *set)
{
	memset(set, 0, sizeof *set);
	return 0;
}

/* glibc keeps 32 and 33 to itself. */
int sigfillset(sigset_t *set)
{
	memset(set, 0xff, sizeof *set);
	set->__val[0] &= ~(3ul << 31);
	return 0;
}

int sigaddset(sigset_t *set, int sig)
{
	if (bad_signal(sig))
		return -1;
	set->__val[0] |= 1ul << (sig - 1);
	return 0;
}

int sigdelset(sigset_t *set, int sig)
{
	if (bad_signal(sig))
		return -1;
	set->__val[0] &= ~(1ul << (sig - 1));
	return 0;
}

int sigismember(const sigset_t *set, int sig)
{
	if (bad_signal(sig))
		return -1;
	return set->__val[0] >> (sig - 1) & 1;
}
ALIAS(sigismember, __sigismember);
ALIAS(sigaddset, __sigaddset);
ALIAS(sigdelset, __sigdelset);

int sigisemptyset(const sigset_t *set)
{
	for (size_t i = 0; i < LENGTH(set->__val); i++)
		if (set->__val[i])
			return 0;
	return 1;
}

int sigandset(sigset_t *set, const sigset_t *a, const sigset_t *b)
{
	for (size_t i = 0; i < LENGTH(set->__val); i++)
		set->__val[i] = a->__val[i] & b->__val[i];
	return 0;
}

int sigorset(sigset_t *set, const sigset_t *a, const sigset_t *b)
{
	for (size_t i = 0; i < LENGTH(set->__val); i++)
		set->__val[i] = a->__val[i] | b->__val[i];
	return 0;
}

static int change_one(int how, int sig)
{
	sigset_t set;
	sigemptyset(&set);
	return sigaddset(&set, sig) < 0 ? -1 : sigprocmask(how, &set, NULL);
}

int sighold(int sig)
{
	return change_one(SIG_BLOCK, sig);
}

int sigrelse(int sig)
{
	return change_one(SIG_UNBLOCK, sig);
}

/* System V's pair of handler and mask in one value. */
__sighandler_t sigset(int sig, __sighandler_t disp)
{
	struct sigaction act, old;
	sigset_t set, before;
	sigemptyset(&set);
	if (disp == SIG_ERR || sigaddset(&set, sig) < 0) {
		errno = EINVAL;
		return SIG_ERR;
	}
	if (disp == SIG_HOLD) {
		if (sigprocmask(SIG_BLOCK, &set, &before) < 0)
			return SIG_ERR;
		if (sigismember(&before, sig))
			return SIG_HOLD;
		return sigaction(sig, NULL, &old) < 0 ? SIG_ERR : old.sa_handler;
	}
	memset(&act, 0, sizeof act);
	act.sa_handler = disp;
	if (sigaction(sig, &act, &old) < 0 || sigprocmask(SIG_UNBLOCK, &set, &before) < 0)
		return SIG_ERR;
	return sigismember(&before, sig) ? SIG_HOLD : old.sa_handler;
}

/* BSD's masks: an int with a bit for each of the first 32 signals. */
static int old_mask(int how, int mask)
{
	sigset_t set, before;
	sigemptyset(&set);
	set.__val[0] = (unsigned)mask;
	return sigprocmask(how, &set, &before) < 0 ? -1 : (int)before.__val[0];
}

int sigblock(int mask)
{
	return old_mask(SIG_BLOCK, mask);
}

int sigsetmask(int mask)
{
	return old_mask(SIG_SETMASK, mask);
}

int siggetmask(void)
{
	return sigblock(0);
}

int __libc_current_sigrtmin(void)
{
	return 34;
}

int __libc_current_sigrtmax(void)
{
	return 64;
}

/* The POSIX one, which the headers call __xpg_sigpause: one signal to take off the mask. */
int sigpause(int sig)
{
	sigset_t set;
	if (sigprocmask(SIG_BLOCK, NULL, &set) < 0 || sigdelset(&set, sig) < 0)
		return -1;
	return sigsuspend(&set);
}
