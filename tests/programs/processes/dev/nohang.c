/* WNOHANG, ECHILD, EOF only after the last writer closes, EPIPE. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int p[2], q[2], status;
	char x;
	signal(SIGPIPE, SIG_IGN);
	pipe(p);
	pid_t child = fork();
	if (child == 0) {
		close(p[1]);
		read(p[0], &x, 1);
		_exit(9);
	}
	printf("running: %d\n", (int)waitpid(child, &status, WNOHANG));
	close(p[0]);
	close(p[1]);
	printf("ended: %d ", waitpid(child, &status, 0) == child);
	printf("%d\n", WEXITSTATUS(status));
	int r = (int)waitpid(-1, &status, WNOHANG);
	printf("none: %d %s\n", r, strerror(errno));
	pipe(q);
	if (fork() == 0)
		_exit(0);
	wait(NULL);
	close(q[0]);
	r = (int)write(q[1], "x", 1);
	printf("write: %d %s\n", r, strerror(errno));
	return 0;
}
