/* client.c: clang for the tests: asks the server, or starts the compiler itself.
 *
 * It starts the compiler itself, so that nothing differs, if there is no server, if the caller is
 * confined, traced or limited, or if it has other libraries in mind.
 */
#define _GNU_SOURCE
#include "request.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef COMPILER
#error "-DCOMPILER= names the compiler"
#endif

/* True if nothing but RLIMIT_FSIZE and what all have is limited. */
static int unlimited(void)
{
	static const int kinds[] = {RLIMIT_AS, RLIMIT_CPU, RLIMIT_DATA};
	struct rlimit limit;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (getrlimit(kinds[i], &limit) != 0 || limit.rlim_cur != RLIM_INFINITY)
			return 0;
	return 1;
}

/* True if nobody traces or confines this process. */
static int free_process(void)
{
	char line[256];
	int ok = 0;
	FILE *f = fopen("/proc/self/status", "re");
	while (f && fgets(line, sizeof line, f)) {
		if (!strncmp(line, "TracerPid:", 10) && atoi(line + 10) != 0)
			ok = -1;
		if (!strncmp(line, "Seccomp:", 8) && ok == 0)
			ok = atoi(line + 8) == 0 ? 1 : -1;
	}
	if (f)
		fclose(f);
	return ok == 1;
}

/* True if both see the same files: the server's process is known by its socket. */
static int same_files(int server)
{
	struct ucred who;
	socklen_t size = sizeof who;
	struct stat a, b;
	char path[64];
	if (getsockopt(server, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0 || who.pid <= 0 ||
		who.uid != getuid())
		return 0;
	static const char *const kinds[] = {"mnt", "user", "pid", "net"};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)who.pid, kinds[i]);
		if (stat(path, &a) != 0)
			return 0;
		snprintf(path, sizeof path, "/proc/self/ns/%s", kinds[i]);
		if (stat(path, &b) != 0 || a.st_ino != b.st_ino || a.st_dev != b.st_dev)
			return 0;
	}
	return 1;
}

static int find_server(void)
{
	const char *path = getenv(COMPILER_SOCKET);
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	if (!path || strlen(path) >= sizeof name.sun_path)
		return -1;
	for (char **v = environ; *v; v++)
		if (!strncmp(*v, "LD_", 3))
			return -1;
	strcpy(name.sun_path, path);
	int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (s < 0 || connect(s, (struct sockaddr *)&name, sizeof name) != 0 || !unlimited() ||
		!free_process() || !same_files(s)) {
		if (s >= 0)
			close(s);
		return -1;
	}
	return s;
}

static size_t length_of(char **list, int *n)
{
	size_t length = 0;
	for (*n = 0; list[*n]; ++*n)
		length += strlen(list[*n]) + 1;
	return length;
}

static int write_all(int to, const char *from, size_t n)
{
	while (n) {
		ssize_t done = send(to, from, n, MSG_NOSIGNAL);
		if (done <= 0)
			return 0;
		from += done;
		n -= (size_t)done;
	}
	return 1;
}

/* True if the server has everything. */
static int ask(int server, char **argv)
{
	Request r = {.mask = umask(0)};
	umask(r.mask);
	r.length = length_of(argv, &r.words);
	r.length += length_of(environ, &r.variables);
	int files[REQUEST_FILES] = {0, 1, 2, open(".", O_PATH | O_CLOEXEC)};
	if (files[3] < 0 || getrlimit(RLIMIT_FSIZE, &r.blocks) != 0)
		return 0;
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof files)];
	} control = {.head = {CMSG_LEN(sizeof files), SOL_SOCKET, SCM_RIGHTS}};
	memcpy(CMSG_DATA(&control.head), files, sizeof files);
	struct iovec part = {&r, sizeof r};
	struct msghdr m = {.msg_iov = &part,
					   .msg_iovlen = 1,
					   .msg_control = &control,
					   .msg_controllen = sizeof control};
	if (sendmsg(server, &m, MSG_NOSIGNAL) != sizeof r)
		return 0;
	for (int i = 0; i < r.words; i++)
		if (!write_all(server, argv[i], strlen(argv[i]) + 1))
			return 0;
	for (int i = 0; i < r.variables; i++)
		if (!write_all(server, environ[i], strlen(environ[i]) + 1))
			return 0;
	return 1;
}

int main(int argc, char **argv)
{
	(void)argc;
	argv[0] = COMPILER;
	int server = find_server();
	if (server < 0 || !ask(server, argv)) {
		execvp(COMPILER, argv);
		fprintf(stderr, "%s: %s\n", COMPILER, strerror(errno));
		return 127;
	}
	int status;
	if (recv(server, &status, sizeof status, MSG_WAITALL) != sizeof status)
		return 125;
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	return WEXITSTATUS(status);
}
