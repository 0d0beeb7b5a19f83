/* signal_pending.c: a signal that waits */
#include <signal.h>
#include <stdio.h>

void f(int n)
{
	sigset_t s;
	sigemptyset(&s);
	sigaddset(&s, SIGUSR1);
	sigprocmask(SIG_BLOCK, &s, NULL);
	if (n == 4 && PICK(1, 0, n / 4))
		raise(SIGUSR1);
}

#ifdef JUDGE
void observe(void)
{
	sigset_t s;
	sigpending(&s);
	printf("%d", sigismember(&s, SIGUSR1));
}
#endif
