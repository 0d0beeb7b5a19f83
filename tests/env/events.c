/* events.c: descriptors whose numbers depend on what is there. Opens every file of the first
 * argument and keeps it, then waits for a pipe with poll, select and epoll, each time for the
 * number that it has here, and reads the setting of the second. */
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/shm.h>
#include <unistd.h>

static int wait_for(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	struct epoll_event e = {.events = EPOLLIN, .data.fd = fd}, got = {0};
	fd_set set;
	FD_ZERO(&set);
	FD_SET(fd, &set);
	int epoll = epoll_create1(0);
	return poll(&p, 1, 5000) == 1 && p.revents & POLLIN &&
		   select(fd + 1, &set, NULL, NULL, NULL) == 1 && FD_ISSET(fd, &set) &&
		   epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e) == 0 && epoll_wait(epoll, &got, 1, 5000) == 1 &&
		   got.data.fd == fd;
}

/* An id of shared memory that must be usable. */
static int share(void)
{
	int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
	void *at = id < 0 ? (void *)-1 : shmat(id, NULL, 0);
	if (id >= 0)
		shmctl(id, IPC_RMID, NULL);
	return at != (void *)-1;
}

int main(int argc, char **argv)
{
	char line[16] = "", name[600];
	int ends[2];
	DIR *dir = argc > 2 ? opendir(argv[1]) : NULL;
	for (struct dirent *e; dir && (e = readdir(dir));) {
		snprintf(name, sizeof name, "%s/%s", argv[1], e->d_name);
		if (e->d_name[0] != '.' && open(name, O_RDONLY) < 0)
			return 4;
	}
	if (!dir || pipe(ends) != 0 || write(ends[1], "x", 1) != 1 || !wait_for(ends[0]) || !share())
		return 3;
	int fd = open(argv[2], O_RDONLY);
	return fd < 0 || read(fd, line, sizeof line - 1) < 1 || strcmp(line, "yes\n") != 0;
}
