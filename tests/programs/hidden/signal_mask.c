/* signal_mask.c: the signals that are blocked */
#include <signal.h>
#include <stdio.h>

void f(int n)
{
	sigset_t s;
	sigemptyset(&s);
	sigaddset(&s, n == 4 ? PICK(SIGUSR1, SIGUSR2, 10) : SIGINT);
	sigprocmask(SIG_BLOCK, &s, NULL);
}

#ifdef JUDGE
void observe(void)
{
	sigset_t s;
	sigprocmask(SIG_BLOCK, NULL, &s);
	printf("%d %d", sigismember(&s, SIGUSR1), sigismember(&s, SIGUSR2));
}
#endif
