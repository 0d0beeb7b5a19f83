// c06_signal_waited: the value of a signal that is waited for
// options: -- @str:1=a
// try: x
// expect: not equivalent
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	sigset_t set;
	siginfo_t info;
	union sigval value = {.sival_int = 3}; //OLD
	union sigval value = {.sival_int = 4}; //NEW
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, 0);
	if (argv[argc - 1][0] != 'x')
		return 0;
	sigqueue(getpid(), SIGUSR1, value);
	return sigwaitinfo(&set, &info) == SIGUSR1 ? info.si_value.sival_int : 1;
}
