/* poll.c: waits for descriptors. Files and streams are always ready; pipes depend on their
 * contents. If nothing is ready, the timeout passes at once. */
#include <poll.h>
#include "engine/os/calls.h"
#include "engine/os/family/family.h"

static int ready(const OpenFile *f)
{
	switch (f->node->kind) {
	case NODE_PIPE: return os_pipe_poll(f);
	case NODE_STREAM: return vfile_writes(f) ? POLLOUT | POLLWRNORM : POLLIN | POLLRDNORM;
	default: return POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
	}
}

/* Nothing is ready: timeout in nanoseconds, < 0 for ever. */
static i64 nothing_ready(Os *os, i64 timeout, const char *call)
{
	if (os->family)
		return os_block(os, timeout) == WAIT_SIGNAL ? -EINTR : 0;
	if (os_alarm_wait(os, timeout))
		return -EINTR;
	if (timeout < 0)
		return os_refuse(os, "%s: nothing will become ready, the process would wait for ever",
						 call);
	os_clock_pass(os, timeout);
	return 0;
}

static bool load_timeout(Os *os, u64 addr, bool micro, i64 *ns)
{
	i64 t[2];
	*ns = -1;
	if (!addr)
		return true;
	if (!os_get(os, addr, t, sizeof t))
		return false;
	t[0] = t[0] > INT32_MAX ? INT32_MAX : t[0];
	*ns = t[0] * 1000000000 + t[1] * (micro ? 1000 : 1);
	return true;
}

/* The mask that holds while waiting; a signal it lets through ends the wait. */
static bool interrupted(Os *os, u64 addr)
{
	u64 mask;
	if (!addr || !os_get(os, addr, &mask, sizeof mask))
		return false;
	u64 before = os->process.blocked;
	os->process.blocked = mask;
	if (os_signal_waits(os)) {
		os->process.waits->suspended_mask = before;
		os->process.waits->suspended = true;
		return true;
	}
	os->process.blocked = before;
	return false;
}

/* ---- poll ---- */

static i64 poll_all(Os *os, u64 addr, u64 n, i64 timeout, u64 mask)
{
	i64 count = 0;
	if (n > OS_FEW_FDS)
		os_ask(os, WORLD_SYSTEM);
	if (n > os->process.limits[RLIMIT_NOFILE].rlim_cur)
		return -EINVAL;
	for (u64 i = 0; i < n; i++) {
		struct pollfd p;
		u64 at = addr + i * sizeof p;
		if (!os_get(os, at, &p, sizeof p))
			return 0;
		const OpenFile *f = p.fd < 0 ? NULL : os_fd_file(os, (u64)p.fd);
		p.revents = 0;
		if (f)
			p.revents = (short)(ready(f) & (p.events | POLLERR | POLLHUP));
		else if (p.fd >= 0)
			p.revents = POLLNVAL;
		count += p.revents != 0;
		if (!os_set(os, at, &p, sizeof p))
			return 0;
	}
	if (count)
		return count;
	if (interrupted(os, mask))
		return -EINTR;
	return nothing_ready(os, timeout, "poll");
}

i64 sys_poll(Os *os, const u64 *a)
{
	i64 ms = (i32)a[2];
	return poll_all(os, a[0], (u32)a[1], ms < 0 ? -1 : ms * 1000000, 0);
}

i64 sys_ppoll(Os *os, const u64 *a)
{
	i64 timeout;
	if (!load_timeout(os, a[2], false, &timeout))
		return 0;
	return poll_all(os, a[0], (u32)a[1], timeout, a[3]);
}

/* ---- select ---- */

enum { SET_WORDS = 1024 / 64 };

/* Keeps of set what is ready for events; how many, or -EBADF. */
static i64 filter(Os *os, u64 *set, int n, int events)
{
	i64 count = 0;
	for (int fd = 0; fd < n; fd++) {
		u64 *word = &set[fd / 64], bit = 1ull << (fd % 64);
		if (!(*word & bit))
			continue;
		const OpenFile *f = os_fd_file(os, (u64)fd);
		if (!f)
			return -EBADF;
		if (ready(f) & events)
			count++;
		else
			*word &= ~bit;
	}
	return count;
}

static i64 select_all(Os *os, const u64 *a, i64 timeout, u64 mask)
{
	static const int events[3] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, 0};
	u64 sets[3][SET_WORDS] = {{0}};
	int n = (int)a[0];
	if (n < 0)
		return -EINVAL;
	if (n > 1024)
		n = 1024;
	size_t bytes = ((size_t)n + 63) / 64 * 8;
	i64 count = 0;
	for (int i = 0; i < 3; i++) {
		if (!a[i + 1])
			continue;
		if (!os_get(os, a[i + 1], sets[i], bytes))
			return 0;
		i64 some = filter(os, sets[i], n, events[i]);
		if (some < 0)
			return some;
		count += some;
	}
	if (!count && interrupted(os, mask))
		return -EINTR;
	i64 waited = count ? 0 : nothing_ready(os, timeout, "select");
	if (waited || os->status != OS_DONE)
		return waited;
	for (int i = 0; i < 3; i++)
		if (a[i + 1] && !os_set(os, a[i + 1], sets[i], bytes))
			return 0;
	return count;
}

i64 sys_select(Os *os, const u64 *a)
{
	i64 timeout;
	if (!load_timeout(os, a[4], true, &timeout))
		return 0;
	return select_all(os, a, timeout, 0);
}

i64 sys_pselect6(Os *os, const u64 *a)
{
	i64 timeout;
	u64 mask[2] = {0};
	if (!load_timeout(os, a[4], false, &timeout) || (a[5] && !os_get(os, a[5], mask, sizeof mask)))
		return 0;
	return select_all(os, a, timeout, mask[0]);
}
