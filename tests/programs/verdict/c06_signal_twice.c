// c06_signal_twice: a real-time signal that waits twice
// options: -- @str:1=a
// try: x
// expect: not equivalent
#define _GNU_SOURCE
#include <signal.h>
static volatile int times;
static void handle(int signal)
{
	(void)signal;
	times++;
}
int main(int argc, char **argv)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGRTMIN + 2);
	signal(SIGRTMIN + 2, handle);
	sigprocmask(SIG_BLOCK, &set, 0);
	raise(SIGRTMIN + 2);
	if (argv[argc - 1][0] == 'x')
		raise(SIGRTMIN + 2);
	sigprocmask(SIG_UNBLOCK, &set, 0);
	return times > 1; //OLD
	return times > 2; //NEW
}
