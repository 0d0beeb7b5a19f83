/* time.c: a clock that only the subject advances.
 *
 * It starts at OsConfig.clock. Each read advances it by OS_CLOCK_STEP nanoseconds, and sleeping
 * advances it by the time slept. So equal runs see equal times, and differences of times are
 * positive.
 */
#include <sys/time.h>
#include <sys/times.h>
#include "engine/os/calls.h"
#include "engine/os/family/family.h"

#define SECOND 1000000000ll

struct timespec os_clock_now(const Os *os)
{
	return (struct timespec){os_clock_start(os) + os->elapsed / SECOND, os->elapsed % SECOND};
}

void os_clock_pass(Os *os, i64 ns)
{
	if (__builtin_add_overflow(os->elapsed, ns, &os->elapsed))
		os->elapsed = INT64_MAX;
}

bool os_alarm_wait(Os *os, i64 limit)
{
	i64 due = os->process.alarm.due;
	if (!due || (limit >= 0 && due - os->elapsed > limit))
		return false;
	if (os->elapsed < due)
		os->elapsed = due;
	os->process.alarm.due =
		os->process.alarm.interval ? os->elapsed + os->process.alarm.interval : 0;
	os_signal_add(os, SIGALRM);
	return true;
}

static struct timespec split(i64 ns)
{
	return (struct timespec){ns / SECOND, ns % SECOND};
}

static bool read_clock(const Os *os, int id, struct timespec *t)
{
	*t = os_clock_now(os);
	switch (id) {
	case CLOCK_REALTIME:
	case CLOCK_REALTIME_COARSE:
	case CLOCK_REALTIME_ALARM: t->tv_sec = os_wall_seconds(os); return true;
	case CLOCK_TAI: t->tv_sec = os_wall_seconds(os) + 37; return true;
	case CLOCK_MONOTONIC:
	case CLOCK_MONOTONIC_RAW:
	case CLOCK_MONOTONIC_COARSE:
	case CLOCK_BOOTTIME:
	case CLOCK_BOOTTIME_ALARM:
		*t = split(os->elapsed);
		t->tv_sec += OS_BOOT_SECONDS;
		return true;
	case CLOCK_PROCESS_CPUTIME_ID:
	case CLOCK_THREAD_CPUTIME_ID: *t = split(os->elapsed); return true;
	default: return false;
	}
}

/* With --vary clock the seconds of the start are an input, and neither what passes until the next
 * look nor what is below a second. */
static void ask_clock(Os *os, u64 at, i64 seconds, bool below)
{
	os_ask_number(os, WORLD_CLOCK, at, sizeof seconds, (u64)seconds);
	if (os->world.varied[WORLD_CLOCK] && (os->process.seen.looked || below))
		os_ask(os, WORLD_TIMER);
}

static bool is_wall(int id)
{
	return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_REALTIME_ALARM ||
		   id == CLOCK_TAI;
}

i64 sys_clock_gettime(Os *os, const u64 *a)
{
	struct timespec t;
	os_clock_pass(os, OS_CLOCK_STEP);
	if (!read_clock(os, (int)a[0], &t))
		return -EINVAL;
	if (!os_set(os, a[1], &t, sizeof t))
		return 0;
	if ((int)a[0] == CLOCK_TAI)
		os_ask(os, WORLD_SYSTEM); /* how many leap seconds it knows */
	if (is_wall((int)a[0]))
		ask_clock(os, a[1], t.tv_sec, a[2] != OS_INSIDE);
	else
		os_ask(os, WORLD_TIMER);
	os->process.seen.looked = true;
	return 0;
}

i64 sys_clock_getres(Os *os, const u64 *a)
{
	struct timespec t;
	if (!read_clock(os, (int)a[0], &t))
		return -EINVAL;
	t = (struct timespec){0, 1};
	os_ask(os, WORLD_SYSTEM);
	if (a[1])
		os_set(os, a[1], &t, sizeof t);
	return 0;
}

i64 sys_gettimeofday(Os *os, const u64 *a)
{
	os_clock_pass(os, OS_CLOCK_STEP);
	struct timeval v = {os_wall_seconds(os), os_clock_now(os).tv_nsec / 1000};
	struct timezone zone = {0};
	if (a[0] && !os_set(os, a[0], &v, sizeof v))
		return 0;
	if (a[0])
		ask_clock(os, a[0], v.tv_sec, true);
	os->process.seen.looked = true;
	if (a[1]) {
		os_ask(os, WORLD_SYSTEM); /* the kernel's own zone */
		os_set(os, a[1], &zone, sizeof zone);
	}
	return 0;
}

i64 sys_time(Os *os, const u64 *a)
{
	os_clock_pass(os, OS_CLOCK_STEP);
	i64 now = os_wall_seconds(os);
	ask_clock(os, 0, now, false);
	os->process.seen.looked = true;
	if (a[0] && os_set(os, a[0], &now, sizeof now))
		os_ask_number(os, WORLD_CLOCK, a[0], sizeof now, (u64)now);
	return now;
}

i64 sys_times(Os *os, const u64 *a)
{
	os_clock_pass(os, OS_CLOCK_STEP);
	i64 ticks = os->elapsed / (SECOND / 100);
	struct tms t = {.tms_utime = ticks};
	os_ask(os, WORLD_TIMER);
	if (a[0])
		os_set(os, a[0], &t, sizeof t);
	return OS_BOOT_SECONDS * 100 + ticks;
}

i64 sys_getrusage(Os *os, const u64 *a)
{
	struct rusage r = {.ru_maxrss = 4096};
	int who = (int)a[0];
	if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD)
		return -EINVAL;
	os_clock_pass(os, OS_CLOCK_STEP);
	os_ask(os, WORLD_TIMER);
	if (who != RUSAGE_CHILDREN)
		r.ru_utime = (struct timeval){os->elapsed / SECOND, os->elapsed % SECOND / 1000};
	os_set(os, a[1], &r, sizeof r);
	return 0;
}

/* ---- sleeping ---- */

/* A signal ended the wait. */
static i64 slept(Os *os, i64 end, u64 remaining)
{
	struct timespec left = split(end - os->elapsed);
	if (remaining)
		os_set(os, remaining, &left, sizeof left);
	return -EINTR;
}

static i64 sleep_for(Os *os, i64 ns, u64 remaining)
{
	i64 end;
	if (os->family && os_block(os, ns) != WAIT_SIGNAL)
		return 0;
	if (os->family)
		return slept(os, family_task(os)->until, remaining);
	if (__builtin_add_overflow(os->elapsed, ns, &end))
		end = INT64_MAX;
	if (!os_alarm_wait(os, ns) || !os_signal_waits(os)) {
		os->elapsed = end > os->elapsed ? end : os->elapsed;
		return 0;
	}
	return slept(os, end, remaining);
}

static i64 duration(struct timespec t)
{
	i64 ns;
	if (__builtin_mul_overflow(t.tv_sec, SECOND, &ns) || __builtin_add_overflow(ns, t.tv_nsec, &ns))
		return INT64_MAX;
	return ns;
}

static bool valid(struct timespec t)
{
	return t.tv_sec >= 0 && t.tv_nsec >= 0 && t.tv_nsec < SECOND;
}

i64 sys_nanosleep(Os *os, const u64 *a)
{
	struct timespec t;
	if (!os_get(os, a[0], &t, sizeof t))
		return 0;
	return valid(t) ? sleep_for(os, duration(t), a[1]) : -EINVAL;
}

i64 sys_clock_nanosleep(Os *os, const u64 *a)
{
	struct timespec t, now;
	if (!read_clock(os, (int)a[0], &now) || (int)a[0] == CLOCK_THREAD_CPUTIME_ID)
		return -EINVAL;
	if (!os_get(os, a[2], &t, sizeof t))
		return 0;
	if (!valid(t))
		return -EINVAL;
	i64 ns = duration(t);
	if (a[1] & TIMER_ABSTIME) {
		ns -= duration(now);
		if (is_wall((int)a[0]))
			os_ask_decides(os, WORLD_CLOCK);
	}
	return ns > 0 ? sleep_for(os, ns, a[1] & TIMER_ABSTIME ? 0 : a[3]) : 0;
}

/* ---- the alarm ---- */

static i64 alarm_left(const Os *os)
{
	i64 left = os->process.alarm.due - os->elapsed;
	if (!os->process.alarm.due)
		return 0;
	return left > 0 ? left : 1;
}

/* Between which two instructions it goes off, the time that passes decides. */
static void alarm_set(Os *os, i64 ns, i64 interval)
{
	if (ns)
		os_ask(os, WORLD_TIMER);
	os->process.alarm.due = ns ? os->elapsed + ns : 0;
	os->process.alarm.interval = interval;
}

/* A process that is made by execve keeps the alarm. What is left of the run's own depends on the time that
 * passed. */
static void ask_alarm(Os *os)
{
	if (!(os->process.seen.own & OWN_ALARM))
		os_ask_inherited(os, "alarm");
	else if (os->process.alarm.due)
		os_ask(os, WORLD_TIMER);
}

i64 sys_alarm(Os *os, const u64 *a)
{
	ask_alarm(os);
	os->process.seen.own |= OWN_ALARM;
	i64 left = (alarm_left(os) + SECOND / 2) / SECOND;
	if (alarm_left(os) && !left)
		left = 1;
	alarm_set(os, (i64)(u32)a[0] * SECOND, 0);
	return left;
}

static struct timeval micro(i64 ns)
{
	return (struct timeval){ns / SECOND, ns % SECOND / 1000};
}

i64 sys_getitimer(Os *os, const u64 *a)
{
	struct itimerval v = {0};
	if ((u32)a[0] > ITIMER_PROF)
		return -EINVAL;
	if (a[0] == ITIMER_REAL)
		v = (struct itimerval){micro(os->process.alarm.interval), micro(alarm_left(os))};
	ask_alarm(os);
	os_set(os, a[1], &v, sizeof v);
	return 0;
}

i64 sys_setitimer(Os *os, const u64 *a)
{
	struct itimerval v = {0};
	if ((u32)a[0] > ITIMER_PROF)
		return -EINVAL;
	if (a[1] && !os_get(os, a[1], &v, sizeof v))
		return 0;
	if (v.it_value.tv_usec < 0 || v.it_value.tv_usec > 999999 || v.it_interval.tv_usec < 0 ||
		v.it_interval.tv_usec > 999999 || v.it_value.tv_sec < 0 || v.it_interval.tv_sec < 0)
		return -EINVAL;
	if (a[2] && (sys_getitimer(os, (const u64[]){a[0], a[2]}) || os->status == OS_FAULT))
		return 0;
	if (a[0] != ITIMER_REAL && (v.it_value.tv_sec || v.it_value.tv_usec))
		return os_refuse(os, "setitimer: a timer of processor time");
	if (a[0] == ITIMER_REAL)
		os->process.seen.own |= OWN_ALARM;
	if (a[0] == ITIMER_REAL)
		alarm_set(os, duration((struct timespec){v.it_value.tv_sec, v.it_value.tv_usec * 1000}),
				  duration((struct timespec){v.it_interval.tv_sec, v.it_interval.tv_usec * 1000}));
	return 0;
}
