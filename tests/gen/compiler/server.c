/* server.c: a clang that has started waits for work, and each compilation is a copy of it.
 *
 * Two thirds of a small compilation are the dynamic linker, which relocates 200 MB of libraries. The
 * test suite compiles some ten thousand small files. This library is preloaded into clang. It stops
 * clang before main and serves a socket: for every request it forks, and the child calls clang's main
 * with the words, environment, files and directory of the client. So the compiler is the installed one,
 * and nothing of one compilation is seen by another.
 */
#define _GNU_SOURCE
#include "request.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int Main(int, char **, char **);

enum { MOST = 64 }; /* clients at a time; others wait */

static Main *clang_main;

typedef struct Serving {
	struct pollfd
		at[MOST + 2];      /* [0] the socket, [1] signals, then clients; -1 - fd: it went away */
	pid_t child[MOST + 2]; /* the compiler of a client */
	int n;
} Serving;

static void die(const char *what)
{
	perror(what);
	_exit(125);
}

/* ---- in the child ---- */

static void read_all(int from, void *to, size_t n)
{
	for (size_t done = 0; done < n;) {
		ssize_t got = read(from, (char *)to + done, n - done);
		if (got <= 0)
			_exit(125);
		done += (size_t)got;
	}
}

static void receive(int from, Request *r, int files[REQUEST_FILES])
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(REQUEST_FILES * sizeof(int))];
	} control;
	struct iovec part = {r, sizeof *r};
	struct msghdr m = {.msg_iov = &part,
					   .msg_iovlen = 1,
					   .msg_control = &control,
					   .msg_controllen = sizeof control};
	if (recvmsg(from, &m, MSG_CMSG_CLOEXEC) != sizeof *r ||
		control.head.cmsg_len != CMSG_LEN(REQUEST_FILES * sizeof(int)))
		_exit(125);
	memcpy(files, CMSG_DATA(&control.head), REQUEST_FILES * sizeof(int));
}

/* n strings from *text on, as a list that ends with NULL. */
static char **strings(char **text, int n)
{
	char **list = calloc((size_t)n + 1, sizeof *list);
	for (int i = 0; list && i < n; i++, *text += strlen(*text) + 1)
		list[i] = *text;
	return list;
}

/* Takes the client's place; returns clang's status. */
static int compile(int from)
{
	Request r;
	int files[REQUEST_FILES];
	receive(from, &r, files);
	char *text = malloc(r.length + 1);
	if (!text)
		_exit(125);
	read_all(from, text, r.length);
	text[r.length] = 0;
	char **argv = strings(&text, r.words), **variables = strings(&text, r.variables);
	for (int i = 0; i < 3; i++)
		if (dup2(files[i], i) < 0)
			_exit(125);
	if (!argv || !variables || fchdir(files[3]) != 0 || setrlimit(RLIMIT_FSIZE, &r.blocks) != 0)
		_exit(125);
	close(from);
	umask(r.mask);
	environ = variables;
	return clang_main(r.words, argv, variables);
}

/* ---- in the server ---- */

static void forget(Serving *s, int i)
{
	close(s->at[i].fd < 0 ? -1 - s->at[i].fd : s->at[i].fd);
	s->n--;
	s->at[i] = s->at[s->n];
	s->child[i] = s->child[s->n];
}

static void answer_ended(Serving *s)
{
	int status;
	for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
		for (int i = 2; i < s->n; i++)
			if (s->child[i] == pid) {
				if (s->at[i].fd >= 0)
					(void)!send(s->at[i].fd, &status, sizeof status, MSG_NOSIGNAL);
				forget(s, i);
				break;
			}
}

/* True in the child. */
static int take(Serving *s, int *from)
{
	int client = accept4(s->at[0].fd, NULL, NULL, SOCK_CLOEXEC);
	if (client < 0)
		return 0;
	pid_t pid = fork();
	if (pid == 0) {
		*from = client;
		return 1;
	}
	if (pid < 0) {
		close(client);
		return 0;
	}
	setpgid(pid, pid);
	s->at[s->n] = (struct pollfd){client, POLLRDHUP, 0};
	s->child[s->n++] = pid;
	return 0;
}

/* Returns in a child only, with the socket of its client. */
static int serve(Serving *s)
{
	for (int from = -1;;) {
		s->at[0].events = s->n < MOST + 2 ? POLLIN : 0;
		if (poll(s->at, (nfds_t)s->n, -1) < 0 && errno != EINTR)
			die("poll");
		if (s->at[1].revents) {
			struct signalfd_siginfo info;
			(void)!read(s->at[1].fd, &info, sizeof info);
			if (info.ssi_signo != SIGCHLD)
				_exit(0);
		}
		/* A client that went away: its compiler ends, and is forgotten when it has. */
		for (int i = 2; i < s->n; i++)
			if (s->at[i].fd >= 0 && s->at[i].revents) {
				kill(-s->child[i], SIGKILL);
				s->at[i].fd = -1 - s->at[i].fd;
			}
		if (s->at[0].revents && take(s, &from))
			return from;
		answer_ended(s);
	}
}

static int server_main(int argc, char **argv, char **environment)
{
	const char *path = getenv(COMPILER_SOCKET);
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	if (!path || strlen(path) >= sizeof name.sun_path)
		return clang_main(argc, argv, environment);
	strcpy(name.sun_path, path);
	sigset_t signals;
	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGTERM);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	Serving s = {.n = 2};
	s.at[0].fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	s.at[1] = (struct pollfd){signalfd(-1, &signals, SFD_CLOEXEC), POLLIN, 0};
	if (s.at[0].fd < 0 || s.at[1].fd < 0 ||
		bind(s.at[0].fd, (struct sockaddr *)&name, sizeof name) != 0 ||
		listen(s.at[0].fd, MOST) != 0)
		die(path);
	int from = serve(&s);
	setpgid(0, 0);
	for (int i = 0; i < s.n; i++)
		close(s.at[i].fd);
	sigprocmask(SIG_UNBLOCK, &signals, NULL);
	return compile(from);
}

/* Called by the program's start code. */
int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
					  void (*end)(void), void *stack)
{
	typedef int Start(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
	void *next = dlsym(RTLD_NEXT, "__libc_start_main");
	Start *start;
	memcpy(&start, &next, sizeof start);
	clang_main = main;
	return start(server_main, argc, argv, init, fini, end, stack);
}
