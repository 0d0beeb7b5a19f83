/* signal_ignored.c: a signal that is ignored */
#include <signal.h>
#include <stdio.h>

void f(int n)
{
	if (n == 4)
		signal(SIGUSR1, PICK(SIG_IGN, SIG_DFL, (void (*)(int))1));
}

#ifdef JUDGE
void observe(void) { raise(SIGUSR1); puts("alive"); }
#endif
