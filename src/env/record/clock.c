/* clock.c: reads the clock for the program.
 *
 * With the vDSO hidden, each read of the clock is a call, and some programs read it more often than
 * they do anything else. The recorder has the same system clocks. So it reads them itself and
 * answers at the entry, which saves the kernel's part and one of the two stops.
 */
#include "env/record/record.h"

#include <linux/sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* True for clocks that do not depend on the calling process. */
static bool is_common_clock(u64 id)
{
	switch (id) {
	case CLOCK_REALTIME:
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_REALTIME_COARSE:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_BOOTTIME:
	case CLOCK_TAI: return true;
	default: return false;
	}
}

/* True for calls after which the kernel's answer might differ from ours: they install filters for
 * calls, or shift clocks for some processes. */
static bool ends_answering(const TracedTask *task)
{
	u64 flags;
	return task->nr == SYS_seccomp || task->nr == SYS_unshare || task->nr == SYS_setns ||
		   (task->nr == SYS_prctl && task->args[0] == PR_SET_SECCOMP) ||
		   (task->nr == SYS_clone3 && mem_read(task->tid, task->args[0], &flags, 8) == 8 &&
			flags & CLONE_NEWTIME);
}

bool clock_may_answer(void)
{
	Buf status = {0};
	bool plain = file_read("/proc/self/status", &status, NULL) &&
				 strstr(buf_str(&status), "\nSeccomp:\t0\n");
	buf_free(&status);
	return plain;
}

bool recorder_answer(Recorder *r, const TracedTask *task, i64 *ret)
{
	union {
		struct timespec spec;
		struct timeval val;
		time_t seconds;
	} now;
	size_t n = 0;
	int arg = 0;
	if (!r->answers || task->compat)
		return false;
	*ret = 0;
	if (task->nr == SYS_clock_gettime && is_common_clock(task->args[0]) &&
		clock_gettime((clockid_t)task->args[0], &now.spec) == 0) {
		arg = 1;
		n = sizeof now.spec;
	} else if (task->nr == SYS_gettimeofday && !task->args[1] && task->args[0]) {
		gettimeofday(&now.val, NULL);
		n = sizeof now.val;
	} else if (task->nr == SYS_time) {
		*ret = now.seconds = time(NULL);
		n = task->args[0] ? sizeof now.seconds : 0;
	} else {
		r->answers = !ends_answering(task);
		return false;
	}
	if (n && !mem_write_own(task->tid, task->args[arg], &now, n))
		return false;
	recorder_put_answered(r, task, *ret, arg, &now, n);
	return true;
}
