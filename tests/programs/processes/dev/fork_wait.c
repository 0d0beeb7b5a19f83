/* A child ends with a status, and the parent waits for it. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int shared = 1;

int main(void)
{
	int status;
	printf("before\n");
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		shared = 2;
		printf("child %d\n", shared);
		fflush(stdout);
		_exit(7);
	}
	if (waitpid(child, &status, 0) != child)
		return 1;
	printf("parent %d exited %d status %d\n", shared, WIFEXITED(status), WEXITSTATUS(status));
	printf("again %d\n", (int)wait(&status));
	return 0;
}
