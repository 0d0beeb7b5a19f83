/* A descriptor leak keeps the reader waiting for the end: each child closes what it must. */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int a[2], b[2];
	char buf[64];
	pipe(a);
	pipe(b);
	if (fork() == 0) {
		close(a[1]);
		close(b[0]);
		ssize_t n, all = 0;
		while ((n = read(a[0], buf, 3)) > 0) {
			write(b[1], buf, (size_t)n);
			all += n;
		}
		_exit((int)all);
	}
	close(a[0]);
	close(b[1]);
	if (fork() == 0) {
		close(b[0]);
		write(a[1], "from the second child", 21);
		_exit(0);
	}
	wait(NULL);
	close(a[1]);
	ssize_t n, all = 0;
	while ((n = read(b[0], buf + all, sizeof buf - (size_t)all)) > 0)
		all += n;
	printf("%.*s\n", (int)all, buf);
	return wait(NULL) < 0;
}
