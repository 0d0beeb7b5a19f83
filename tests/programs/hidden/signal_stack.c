/* signal_stack.c: the alternate stack of signals */
#include <signal.h>
#include <stdio.h>

static char area[20000];
void f(int n)
{
	stack_t s = {.ss_sp = area, .ss_size = n == 4 ? PICK(10000, 20000, 5000 * 2) : 15000};
	sigaltstack(&s, NULL);
}

#ifdef JUDGE
void observe(void)
{
	stack_t s;
	sigaltstack(NULL, &s);
	printf("%d", (int)s.ss_size);
}
#endif
