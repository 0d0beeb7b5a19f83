/* signals.c: handlers, masks, pending signals, sigaction, SIG_IGN, order of delivery. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t last, count;

static void note(int sig)
{
	last = sig;
	count++;
}

static void once(int sig, siginfo_t *info, void *ctx)
{
	(void)ctx;
	last = sig + info->si_signo * 100;
	count += 10;
}

int main(void)
{
	printf("%d\n", signal(SIGTERM, note) == SIG_DFL);
	printf("%d\n", raise(SIGTERM));
	printf("%d %d %d\n", last == SIGTERM, (int)count, signal(SIGTERM, SIG_IGN) == note);
	raise(SIGTERM);
	printf("%d\n", (int)count);
	struct sigaction sa, old;
	memset(&sa, 0, sizeof sa);
	sa.sa_sigaction = once;
	sa.sa_flags = SA_SIGINFO | SA_RESETHAND;
	sigaction(SIGUSR1, &sa, NULL);
	raise(SIGUSR1);
	printf("%d %d\n", last == SIGUSR1 * 101, (int)count);
	sigaction(SIGUSR1, NULL, &old);
	printf("%d\n", old.sa_handler == SIG_DFL);
	sigset_t set, before, pending;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigaddset(&set, SIGHUP);
	signal(SIGUSR2, note);
	signal(SIGHUP, note);
	sigprocmask(SIG_BLOCK, &set, &before);
	count = 0;
	raise(SIGUSR2);
	raise(SIGUSR2);
	sigpending(&pending);
	printf("%d %d %d\n", (int)count, sigismember(&pending, SIGUSR2), sigismember(&pending, SIGHUP));
	sigprocmask(SIG_SETMASK, &before, NULL);
	printf("%d %d\n", (int)count, last == SIGUSR2);
	printf("%s|%s\n", strsignal(SIGSEGV), strsignal(SIGINT));
	signal(SIGCHLD, SIG_DFL);
	raise(SIGCHLD);
	printf("still here\n");
	return 0;
}
