/* signal_handler.c: the handler of a signal */
#include <signal.h>
#include <stdio.h>

static void one(int s) { puts("one"); }
static void two(int s) { puts("two"); }
void (*const both[])(int) = {one, two};
void f(int n)
{
	if (n == 4)
		signal(SIGUSR1, PICK(one, two, both[0]));
}

#ifdef JUDGE
void observe(void) { raise(SIGUSR1); }
#endif
