/* file.c: whole files, directories, child processes, the clock. */
#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* The probable size of a file, to read it with one call; read decides where the file ends. */
static size_t likely_size(int fd)
{
	struct stat st;
	bool known = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
	return known ? (size_t)st.st_size : 0;
}

bool file_read(const char *path, Buf *out, Err *err)
{
	enum { STEP = 65536 };
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_set(err, "%s: %s", path, strerror(errno));
	buf_room(out, likely_size(fd) + 1);
	for (;;) {
		if (out->cap - out->len < 2)
			buf_room(out, out->len / 2 + STEP);
		ssize_t n = read(fd, out->at + out->len, out->cap - out->len - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			err_set(err, "%s: %s", path, strerror(errno));
			close(fd);
			return false;
		}
		if (n == 0)
			break;
		out->len += (size_t)n;
		out->at[out->len] = 0;
	}
	close(fd);
	return true;
}

bool fd_write(int fd, const void *from, size_t n)
{
	for (const char *p = from; n;) {
		ssize_t k = write(fd, p, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		p += k;
		n -= (size_t)k;
	}
	return true;
}

bool fd_read(int fd, void *to, size_t n)
{
	for (char *p = to; n;) {
		ssize_t k = read(fd, p, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		p += k;
		n -= (size_t)k;
	}
	return true;
}

/* True for a regular file or a missing one: rename may replace it. A device, a pipe or a link is
 * written in place. */
static bool is_plain(const char *path)
{
	struct stat st;
	return lstat(path, &st) ? errno == ENOENT : S_ISREG(st.st_mode);
}

char *file_new_name(const char *path, long pid)
{
	return xasprintf("%s.%ld.new", path, pid);
}

/* Opens the file under which bytes are written. A private file is always a new one: nobody else can
 * have opened it. */
static int open_new(const char *temp, bool private)
{
	if (!private)
		return open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	unlink(temp);
	return open(temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

static bool write_to(const char *path, bool private, const void *bytes, size_t n, Err *err)
{
	bool whole = is_plain(path) || private;
	char *temp = whole ? file_new_name(path, getpid()) : xstrdup(path);
	int fd = open_new(temp, private);
	bool ok = fd >= 0 && fd_write(fd, bytes, n);
	if (fd >= 0)
		ok = close(fd) == 0 && ok;
	ok = ok && (!whole || rename(temp, path) == 0);
	if (!ok) {
		err_set(err, "%s: cannot write: %s", path, strerror(errno));
		if (whole)
			unlink(temp);
	}
	free(temp);
	return ok;
}

bool file_write(const char *path, const void *bytes, size_t n, Err *err)
{
	return write_to(path, false, bytes, n, err);
}

bool file_write_private(const char *path, const void *bytes, size_t n, Err *err)
{
	return write_to(path, true, bytes, n, err);
}

bool dir_make(const char *path, Err *err)
{
	char *p = xstrdup(path);
	for (char *s = p + 1; *s; s++) {
		if (*s != '/')
			continue;
		*s = 0;
		mkdir(p, 0777);
		*s = '/';
	}
	bool ok = mkdir(p, 0777) == 0 || (errno == EEXIST && is_directory(p));
	if (!ok)
		err_set(err, "%s: cannot create directory: %s", path, strerror(errno));
	free(p);
	return ok;
}

bool file_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

bool is_directory(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Removes the name below an open directory; shown is its path for messages. Links are never
 * followed, also if somebody puts one there meanwhile. */
static bool remove_at(int at, const char *name, const char *shown, Err *err)
{
	struct stat st;
	if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT || err_set(err, "%s: %s", shown, strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return unlinkat(at, name, 0) == 0 || err_set(err, "%s: %s", shown, strerror(errno));
	int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return err_set(err, "%s: %s", shown, strerror(errno));
	bool ok = dir_clear(fd, shown, err);
	close(fd);
	return ok && (unlinkat(at, name, AT_REMOVEDIR) == 0 ||
				  err_set(err, "%s: %s", shown, strerror(errno)));
}

bool dir_clear(int fd, const char *shown, Err *err)
{
	int own = fcntl(fd, F_DUPFD_CLOEXEC, 0); /* closedir closes it */
	DIR *dir = own >= 0 ? fdopendir(own) : NULL;
	if (!dir) {
		err_set(err, "%s: %s", shown, strerror(errno));
		if (own >= 0)
			close(own);
		return false;
	}
	bool ok = true;
	for (struct dirent *e; ok && (e = readdir(dir));) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		char *child = xasprintf("%s/%s", shown, e->d_name);
		ok = remove_at(fd, e->d_name, child, err);
		free(child);
	}
	closedir(dir);
	return ok;
}

bool tree_remove(const char *path, Err *err)
{
	return remove_at(AT_FDCWD, path, path, err);
}

/* Reads both pipes until both end, so that neither can fill up and block the child. */
static void drain(int fds[2], Buf *bufs[2])
{
	while (fds[0] >= 0 || fds[1] >= 0) {
		struct pollfd p[2] = {{fds[0], POLLIN, 0}, {fds[1], POLLIN, 0}};
		if (poll(p, 2, -1) < 0 && errno != EINTR)
			break;
		for (int i = 0; i < 2; i++) {
			char chunk[65536];
			if (fds[i] < 0 || !p[i].revents)
				continue;
			ssize_t n = read(fds[i], chunk, sizeof chunk);
			if (n > 0) {
				buf_add(bufs[i], chunk, (size_t)n);
			} else if (n == 0 || errno != EINTR) {
				close(fds[i]);
				fds[i] = -1;
			}
		}
	}
}

bool run_command(char *const argv[], Buf *out, Buf *errout, int *status, Err *err)
{
	Buf *bufs[2] = {out, errout};
	int mine[2] = {-1, -1}, theirs[2] = {-1, -1};
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	for (int i = 0; i < 2; i++) {
		int p[2];
		if (!bufs[i])
			continue;
		if (pipe2(p, O_CLOEXEC) != 0) {
			posix_spawn_file_actions_destroy(&actions);
			return err_set(err, "pipe: %s", strerror(errno));
		}
		mine[i] = p[0];
		theirs[i] = p[1];
		posix_spawn_file_actions_adddup2(&actions, p[1], i + 1);
	}
	pid_t pid;
	int e = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	for (int i = 0; i < 2; i++)
		if (theirs[i] >= 0)
			close(theirs[i]);
	if (e) {
		for (int i = 0; i < 2; i++)
			if (mine[i] >= 0)
				close(mine[i]);
		return err_set(err, "%s: cannot run: %s", argv[0], strerror(e));
	}
	drain(mine, bufs);
	while (waitpid(pid, status, 0) < 0 && errno == EINTR)
		;
	return true;
}

double now_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
