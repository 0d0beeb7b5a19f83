/* signal_flags.c: the flags and the mask of a handler */
#include <signal.h>
#include <stdio.h>

static void one(int s) { puts("one"); }
void f(int n)
{
	struct sigaction a = {.sa_handler = one};
	a.sa_flags = n == 4 ? PICK(SA_RESETHAND, SA_NODEFER, SA_RESETHAND | 0) : 0;
	sigemptyset(&a.sa_mask);
	sigaction(SIGUSR1, &a, NULL);
}

#ifdef JUDGE
void observe(void) { raise(SIGUSR1); raise(SIGUSR1); }
#endif
