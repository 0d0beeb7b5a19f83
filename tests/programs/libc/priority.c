/* priority.c: what a process sets of itself is what it finds when it asks. */
#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void)
{
	printf("%d", setpriority(PRIO_PROCESS, 0, 5));
	printf(" %d", getpriority(PRIO_PROCESS, 0));
	printf(" %d", nice(4));
	printf(" %d\n", getpriority(PRIO_PROCESS, 0));
	printf("%d", prctl(PR_GET_DUMPABLE));
	printf(" %d", prctl(PR_SET_DUMPABLE, 0));
	printf(" %d\n", prctl(PR_GET_DUMPABLE));
	return 0;
}
