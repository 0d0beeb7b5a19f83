/* spawn.c: posix_spawn: a fork, what the caller wants done in the child, and execve. */
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "sys.h"

enum action_kind { OPEN, CLOSE, DUP2, CHDIR, FCHDIR };

struct __spawn_action {
	struct __spawn_action *next;
	enum action_kind kind;
	int fd, to, flags;
	mode_t mode;
	char *path;
};

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions)
{
	memset(actions, 0, sizeof *actions);
	return 0;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions)
{
	while (actions->__actions) {
		struct __spawn_action *a = actions->__actions;
		actions->__actions = a->next;
		free(a->path);
		free(a);
	}
	return 0;
}

static int add(posix_spawn_file_actions_t *actions, struct __spawn_action what, const char *path)
{
	struct __spawn_action *a = malloc(sizeof *a), **end = &actions->__actions;
	if (!a || (path && !(what.path = strdup(path)))) {
		free(a);
		return ENOMEM;
	}
	*a = what;
	while (*end)
		end = &(*end)->next;
	*end = a;
	return 0;
}

int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict actions, int fd,
									 const char *restrict path, int flags, mode_t mode)
{
	if (fd < 0)
		return EBADF;
	return add(actions,
			   (struct __spawn_action){.kind = OPEN, .to = fd, .flags = flags, .mode = mode}, path);
}

int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int fd)
{
	if (fd < 0)
		return EBADF;
	return add(actions, (struct __spawn_action){.kind = CLOSE, .fd = fd}, NULL);
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int fd, int to)
{
	if (fd < 0 || to < 0)
		return EBADF;
	return add(actions, (struct __spawn_action){.kind = DUP2, .fd = fd, .to = to}, NULL);
}

int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions,
										 const char *restrict path)
{
	return add(actions, (struct __spawn_action){.kind = CHDIR}, path);
}

int posix_spawn_file_actions_addfchdir_np(posix_spawn_file_actions_t *actions, int fd)
{
	return add(actions, (struct __spawn_action){.kind = FCHDIR, .fd = fd}, NULL);
}

/* ---- attributes ---- */

int posix_spawnattr_init(posix_spawnattr_t *attr)
{
	memset(attr, 0, sizeof *attr);
	return 0;
}

int posix_spawnattr_destroy(posix_spawnattr_t *attr)
{
	return 0;
}

int posix_spawnattr_setflags(posix_spawnattr_t *attr, short flags)
{
	attr->__flags = flags;
	return 0;
}

int posix_spawnattr_setpgroup(posix_spawnattr_t *attr, pid_t group)
{
	attr->__pgrp = group;
	return 0;
}

int posix_spawnattr_setsigmask(posix_spawnattr_t *restrict attr, const sigset_t *restrict mask)
{
	attr->__ss = *mask;
	return 0;
}

int posix_spawnattr_setsigdefault(posix_spawnattr_t *restrict attr, const sigset_t *restrict mask)
{
	attr->__sd = *mask;
	return 0;
}

/* ---- the spawn ---- */

static int act(const struct __spawn_action *a)
{
	int fd;
	switch (a->kind) {
	case OPEN:
		fd = open(a->path, a->flags, a->mode);
		if (fd < 0 || fd == a->to)
			return fd;
		if (dup2(fd, a->to) < 0)
			return -1;
		return close(fd);
	case CLOSE: close(a->fd); return 0;
	case DUP2: return a->fd == a->to ? fcntl(a->fd, F_SETFD, 0) : dup2(a->fd, a->to);
	case CHDIR: return chdir(a->path);
	default: return fchdir(a->fd);
	}
}

static int prepare(const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attr)
{
	short flags = attr ? attr->__flags : 0;
	for (int sig = 1; sig < NSIG && (flags & POSIX_SPAWN_SETSIGDEF); sig++)
		if (sigismember(&attr->__sd, sig) == 1)
			signal(sig, SIG_DFL);
	if ((flags & POSIX_SPAWN_SETPGROUP) && setpgid(0, attr->__pgrp) < 0)
		return -1;
	for (const struct __spawn_action *a = actions ? actions->__actions : NULL; a; a = a->next)
		if (act(a) < 0)
			return -1;
	if (flags & POSIX_SPAWN_SETSIGMASK)
		sigprocmask(SIG_SETMASK, &attr->__ss, NULL);
	return 0;
}

/* The child reports through a pipe why it could not become the program. */
static int spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
				 const posix_spawnattr_t *attr, char *const argv[], char *const envp[], int search)
{
	int error = 0, fds[2];
	if (pipe2(fds, O_CLOEXEC) < 0)
		return errno;
	pid_t child = _Fork();
	if (child < 0)
		error = errno;
	if (child == 0) {
		int to = fcntl(fds[1], F_DUPFD_CLOEXEC, 100); /* out of the way of the actions */
		close(fds[0]);
		close(fds[1]);
		if (prepare(actions, attr) == 0) {
			if (search)
				execvpe(path, argv, envp);
			else
				execve(path, argv, envp);
		}
		error = errno;
		write(to, &error, sizeof error);
		_exit(127);
	}
	close(fds[1]);
	if (child > 0 && read(fds[0], &error, sizeof error) == sizeof error)
		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			;
	close(fds[0]);
	if (!error && pid)
		*pid = child;
	return error;
}

int posix_spawn(pid_t *restrict pid, const char *restrict path,
				const posix_spawn_file_actions_t *restrict actions,
				const posix_spawnattr_t *restrict attr, char *const argv[restrict],
				char *const envp[restrict])
{
	return spawn(pid, path, actions, attr, argv, envp, 0);
}

int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
				 const posix_spawnattr_t *attr, char *const argv[], char *const envp[])
{
	return spawn(pid, file, actions, attr, argv, envp, 1);
}
