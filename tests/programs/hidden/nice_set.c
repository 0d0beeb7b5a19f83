/* nice_set.c: the priority */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

void f(int n)
{
	if (n == 4)
		setpriority(PRIO_PROCESS, 0, PICK(3, 5, n - 1));
}

#ifdef JUDGE
void observe(void) { printf("%d", getpriority(PRIO_PROCESS, 0)); }
#endif
