/* victim.c: a program of somebody else's, with everything that another one could harm.
 *
 * victim DIR LOG: holds locks, sockets, a pipe, shared memory and a semaphore; writes into LOG
 * whatever is done to it. SIGUSR2 makes it write "report" and what is left of it. What others need
 * to find it is in DIR/where, as NAME=VALUE.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <arpa/inet.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { UNIX, ABSTRACT, TCP, UDP, PIPE, COUNT };

static const char *const names[COUNT] = {"unix", "abstract", "tcp", "udp", "pipe"};
static volatile char memory[16] = "intact";
static volatile sig_atomic_t got[65];
static FILE *said;

static void on_signal(int signo)
{
	got[signo]++;
}

static int listen_unix(const char *name, int abstract, struct sockaddr_un *a)
{
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	*a = (struct sockaddr_un){.sun_family = AF_UNIX};
	int n = snprintf(a->sun_path + abstract, sizeof a->sun_path - 1, "%s", name);
	socklen_t len = (socklen_t)(sizeof(sa_family_t) + (size_t)n + 1);
	if (bind(s, (struct sockaddr *)a, len) != 0 || listen(s, 8) != 0)
		perror("unix");
	return s;
}

static int listen_inet(int type, int *port)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof a;
	int s = socket(AF_INET, type, 0);
	if (bind(s, (struct sockaddr *)&a, len) != 0 || (type == SOCK_STREAM && listen(s, 8) != 0))
		perror("inet");
	getsockname(s, (struct sockaddr *)&a, &len);
	*port = ntohs(a.sin_port);
	return s;
}

static void hold_locks(const char *dir)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/flocked", dir);
	int fd = open(path, O_RDWR | O_CREAT, 0666);
	if (flock(fd, LOCK_EX | LOCK_NB) != 0)
		perror("flock");
	snprintf(path, sizeof path, "%s/locked", dir);
	fd = open(path, O_RDWR | O_CREAT, 0666);
	struct flock f = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	if (fcntl(fd, F_SETLK, &f) != 0)
		perror("fcntl");
}

static void report(int shm, int sem, const char *shared)
{
	for (int i = 1; i < 65; i++)
		if (got[i] && i != SIGUSR2)
			fprintf(said, "signal %d\n", i);
	if (strcmp((const char *)memory, "intact") != 0)
		fprintf(said, "memory changed\n");
	struct shmid_ds ds;
	if (shmctl(shm, IPC_STAT, &ds) != 0 || strcmp(shared, "intact") != 0)
		fprintf(said, "shared memory changed\n");
	if (semctl(sem, 0, GETVAL) != 1)
		fprintf(said, "semaphore changed\n");
	fprintf(said, "report\n");
	fflush(said);
	got[SIGUSR2] = 0;
}

/* Notes what was used. */
static void take_used(struct pollfd *p, int shown)
{
	for (int i = 0; shown > 0 && i < COUNT; i++) {
		char bytes[64];
		if (!(p[i].revents & POLLIN))
			continue;
		fprintf(said, "%s was used\n", names[i]);
		fflush(said);
		if (i == UDP || i == PIPE)
			(void)!read(p[i].fd, bytes, sizeof bytes);
		else
			close(accept(p[i].fd, NULL, NULL));
	}
}

int main(int argc, char **argv)
{
	struct sockaddr_un a;
	struct pollfd p[COUNT];
	char path[4096];
	int port[2];
	if (argc < 3)
		return 2;
	said = fopen(argv[2], "a");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	sigset_t all, none;
	sigemptyset(&none);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL); /* they come while it waits */
	for (int i = 1; i < 32; i++)
		if (i != SIGINT)
			signal(i, on_signal);
	hold_locks(argv[1]);
	snprintf(path, sizeof path, "%s/socket", argv[1]);
	p[UNIX].fd = listen_unix(path, 0, &a);
	snprintf(path, sizeof path, "drift-victim-%d", getpid());
	p[ABSTRACT].fd = listen_unix(path, 1, &a);
	p[TCP].fd = listen_inet(SOCK_STREAM, &port[0]);
	p[UDP].fd = listen_inet(SOCK_DGRAM, &port[1]);
	snprintf(path, sizeof path, "%s/pipe", argv[1]);
	mkfifo(path, 0666);
	p[PIPE].fd = open(path, O_RDWR | O_NONBLOCK);
	int shm = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0666);
	int sem = semget(IPC_PRIVATE, 1, IPC_CREAT | 0666);
	char *shared = shmat(shm, NULL, 0);
	strcpy(shared, "intact");
	semctl(sem, 0, SETVAL, 1);
	snprintf(path, sizeof path, "/dev/shm/drift-victim-%d", getpid());
	FILE *file = fopen(path, "w");
	fputs("intact", file);
	fclose(file);
	snprintf(path, sizeof path, "%s/where", argv[1]);
	FILE *where = fopen(path, "w");
	fprintf(where, "pid=%d\ntcp=%d\nudp=%d\nshm=%d\nsem=%d\nmemory=%p\n", getpid(), port[0],
			port[1], shm, sem, (void *)(unsigned long)memory);
	fclose(where);
	for (;;) {
		for (int i = 0; i < COUNT; i++)
			p[i].events = POLLIN;
		take_used(p, ppoll(p, COUNT, NULL, &none));
		if (got[SIGUSR2]) {
			/* A signal ends the wait before sockets are looked at: what was used before it is told
			 * in this report, not in the next one. */
			for (int n; (n = poll(p, COUNT, 0)) > 0;)
				take_used(p, n);
			report(shm, sem, shared);
		}
		if (got[SIGHUP] && got[SIGQUIT]) { /* the test is over */
			shmctl(shm, IPC_RMID, NULL);
			semctl(sem, 0, IPC_RMID);
			snprintf(path, sizeof path, "/dev/shm/drift-victim-%d", getpid());
			unlink(path);
			return 0;
		}
	}
}
