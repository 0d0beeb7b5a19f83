/* signal_handlers.c: handlers, masks and pending signals, all sent by the program to itself. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile int count;
static sigjmp_buf env;

static void handler(int sig)
{
	printf("handler %d\n", sig);
	count++;
}

static void info_handler(int sig, siginfo_t *info, void *context)
{
	printf("info %d %d %d\n", sig, info->si_signo, context != NULL);
	count++;
}

static void jumper(int sig)
{
	siglongjmp(env, sig);
}

static void masks(void)
{
	sigset_t set, old, pending;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	printf("%d\n", sigprocmask(SIG_BLOCK, &set, &old));
	printf("%d %d\n", sigismember(&old, SIGUSR1), sigisemptyset(&old));
	raise(SIGUSR1);
	raise(SIGUSR2);
	sigpending(&pending);
	printf("pending %d %d %d\n", sigismember(&pending, SIGUSR1), sigismember(&pending, SIGUSR2),
		   sigismember(&pending, SIGHUP));
	sigdelset(&set, SIGUSR2);
	printf("unblock one\n");
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	printf("suspend\n");
	sigemptyset(&set);
	errno = 0;
	printf("%d", sigsuspend(&set));
	printf(" %d\n", errno == EINTR);
	sigprocmask(SIG_SETMASK, &old, NULL);
}

int main(void)
{
	struct sigaction act, old;
	printf("%d\n", signal(SIGUSR1, handler) == SIG_DFL);
	printf("%d\n", signal(SIGUSR1, handler) == handler);
	printf("%d %d\n", raise(SIGUSR1), count);
	printf("%d %d\n", kill(getpid(), SIGUSR1), count);
	memset(&act, 0, sizeof act);
	act.sa_sigaction = info_handler;
	act.sa_flags = (int)(SA_SIGINFO | SA_RESETHAND);
	sigemptyset(&act.sa_mask);
	sigaddset(&act.sa_mask, SIGHUP);
	printf("%d\n", sigaction(SIGUSR2, &act, &old));
	printf("%d %d\n", old.sa_handler == SIG_DFL, old.sa_flags);
	sigaction(SIGUSR2, NULL, &old);
	printf("%d %x %d\n", old.sa_sigaction == info_handler, (unsigned)old.sa_flags,
		   sigismember(&old.sa_mask, SIGHUP));
	raise(SIGUSR2);
	sigaction(SIGUSR2, NULL, &old);
	printf("reset %d\n", old.sa_handler == SIG_DFL);
	signal(SIGUSR2, handler);
	masks();
	signal(SIGTERM, SIG_IGN);
	printf("ignored %d\n", raise(SIGTERM));
	signal(SIGINT, jumper);
	int r = sigsetjmp(env, 1);
	if (r == 0)
		raise(SIGINT);
	printf("jumped %d\n", r);
	raise(SIGCHLD);
	errno = 0;
	printf("%d %d\n", signal(99, handler) == SIG_ERR, errno);
	errno = 0;
	printf("%d %d\n", sigaction(SIGKILL, &act, NULL), errno);
	errno = 0;
	printf("%d %d\n", raise(-1), errno);
	sigset_t full;
	sigfillset(&full);
	for (int i = 1; i < 65; i++)
		printf("%d", sigismember(&full, i));
	printf(" %d %d %d\n", sigaddset(&full, 0), sigismember(&full, 65), SIGRTMIN);
	fflush(stdout);
	signal(SIGSEGV, SIG_DFL);
	raise(SIGUSR1);
	fflush(stdout);
	raise(SIGSEGV);
	return 0;
}
