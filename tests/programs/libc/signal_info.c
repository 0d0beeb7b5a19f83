/* signal_info.c: what handlers and waits are told of signals: who sent them, how, with which value. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void show(int number, siginfo_t *info, void *context)
{
	printf("handler %d: %d %d code %d me %d %d value %d context %d\n", number, info->si_signo,
		   info->si_errno, info->si_code, info->si_pid == getpid(), info->si_uid == getuid(),
		   info->si_code == SI_QUEUE ? info->si_value.sival_int : -1, context != NULL);
}

static void queue(int number, int value)
{
	union sigval v = {.sival_int = value};
	printf("%d\n", sigqueue(getpid(), number, v));
}

static void wait_for(const sigset_t *set)
{
	siginfo_t info;
	memset(&info, 0, sizeof info);
	int r = sigwaitinfo(set, &info);
	printf("wait %d: code %d me %d value %d\n", r, info.si_code, info.si_pid == getpid(),
		   info.si_value.sival_int);
}

static void waiting(void)
{
	sigset_t set, old;
	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	for (int i = 0; i < 4; i++)
		queue(SIGRTMIN, i);
	queue(SIGUSR1, 7);
	queue(SIGUSR1, 8);
	kill(getpid(), SIGRTMIN);
	sigprocmask(SIG_SETMASK, &old, NULL);
	sigprocmask(SIG_BLOCK, &set, &old);
	queue(SIGRTMIN, 99);
	wait_for(&set);
	kill(getpid(), SIGUSR1);
	wait_for(&set);
	raise(SIGUSR1);
	wait_for(&set);
	struct timespec soon = {0, 1000};
	printf("%d", sigtimedwait(&set, NULL, &soon));
	printf(" %d\n", errno == EAGAIN);
	sigprocmask(SIG_SETMASK, &old, NULL);
}

int main(void)
{
	static char room[65536];
	struct sigaction act = {.sa_sigaction = show, .sa_flags = SA_SIGINFO};
	const int numbers[] = {SIGUSR1, SIGRTMIN, SIGPIPE, SIGCHLD, SIGTERM};
	stack_t stack = {.ss_sp = room, .ss_size = sizeof room}, old;
	int pipes[2];

	setvbuf(stdout, NULL, _IONBF, 0);
	for (int i = 0; i < 5; i++)
		sigaction(numbers[i], &act, NULL);
	kill(getpid(), SIGUSR1);
	raise(SIGUSR1);
	queue(SIGUSR1, 42);
	waiting();
	pipe(pipes);
	close(pipes[0]);
	printf("%zd", write(pipes[1], "x", 1));
	printf(" %d\n", errno == EPIPE);
	raise(SIGCHLD);
	printf("%d", sigaltstack(&stack, NULL));
	printf(" %d", sigaltstack(NULL, &old));
	printf(" %d %d %zu\n", old.ss_flags, old.ss_sp == room, old.ss_size);
	stack.ss_size = 100;
	printf("%d\n", sigaltstack(&stack, NULL));
	return 0;
}
