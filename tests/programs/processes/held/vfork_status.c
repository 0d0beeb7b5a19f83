/* vfork: the parent goes on when the child has ended. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	volatile int n = 5;
	int status;
	pid_t child = vfork();
	if (child == 0)
		_exit(n + 1);
	printf("after %d\n", waitpid(child, &status, 0) == child);
	printf("%d\n", WEXITSTATUS(status));
	return 0;
}
