// class 2: another stack
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: not equivalent
// try: 7
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
static ucontext_t here, there;
static char stack[65536];
static void work(void) { puts("a"); } //OLD
static void work(void) { puts("b"); } //NEW
int main(int c, char **v)
{
	if (atoi(v[1]) == 7) {
		getcontext(&there);
		there.uc_stack.ss_sp = stack;
		there.uc_stack.ss_size = sizeof stack;
		there.uc_link = &here;
		makecontext(&there, work, 0);
		swapcontext(&here, &there);
	}
	return 0 * c;
}
