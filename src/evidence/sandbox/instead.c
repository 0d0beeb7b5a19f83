/* instead.c: answers some calls outside of the directory as the kernel would.
 *
 * The C library makes them for ordinary programs: tmpfile opens an unnamed file in /tmp, and
 * looking up a user's name first tries to connect to a daemon, which is rarely there. An unnamed
 * file in the process's own directory is just as good. A stream socket without a peer reaches
 * nobody; if the process wants to connect it, we can answer that the peer does not exist.
 */
#include "evidence/sandbox/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Opens an unnamed file in place of openat of a directory outside; returns false if that fails. */
static bool lend_file(int listener, const struct seccomp_notif *q, const char *dir, i64 *value)
{
	int flags = (int)q->data.args[2];
	if (q->data.nr != SCMP_SYS(openat) || (flags & O_TMPFILE) != O_TMPFILE)
		return false;
	int fd = open(dir, flags | O_CLOEXEC, (mode_t)q->data.args[3] & 0777);
	if (fd < 0)
		return false;
	struct seccomp_notif_addfd lent = {
		.id = q->id, .srcfd = (u32)fd, .newfd_flags = (u32)flags & O_CLOEXEC};
	*value = ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &lent);
	close(fd);
	return *value >= 0;
}

/* True if connect names an address that does not exist. */
static bool leads_nowhere(const struct seccomp_notif *q)
{
	struct sockaddr_un to = {0};
	size_t n = q->data.args[2] < sizeof to ? q->data.args[2] : sizeof to;
	if (q->data.nr != SCMP_SYS(connect) || !listener_read((pid_t)q->pid, q->data.args[1], &to, n) ||
		to.sun_family != AF_UNIX || !*to.sun_path || !memchr(to.sun_path, 0, sizeof to.sun_path))
		return false;
	int fd = listener_open((pid_t)q->pid, AT_FDCWD, to.sun_path, 0);
	if (fd >= 0)
		close(fd);
	return fd == -ENOENT;
}

bool instead_answer(int listener, const struct seccomp_notif *q, const char *dir,
					struct seccomp_notif_resp *r)
{
	i64 value;
	/* These arguments are in registers, so nobody can change them any more. */
	if (q->data.nr == SCMP_SYS(socket) && (int)q->data.args[0] == AF_UNIX &&
		((int)q->data.args[1] & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) == SOCK_STREAM) {
		r->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		return true;
	}
	if (leads_nowhere(q)) {
		r->error = -ENOENT;
		return true;
	}
	if (!lend_file(listener, q, dir, &value))
		return false;
	r->val = value;
	r->flags = 0;
	return true;
}
