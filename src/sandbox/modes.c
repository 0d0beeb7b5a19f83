/* modes.c: modes, owners and times of files, changed by the parent of a confined process.
 *
 * No sandbox of the kernel's tells chmod here from chmod there. So the parent looks the file up
 * itself, makes sure that it lies in the directory, and changes it by the descriptor it looked at.
 */
#include "sandbox/heard.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

typedef enum What { MODE, OWNER, UTIME, UTIMES, UTIMENS } What;

enum { NONE = -1 };

/* Where a call has what it needs: numbers of arguments, NONE where there is none. */
typedef struct ModeCall {
	int call;
	What what;
	int base;  /* descriptor of a directory; of the file, where there is no path */
	int path;  /* NULL: the descriptor itself */
	int value; /* mode; first of two owners; address of times */
	int flags; /* AT_* */
	bool link; /* the link itself, without being asked to */
} ModeCall;

static const ModeCall calls[] = {
	{SCMP_SYS(chmod), MODE, NONE, 0, 1, NONE, false},
	{SCMP_SYS(fchmod), MODE, 0, NONE, 1, NONE, false},
	{SCMP_SYS(fchmodat), MODE, 0, 1, 2, NONE, false},
	{SCMP_SYS(chown), OWNER, NONE, 0, 1, NONE, false},
	{SCMP_SYS(lchown), OWNER, NONE, 0, 1, NONE, true},
	{SCMP_SYS(fchown), OWNER, 0, NONE, 1, NONE, false},
	{SCMP_SYS(fchownat), OWNER, 0, 1, 2, 4, false},
	{SCMP_SYS(utime), UTIME, NONE, 0, 1, NONE, false},
	{SCMP_SYS(utimes), UTIMES, NONE, 0, 1, NONE, false},
	{SCMP_SYS(futimesat), UTIMES, 0, 1, 2, NONE, false},
	{SCMP_SYS(utimensat), UTIMENS, 0, 1, 2, 3, false},
};

static const ModeCall *find(int call)
{
	for (size_t i = 0; i < countof(calls); i++)
		if (calls[i].call == call)
			return &calls[i];
	return NULL;
}

bool modes_has(int call)
{
	return find(call);
}

static int open_target(const ModeCall *c, const struct seccomp_notif *q)
{
	char path[PATH_MAX];
	const __u64 *a = q->data.args;
	pid_t pid = (pid_t)q->pid;
	int base = c->base == NONE ? AT_FDCWD : (int)a[c->base];
	u64 flags = c->flags == NONE ? 0 : a[c->flags];
	/* These two take a descriptor without a path as well. */
	bool itself = c->path == NONE || (!a[c->path] && c->what >= UTIMES && c->base != NONE);
	if (flags & ~(u64)(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	if (itself)
		return heard_fd(pid, base);
	if (!heard_read_path(pid, a[c->path], path, sizeof path))
		return -EFAULT;
	if (!*path)
		return flags & AT_EMPTY_PATH ? heard_fd(pid, base) : -ENOENT;
	return heard_open(pid, base, path, c->link || flags & AT_SYMLINK_NOFOLLOW ? O_NOFOLLOW : 0);
}

/* The times of a call; false: they cannot be read. *now: none are given. */
static bool read_times(const ModeCall *c, const struct seccomp_notif *q, struct timespec *to,
					   bool *now)
{
	u64 at = q->data.args[c->value];
	struct timeval parts[2];
	struct utimbuf seconds;
	pid_t pid = (pid_t)q->pid;
	*now = !at;
	if (!at)
		return true;
	if (c->what == UTIMENS)
		return heard_read(pid, at, to, 2 * sizeof *to);
	if (c->what == UTIME) {
		if (!heard_read(pid, at, &seconds, sizeof seconds))
			return false;
		to[0] = (struct timespec){seconds.actime, 0};
		to[1] = (struct timespec){seconds.modtime, 0};
		return true;
	}
	if (!heard_read(pid, at, parts, sizeof parts))
		return false;
	for (int i = 0; i < 2; i++) /* nothing that utimensat would take for a word */
		to[i] = (struct timespec){parts[i].tv_sec, parts[i].tv_usec < 0 || parts[i].tv_usec > 999999
													   ? -1
													   : parts[i].tv_usec * 1000};
	return true;
}

static int set_mode(const char *link, const struct stat *st, u32 mode, bool *outside)
{
	if (S_ISLNK(st->st_mode))
		return -EOPNOTSUPP;
	/* The kernel would let nobody else run what gets these bits here, but others might. */
	*outside = mode & (S_ISUID | S_ISGID);
	return chmod(link, mode & 01777) ? -errno : 0;
}

/* Only to those who own it. */
static int set_owner(const struct stat *st, u32 user, u32 group, bool *outside)
{
	*outside = (user != (u32)-1 && user != st->st_uid) || (group != (u32)-1 && group != st->st_gid);
	return *outside ? -EPERM : 0;
}

static int set_times(const ModeCall *c, const struct seccomp_notif *q, const char *link)
{
	struct timespec times[2];
	bool now;
	if (!read_times(c, q, times, &now))
		return -EFAULT;
	return utimensat(AT_FDCWD, link, now ? NULL : times, 0) ? -errno : 0;
}

int modes_change(int listener, const struct seccomp_notif *q, const char *dir, bool *outside)
{
	const ModeCall *c = find(q->data.nr);
	char link[64];
	struct stat st;
	int fd = open_target(c, q), r;
	if (fd < 0)
		return fd;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	/* The process may have ended while it was looked at, and its number be another's. */
	__u64 id = q->id;
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) || fstat(fd, &st)) {
		r = -EPERM;
	} else if (!heard_lies_in(fd, dir)) {
		*outside = true;
		r = -EPERM;
	} else if (c->what == MODE) {
		r = set_mode(link, &st, (u32)q->data.args[c->value], outside);
	} else if (c->what == OWNER) {
		r = set_owner(&st, (u32)q->data.args[c->value], (u32)q->data.args[c->value + 1], outside);
	} else {
		r = set_times(c, q, link);
	}
	close(fd);
	return r;
}
