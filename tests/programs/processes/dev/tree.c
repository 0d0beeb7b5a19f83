/* Grandchildren; each level reports by its exit status. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int level(int depth)
{
	int sum = depth, status;
	if (depth == 0)
		return 1;
	pid_t kids[2];
	for (int i = 0; i < 2; i++)
		if ((kids[i] = fork()) == 0)
			_exit(level(depth - 1) + i);
	for (int i = 0; i < 2; i++) {
		waitpid(kids[i], &status, 0);
		sum += WEXITSTATUS(status);
	}
	return sum;
}

int main(void)
{
	printf("%d\n", level(3));
	return 0;
}
