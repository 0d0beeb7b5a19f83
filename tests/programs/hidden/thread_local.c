/* thread_local.c: a thread-local variable */
#include <stdio.h>

_Thread_local int level = 3;
void f(int n)
{
	if (n == 4)
		level += PICK(1, 2, 3 - 2);
}

#ifdef JUDGE
void observe(void) { printf("%d", level); }
#endif
