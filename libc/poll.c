/* poll.c: waits for descriptors with system calls. */
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include "sys.h"

#define KERNEL_SIGSET_SIZE 8

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	return (int)SYS3(SYS_poll, fds, n, timeout);
}

ALIAS(poll, __poll);

int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t room)
{
	check_room(n * sizeof *fds, room);
	return poll(fds, n, timeout);
}

/* The kernel writes back the remaining time; the caller's value must not change. */
int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask)
{
	struct timespec copy;
	if (timeout)
		copy = *timeout;
	return (int)SYS5(SYS_ppoll, fds, n, timeout ? &copy : NULL, mask, KERNEL_SIGSET_SIZE);
}

int __ppoll_chk(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask,
				size_t room)
{
	check_room(n * sizeof *fds, room);
	return ppoll(fds, n, timeout, mask);
}

int select(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict except,
		   struct timeval *restrict timeout)
{
	return (int)SYS5(SYS_select, n, in, out, except, timeout);
}

ALIAS(select, __select);

int pselect(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict except,
			const struct timespec *restrict timeout, const sigset_t *restrict mask)
{
	struct timespec copy;
	/* The kernel expects mask and its size behind one pointer. */
	struct {
		const sigset_t *mask; /* or NULL */
		size_t size;          /* in bytes */
	} pack = {mask, KERNEL_SIGSET_SIZE};

	if (timeout)
		copy = *timeout;
	return (int)SYS6(SYS_pselect6, n, in, out, except, timeout ? &copy : NULL, &pack);
}

long __fdelt_chk(long fd)
{
	if (fd < 0 || fd >= FD_SETSIZE)
		__drift_fatal("*** bit out of range 0 - FD_SETSIZE on fd_set ***: terminated\n");
	return fd / (8 * (long)sizeof(fd_mask));
}

ALIAS(__fdelt_chk, __fdelt_warn);

int epoll_create1(int flags)
{
	return (int)SYS1(SYS_epoll_create1, flags);
}

int epoll_create(int size)
{
	return size <= 0 ? fail(EINVAL) : epoll_create1(0);
}

int epoll_ctl(int fd, int operation, int target, struct epoll_event *event)
{
	return (int)SYS4(SYS_epoll_ctl, fd, operation, target, event);
}

int epoll_pwait(int fd, struct epoll_event *events, int n, int timeout, const sigset_t *mask)
{
	return (int)SYS6(SYS_epoll_pwait, fd, events, n, timeout, mask, KERNEL_SIGSET_SIZE);
}

int epoll_wait(int fd, struct epoll_event *events, int n, int timeout)
{
	return (int)SYS4(SYS_epoll_wait, fd, events, n, timeout);
}

int eventfd(unsigned value, int flags)
{
	return (int)SYS2(SYS_eventfd2, value, flags);
}

int signalfd(int fd, const sigset_t *mask, int flags)
{
	return (int)SYS4(SYS_signalfd4, fd, mask, KERNEL_SIGSET_SIZE, flags);
}

int timerfd_create(clockid_t clock, int flags)
{
	return (int)SYS2(SYS_timerfd_create, clock, flags);
}

int timerfd_settime(int fd, int flags, const struct itimerspec *to, struct itimerspec *old)
{
	return (int)SYS4(SYS_timerfd_settime, fd, flags, to, old);
}

int timerfd_gettime(int fd, struct itimerspec *now)
{
	return (int)SYS2(SYS_timerfd_gettime, fd, now);
}

int inotify_init1(int flags)
{
	return (int)SYS1(SYS_inotify_init1, flags);
}

int inotify_init(void)
{
	return inotify_init1(0);
}

int inotify_add_watch(int fd, const char *path, uint32_t mask)
{
	return (int)SYS3(SYS_inotify_add_watch, fd, path, mask);
}

int inotify_rm_watch(int fd, int watch)
{
	return (int)SYS2(SYS_inotify_rm_watch, fd, watch);
}
