/* program.c: finds the files that a program executes. */
#include "env/record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int program_arg(const TraceCall *c)
{
	return call_find_arg(call_spec(c->nr), ARG_PATH);
}

/* Opens it as the task would. */
int program_open(const TracedTask *task, const char *path)
{
	static const char self[] = "/proc/self/";
	char own[4200];
	int arg = call_find_arg(call_spec(task->nr), ARG_PATH);
	int dir = arg > 0 ? (int)task->args[arg - 1] : AT_FDCWD;
	if (!path || !*path)
		return -1;
	if (!strncmp(path, self, sizeof self - 1))
		snprintf(own, sizeof own, "/proc/%d/%s", task->tid, path + sizeof self - 1);
	else if (*path == '/')
		snprintf(own, sizeof own, "/proc/%d/root%s", task->tid, path);
	else if (dir == AT_FDCWD)
		snprintf(own, sizeof own, "/proc/%d/cwd/%s", task->tid, path);
	else
		snprintf(own, sizeof own, "/proc/%d/fd/%d/%s", task->tid, dir, path);
	struct stat st;
	int fd = open(own, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Returns the path that execvp would find, or NULL with errno. */
static char *find_path(const char *name)
{
	const char *dirs = getenv("PATH");
	struct stat st;
	bool plain = !strchr(name, '/');
	errno = ENOENT;
	for (const char *p = !plain ? "" : dirs ? dirs : "/bin:/usr/bin"; p && *name;) {
		size_t n = strcspn(p, ":");
		char *path =
			plain ? xasprintf("%.*s/%s", n ? (int)n : 1, n ? p : ".", name) : xstrdup(name);
		if (access(path, X_OK) == 0 && stat(path, &st) == 0) {
			if (S_ISREG(st.st_mode))
				return path;
			errno = EACCES;
		}
		free(path);
		p = p[n] ? p + n + 1 : NULL;
	}
	return NULL;
}

int program_find(const char *name)
{
	char *path = name ? find_path(name) : NULL;
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	free(path);
	return fd;
}

bool program_exists(const char *name, Err *err)
{
	char *path = find_path(name);
	if (!path)
		return err_set(err, "%s: cannot run: %s", *name ? name : "''", strerror(errno));
	free(path);
	return true;
}

bool program_read(const TracedTask *task, const char *path, Buf *out)
{
	char link[64];
	int fd = program_open(task, path);
	if (fd < 0)
		return false;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	bool ok = file_read(link, out, NULL);
	close(fd);
	return ok;
}
