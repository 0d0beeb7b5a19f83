/* modes.c: chmod and its kin, done by the parent of a confined process. */
#include "native/modes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int calls[] = {SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat)};

/* ---- the child ---- */

static bool send_fd(int socket, int fd)
{
	char byte = 1;
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control = {0};
	struct iovec data = {&byte, 1};
	struct msghdr m = {.msg_iov = &data,
					   .msg_iovlen = 1,
					   .msg_control = &control,
					   .msg_controllen = sizeof control};
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof fd);
	memcpy(CMSG_DATA(c), &fd, sizeof fd);
	return sendmsg(socket, &m, 0) == 1;
}

bool modes_hand_over(int socket)
{
	scmp_filter_ctx c = seccomp_init(SCMP_ACT_ALLOW);
	bool good = c;
	for (size_t i = 0; good && i < countof(calls); i++)
		good = !seccomp_rule_add(c, SCMP_ACT_NOTIFY, calls[i], 0);
	good = good && !seccomp_load(c);
	int fd = good ? seccomp_notify_fd(c) : -1;
	good = fd >= 0 && send_fd(socket, fd);
	if (fd >= 0)
		close(fd);
	if (c)
		seccomp_release(c);
	return good;
}

/* ---- the parent ---- */

int modes_take(int socket)
{
	char byte;
	int fd = -1;
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control = {0};
	struct iovec data = {&byte, 1};
	struct msghdr m = {.msg_iov = &data,
					   .msg_iovlen = 1,
					   .msg_control = &control,
					   .msg_controllen = sizeof control};
	if (recvmsg(socket, &m, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1)
		return -1;
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);
	if (c && c->cmsg_type == SCM_RIGHTS)
		memcpy(&fd, CMSG_DATA(c), sizeof fd);
	return fd;
}

/* A descriptor or the working directory of the process; only good for looking up. */
static int base_of(pid_t pid, int fd)
{
	char path[64];
	if (fd == AT_FDCWD)
		snprintf(path, sizeof path, "/proc/%d/cwd", (int)pid);
	else
		snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)pid, fd);
	return open(path, O_PATH | O_CLOEXEC);
}

static bool read_path(pid_t pid, u64 address, char *to, size_t room)
{
	char name[64];
	snprintf(name, sizeof name, "/proc/%d/mem", (int)pid);
	int mem = open(name, O_RDONLY | O_CLOEXEC);
	ssize_t n = mem >= 0 ? pread(mem, to, room - 1, (off_t)address) : -1;
	/* What lies behind the path may be no memory. */
	for (size_t k = 0; mem >= 0 && n < 0 && k < room - 1; k++) {
		if (pread(mem, to + k, 1, (off_t)(address + k)) != 1)
			break;
		if (!to[k])
			n = (ssize_t)k + 1;
	}
	if (mem >= 0)
		close(mem);
	if (n <= 0)
		return false;
	to[n] = 0;
	return strlen(to) < room - 1;
}

static bool lies_in(int fd, const char *dir)
{
	char link[64], path[PATH_MAX];
	size_t len = strlen(dir);
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof path - 1);
	if (n < 0)
		return false;
	path[n] = 0;
	return !strncmp(path, dir, len) && (path[len] == '/' || !path[len]);
}

/* The kernel would let nobody else run what gets these bits here, but others might. */
static int change(int fd, u32 mode, const char *dir)
{
	char link[64];
	struct stat st;
	if (!lies_in(fd, dir))
		return -EPERM;
	if (fstat(fd, &st) || S_ISLNK(st.st_mode))
		return -EOPNOTSUPP;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	return chmod(link, mode & 01777) ? -errno : 0;
}

static int open_target(const struct seccomp_notif *q)
{
	char path[PATH_MAX];
	const __u64 *a = q->data.args;
	pid_t pid = (pid_t)q->pid;
	bool at = q->data.nr != SCMP_SYS(chmod);
	if (q->data.nr == SCMP_SYS(fchmod)) {
		int fd = base_of(pid, (int)a[0]);
		return fd >= 0 ? fd : -EBADF;
	}
	if (!read_path(pid, at ? a[1] : a[0], path, sizeof path))
		return -EFAULT;
	int base = base_of(pid, at ? (int)a[0] : AT_FDCWD);
	if (base < 0 && *path != '/')
		return -EBADF;
	int fd = openat(base >= 0 ? base : AT_FDCWD, path, O_PATH | O_CLOEXEC), error = errno;
	if (base >= 0)
		close(base);
	return fd >= 0 ? fd : -error;
}

void modes_answer(int listener, const char *dir)
{
	struct seccomp_notif q = {0};
	struct seccomp_notif_resp r = {0};
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &q))
		return;
	bool path = q.data.nr == SCMP_SYS(chmod);
	u32 mode = (u32)q.data.args[path || q.data.nr == SCMP_SYS(fchmod) ? 1 : 2];
	int fd = open_target(&q);
	r.id = q.id;
	/* The process may have ended while it was looked at, and its number be another's. */
	if (fd >= 0 && ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &q.id))
		r.error = -EPERM;
	else
		r.error = fd >= 0 ? change(fd, mode, dir) : fd;
	if (fd >= 0)
		close(fd);
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &r);
}
