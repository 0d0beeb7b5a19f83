// class 6: of several signals that become due at once, the last one's handler runs first
// options: -- @int
// expect: different
// try: 7
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static volatile int order;
static void handler(int number) { order = order * 100 + number; }
int main(int argc, char **argv)
{
	(void)argc;
	int n = atoi(argv[1]);
	sigset_t all, one;
	sigemptyset(&one);
	sigaddset(&one, SIGUSR1);
	sigemptyset(&all);
	sigaddset(&all, SIGUSR1);
	sigaddset(&all, SIGUSR2);
	sigprocmask(SIG_BLOCK, &all, NULL);
	signal(SIGUSR1, handler);
	signal(SIGUSR2, handler);
	if (n & 1)
		raise(SIGUSR1);
	if (n & 2)
		raise(SIGUSR2);
	sigprocmask(SIG_UNBLOCK, &one, NULL); //NEW
	sigprocmask(SIG_UNBLOCK, &all, NULL);
	printf("%d\n", order);
	return 0;
}
