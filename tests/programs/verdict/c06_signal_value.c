// c06_signal_value: the value that comes with a signal
// options: -- @str:1=a
// try: x
// expect: not equivalent
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>
static volatile int got;
static void handle(int signal, siginfo_t *info, void *context)
{
	(void)signal;
	(void)context;
	got = info->si_value.sival_int;
}
int main(int argc, char **argv)
{
	struct sigaction a = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
	union sigval value = {.sival_int = 3}; //OLD
	union sigval value = {.sival_int = 4}; //NEW
	sigaction(SIGUSR1, &a, 0);
	if (argv[argc - 1][0] == 'x')
		sigqueue(getpid(), SIGUSR1, value);
	return got;
}
