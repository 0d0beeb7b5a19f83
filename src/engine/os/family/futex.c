/* futex.c: threads wait for a word of memory. Who waited first is woken first. */
#include <linux/futex.h>
#include "engine/os/calls.h"
#include "engine/os/family/family.h"

/* Nanoseconds until the timeout; < 0: none. */
static bool load_limit(Os *os, u64 addr, int op, i64 *limit)
{
	struct timespec t, now = {OS_BOOT_SECONDS + os->elapsed / 1000000000, os->elapsed % 1000000000};
	*limit = -1;
	if (!addr)
		return true;
	if (!os_get(os, addr, &t, sizeof t))
		return false;
	if ((op & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET) {
		if (op & FUTEX_CLOCK_REALTIME) {
			now = os_clock_now(os);
			now.tv_sec = os_wall_seconds(os);
			os_ask_decides(os, WORLD_CLOCK);
		}
		t.tv_sec -= now.tv_sec;
		t.tv_nsec -= now.tv_nsec;
	}
	os_ask(os, WORLD_TIMER);
	if (t.tv_sec > INT32_MAX)
		t.tv_sec = INT32_MAX;
	*limit = t.tv_sec * 1000000000 + t.tv_nsec;
	if (*limit < 0)
		*limit = 0;
	return true;
}

static i64 futex_wait(Os *os, const u64 *a)
{
	OsTask *t = family_task(os);
	u32 value;
	i64 limit = 0;
	if (t->woken)
		return 0;
	if (!t->waiting) {
		if (!os_get(os, a[0], &value, sizeof value))
			return 0;
		if (value != (u32)a[2])
			return -EAGAIN;
		if (!load_limit(os, a[3], (int)a[1], &limit))
			return 0;
	}
	t->futex = a[0];
	switch (os_block(os, limit)) {
	case WAIT_SIGNAL: return -EINTR;
	case WAIT_OVER: return -ETIMEDOUT;
	default: return 0;
	}
}

/* Waiters of other processes have the address in memory that both share, if it is not private. */
static i64 futex_wake(Os *os, u64 addr, u64 most, bool private)
{
	const Family *f = os->family;
	i64 n = 0;
	while ((u64)n < most) {
		OsTask *first = NULL;
		for (size_t i = 0; i < f->tasks.len; i++) {
			OsTask *t = f->tasks.at[i];
			bool waits = t->live && t->futex == addr && !t->woken &&
						 (!private || t->member == family_task(os)->member);
			if (waits && (!first || t->since < first->since))
				first = t;
		}
		if (!first)
			break;
		first->woken = true;
		n++;
	}
	return n;
}

i64 sys_futex(Os *os, const u64 *a)
{
	u32 value;
	bool private = a[1] & FUTEX_PRIVATE_FLAG;
	switch ((int)a[1] & FUTEX_CMD_MASK) {
	case FUTEX_WAKE:
	case FUTEX_WAKE_BITSET: return os->family ? futex_wake(os, a[0], (u32)a[2], private) : 0;
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
		if (os->family)
			return futex_wait(os, a);
		if (!os_get(os, a[0], &value, sizeof value))
			return 0;
		if (value != (u32)a[2])
			return -EAGAIN;
		return os_refuse(os, "futex: no other thread will wake this one");
	default: return os_refuse(os, "futex: operation %u", (u32)a[1] & FUTEX_CMD_MASK);
	}
}
