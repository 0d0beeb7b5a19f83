/* poll and select over pipes that two children write to. */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int p[2][2], open_ends = 2, bytes[2] = {0, 0};
	for (int i = 0; i < 2; i++) {
		pipe(p[i]);
		if (fork() == 0) {
			close(p[i][0]);
			for (int k = 0; k < 50 + i; k++)
				write(p[i][1], "abcdef", (size_t)(1 + k % 6));
			_exit(0);
		}
		close(p[i][1]);
	}
	struct pollfd fds[2] = {{p[0][0], POLLIN, 0}, {p[1][0], POLLIN, 0}};
	while (open_ends) {
		poll(fds, 2, -1);
		for (int i = 0; i < 2; i++) {
			char buf[17];
			if (!fds[i].revents)
				continue;
			ssize_t n = read(fds[i].fd, buf, sizeof buf);
			if (n <= 0) {
				fds[i].fd = -1;
				open_ends--;
			} else {
				bytes[i] += (int)n;
			}
		}
	}
	printf("%d %d\n", bytes[0], bytes[1]);
	while (wait(NULL) > 0)
		;
	int q[2];
	pipe(q);
	struct timeval t = {0, 20000};
	fd_set set;
	FD_ZERO(&set);
	FD_SET(q[0], &set);
	printf("timeout %d\n", select(q[0] + 1, &set, NULL, NULL, &t));
	return 0;
}
