/* setjmp-signal.c: out of a signal handler by longjmp, more than once. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static sigjmp_buf env;
static volatile sig_atomic_t caught;

static void handler(int sig)
{
	caught += sig;
	siglongjmp(env, sig);
}

int main(void)
{
	signal(SIGUSR1, handler);
	signal(SIGABRT, handler);
	volatile int round = 0;
	int r = sigsetjmp(env, 1);
	printf("round %d: %d\n", round, r);
	round++;
	if (round < 3)
		raise(SIGUSR1);
	if (round == 3)
		abort();
	printf("%d %d\n", (int)caught, r == SIGABRT);
	return 0;
}
