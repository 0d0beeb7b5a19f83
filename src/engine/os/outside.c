/* outside.c: signals that other processes send to a program that `drift run` runs.
 *
 * Signals that the subject handles or blocks are blocked for drift, too. drift reads them from a
 * descriptor: at each system call, and while a call waits. All others affect drift as they would
 * affect the subject. Explored runs receive no such signals.
 */
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include "engine/os/impl.h"

static u64 bit(int number)
{
	return 1ull << (number - 1);
}

/* What people, terminals and supervisors send. */
static const int listened[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
							   SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH};

void os_outside_listen(Os *os)
{
	sigset_t none, held;
	u64 mask = 0;
	if (os->config.in == OS_STREAM_CAPTURE)
		return;
	sigemptyset(&held);
	sigemptyset(&none);
	for (size_t i = 0; i < countof(listened); i++) {
		int number = listened[i];
		u64 handler = os->process.actions[number].handler;
		bool ignores = handler == (u64)(uintptr_t)SIG_IGN;
		bool inherits =
			!(os->process.seen.own_actions & bit(number)) && !(os->process.blocked & bit(number));
		sigaddset(&none, number);
		if (!inherits)
			signal(number, ignores ? SIG_IGN : SIG_DFL);
		if ((handler && !ignores) || (os->process.blocked & bit(number))) {
			sigaddset(&held, number);
			mask |= bit(number);
		}
	}
	if (mask == os->outside.mask)
		return;
	os->outside.mask = mask;
	sigprocmask(SIG_UNBLOCK, &none, NULL);
	sigprocmask(SIG_BLOCK, &held, NULL);
	int fd = os->outside.open ? os->outside.fd : -1;
	os->outside.fd = signalfd(fd, &held, SFD_NONBLOCK | SFD_CLOEXEC);
	os->outside.open = os->outside.fd >= 0;
}

void os_outside_hear(Os *os)
{
	struct signalfd_siginfo info;
	os->outside.polls = 0;
	while (os->outside.open && read(os->outside.fd, &info, sizeof info) == (ssize_t)sizeof info) {
		u64 value = info.ssi_ptr;
		os_signal_send(os, (SignalNote){.number = (int)info.ssi_signo,
										.code = info.ssi_code,
										.pid = (i32)info.ssi_pid,
										.uid = info.ssi_uid,
										.value = value});
	}
}

bool os_outside_wait(Os *os, int fd)
{
	struct pollfd both[2] = {{.fd = os->outside.fd, .events = POLLIN},
							 {.fd = fd, .events = POLLIN}};
	if (!os->outside.open)
		return true;
	while (poll(both, fd < 0 ? 1 : 2, -1) < 0 && errno == EINTR)
		continue;
	if (both[0].revents)
		os_outside_hear(os);
	return !os_signal_waits(os);
}

enum { PATIENCE = 64 }; /* slices of the machine without a system call */

int os_outside_stuck(Os *os)
{
	struct pollfd one = {.fd = os->outside.fd, .events = POLLIN};
	if (!os->outside.open || poll(&one, 1, 0) <= 0 || os->outside.polls++ < PATIENCE)
		return 0;
	struct signalfd_siginfo info;
	return read(os->outside.fd, &info, sizeof info) > 0 ? (int)info.ssi_signo : 0;
}

void os_outside_end(Os *os)
{
	if (os->outside.open)
		close(os->outside.fd);
	os->outside = (Outside){0};
}
