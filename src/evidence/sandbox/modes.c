/* modes.c: changes modes, owners and times of files for a confined process.
 *
 * No sandbox of the kernel distinguishes chmod here from chmod there. So the parent looks up the
 * file itself, checks that it is in the directory, and changes it through the descriptor that it
 * checked.
 */
#include "evidence/sandbox/listener.h"

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

/* Which arguments of a call have what is needed; NONE: it has no such argument. */
typedef struct ModeCall {
	int call;
	What what;
	int base;  /* descriptor of a directory; of the file itself if there is no path */
	int path;  /* NULL: the descriptor itself */
	int value; /* mode; first of two owners; address of times */
	int flags; /* AT_* */
	bool link; /* changes the link itself, without a flag */
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
	/* These two also accept a descriptor without a path. */
	bool itself = c->path == NONE || (!a[c->path] && c->what >= UTIMES && c->base != NONE);
	if (flags & ~(u64)(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	if (itself)
		return listener_fd(pid, base);
	if (!listener_read_path(pid, a[c->path], path, sizeof path))
		return -EFAULT;
	if (!*path)
		return flags & AT_EMPTY_PATH ? listener_fd(pid, base) : -ENOENT;
	return listener_open(pid, base, path, c->link || flags & AT_SYMLINK_NOFOLLOW ? O_NOFOLLOW : 0);
}

/* Reads the times of a call; returns false if they cannot be read. *now: the call has none. */
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
		return listener_read(pid, at, to, 2 * sizeof *to);
	if (c->what == UTIME) {
		if (!listener_read(pid, at, &seconds, sizeof seconds))
			return false;
		to[0] = (struct timespec){seconds.actime, 0};
		to[1] = (struct timespec){seconds.modtime, 0};
		return true;
	}
	if (!listener_read(pid, at, parts, sizeof parts))
		return false;
	for (int i = 0; i < 2; i++) /* reject the special values of utimensat */
		to[i] = (struct timespec){parts[i].tv_sec, parts[i].tv_usec < 0 || parts[i].tv_usec > 999999
													   ? -1
													   : parts[i].tv_usec * 1000};
	return true;
}

static int set_mode(const char *link, const struct stat *st, u32 mode, bool *outside)
{
	if (S_ISLNK(st->st_mode))
		return -EOPNOTSUPP;
	/* With these bits, other users could run the file as its owner. */
	*outside = mode & (S_ISUID | S_ISGID);
	return chmod(link, mode & 01777) ? -errno : 0;
}

/* Changes the owner only to the owner itself. */
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
	/* The process may have ended meanwhile, and its number may belong to another. */
	__u64 id = q->id;
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) || fstat(fd, &st)) {
		r = -EPERM;
	} else if (!listener_lies_in(fd, dir)) {
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
