/* exec.c: other programs, which are not run.
 *
 * A process that executes a program becomes a child that prints nothing and ends with status 0. Its command
 * line, and what is written to its standard input through a pipe, go to a file, so that they are output of
 * the program under test. drift run does not do this: there the call ends the run. */
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>
#include "sys.h"

#define COMMANDS "/.drift-commands"

extern char **environ;

static void put(int fd, const char *text, size_t n)
{
	__drift_syscall(SYS_write, fd, (long)text, (long)n, 0, 0, 0);
}

/* One line for each command, arguments in quotes. */
static int record(char *const argv[])
{
	int fd = (int)__drift_syscall(SYS_openat, AT_FDCWD, (long)COMMANDS,
								  O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600, DRIFT_INSIDE, 0);
	for (int i = 0; fd >= 0 && argv && argv[i]; i++) {
		put(fd, i ? " '" : "'", i ? 2 : 1);
		put(fd, argv[i], strlen(argv[i]));
		put(fd, "'", 1);
	}
	if (fd >= 0)
		put(fd, "\n", 1);
	return fd;
}

/* What a pipe has for the command until its other end is closed. */
static void take_input(int to)
{
	char bytes[512];
	struct stat st;
	long n;
	if (fstat(0, &st) < 0 || !S_ISFIFO(st.st_mode))
		return;
	while ((n = __drift_syscall(SYS_read, 0, (long)bytes, sizeof bytes, DRIFT_INSIDE, 0, 0)) > 0)
		put(to, bytes, (size_t)n);
}

static void close_on_exec(int except)
{
	for (int fd = 0; fd < 1024; fd++) {
		long flags = fd == except ? -1 : __drift_syscall(SYS_fcntl, fd, F_GETFD, 0, 0, 0, 0);
		if (flags >= 0 && (flags & FD_CLOEXEC))
			__drift_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
	}
}

static _Noreturn void become(char *const argv[])
{
	int to;
	__drift_syscall(DRIFT_SYS_ASK, DRIFT_ASK_CHILD, (long)(argv ? argv[0] : NULL), 0, 0, 0, 0);
	to = record(argv);
	close_on_exec(to);
	take_input(to);
	_exit(0);
}

int execve(const char *path, char *const argv[], char *const envp[])
{
	struct stat st;
	if (stat(path, &st) < 0)
		return -1;
	if (!S_ISREG(st.st_mode))
		return fail(EACCES);
	if (access(path, X_OK) < 0)
		return -1;
	become(argv);
}

int execv(const char *path, char *const argv[])
{
	return execve(path, argv, environ);
}

/* The directories of PATH in turn. */
int execvpe(const char *file, char *const argv[], char *const envp[])
{
	const char *path = getenv("PATH");
	int denied = 0;
	if (!*file)
		return fail(ENOENT);
	if (strchr(file, '/'))
		return execve(file, argv, envp);
	if (!path)
		path = "/bin:/usr/bin";
	for (;;) {
		size_t n = strcspn(path, ":");
		char name[4096];
		if (n + strlen(file) + 2 <= sizeof name) {
			memcpy(name, path, n);
			name[n] = '/';
			strcpy(name + n + (n != 0), file);
			execve(name, argv, envp);
			denied |= errno == EACCES;
		}
		if (!path[n])
			return fail(denied ? EACCES : ENOENT);
		path += n + 1;
	}
}

int execvp(const char *file, char *const argv[])
{
	return execvpe(file, argv, environ);
}

/* The arguments up to NULL as a vector of the caller's; `rest` follows them. */
#define VECTOR(first, ap)            \
	va_list ap;                      \
	int count = 1;                   \
	va_start(ap, first);             \
	while (va_arg(ap, char *))       \
		count++;                     \
	va_end(ap);                      \
	char *argv[count + 1];           \
	va_start(ap, first);             \
	argv[0] = (char *)first;         \
	for (int i = 1; i <= count; i++) \
		argv[i] = va_arg(ap, char *);

int execl(const char *path, const char *arg, ...)
{
	VECTOR(arg, ap)
	va_end(ap);
	return execv(path, argv);
}

int execlp(const char *file, const char *arg, ...)
{
	VECTOR(arg, ap)
	va_end(ap);
	return execvp(file, argv);
}

int execle(const char *path, const char *arg, ...)
{
	VECTOR(arg, ap)
	char *const *envp = va_arg(ap, char *const *);
	va_end(ap);
	return execve(path, argv, envp);
}

int fexecve(int fd, char *const argv[], char *const envp[])
{
	__drift_unsupported("fexecve");
}

int execveat(int dir, const char *path, char *const argv[], char *const envp[], int flags)
{
	__drift_unsupported("execveat");
}

/* ---- commands of the shell ---- */

static pid_t start_shell(const char *command)
{
	char *argv[] = {"sh", "-c", (char *)command, NULL};
	pid_t pid = _Fork();
	if (pid == 0) {
		execve("/bin/sh", argv, environ);
		_exit(127);
	}
	return pid;
}

/* SIGINT and SIGQUIT are ignored while the command runs, SIGCHLD is blocked. */
int system(const char *command)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old_int, old_quit;
	sigset_t set, old;
	int status = -1;
	if (!command)
		return !access("/bin/sh", X_OK);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaction(SIGINT, &ignore, &old_int);
	sigaction(SIGQUIT, &ignore, &old_quit);
	sigprocmask(SIG_BLOCK, &set, &old);
	pid_t pid = start_shell(command);
	if (pid > 0)
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	sigaction(SIGINT, &old_int, NULL);
	sigaction(SIGQUIT, &old_quit, NULL);
	sigprocmask(SIG_SETMASK, &old, NULL);
	return status;
}

/* Streams of popen. */
struct command {
	struct command *next;
	FILE *stream;
	pid_t pid;
};

static struct command *commands;

FILE *popen(const char *command, const char *mode)
{
	int fds[2], reads = mode[0] == 'r';
	struct command *c;
	if ((mode[0] != 'r' && mode[0] != 'w') || (mode[1] && mode[1] != 'e')) {
		errno = EINVAL;
		return NULL;
	}
	if (!(c = malloc(sizeof *c)) || pipe2(fds, O_CLOEXEC) < 0) {
		free(c);
		return NULL;
	}
	c->stream = fdopen(fds[!reads], reads ? "r" : "w");
	if (mode[1] != 'e')
		fcntl(fds[!reads], F_SETFD, 0);
	c->pid = _Fork();
	if (c->pid == 0) {
		for (struct command *other = commands; other; other = other->next)
			close(fileno(other->stream));
		close(fds[!reads]);
		dup2(fds[reads], reads ? 1 : 0);
		char *argv[] = {"sh", "-c", (char *)command, NULL};
		execve("/bin/sh", argv, environ);
		_exit(127);
	}
	close(fds[reads]);
	c->next = commands;
	commands = c;
	return c->stream;
}

int pclose(FILE *fp)
{
	int status = -1;
	for (struct command **at = &commands; *at; at = &(*at)->next) {
		struct command *c = *at;
		if (c->stream != fp)
			continue;
		*at = c->next;
		fclose(fp);
		while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
			;
		free(c);
		return status;
	}
	return fail(ECHILD);
}
