/* time.c: clocks, sleeping and timers, as system calls. */
#include <signal.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include "core.h"

int clock_gettime(clockid_t id, struct timespec *out)
{
	return (int)SYS2(SYS_clock_gettime, id, out);
}
ALIAS(clock_gettime, __clock_gettime);

int clock_getres(clockid_t id, struct timespec *out)
{
	return (int)SYS2(SYS_clock_getres, id, out);
}

int clock_settime(clockid_t id, const struct timespec *value)
{
	return (int)SYS2(SYS_clock_settime, id, value);
}

int clock_getcpuclockid(pid_t pid, clockid_t *id)
{
	if (pid != 0 && pid != getpid())
		return ESRCH;
	*id = CLOCK_PROCESS_CPUTIME_ID;
	return 0;
}

time_t time(time_t *out)
{
	struct timespec now = {0, 0};
	SYS3(SYS_clock_gettime, CLOCK_REALTIME, &now, DRIFT_INSIDE);
	if (out)
		*out = now.tv_sec;
	return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
	struct timespec now;
	if (zone)
		*(struct timezone *)zone = (struct timezone){0, 0};
	if (clock_gettime(CLOCK_REALTIME, &now) < 0)
		return -1;
	out->tv_sec = now.tv_sec;
	out->tv_usec = now.tv_nsec / 1000;
	return 0;
}

int settimeofday(const struct timeval *value, const struct timezone *zone)
{
	return (int)SYS2(SYS_settimeofday, value, zone);
}

int adjtime(const struct timeval *delta, struct timeval *old)
{
	(void)delta;
	(void)old;
	errno = EPERM;
	return -1;
}

int ftime(struct timeb *out)
{
	struct timespec now;
	if (clock_gettime(CLOCK_REALTIME, &now) < 0)
		return -1;
	*out = (struct timeb){.time = now.tv_sec, .millitm = (unsigned short)(now.tv_nsec / 1000000)};
	return 0;
}

int timespec_get(struct timespec *out, int base)
{
	return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, out) == 0 ? base : 0;
}

int timespec_getres(struct timespec *out, int base)
{
	if (base != TIME_UTC)
		return 0;
	if (out)
		clock_getres(CLOCK_REALTIME, out);
	return base;
}

clock_t clock(void)
{
	struct timespec used;
	if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) < 0)
		return -1;
	return used.tv_sec * CLOCKS_PER_SEC + used.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

clock_t times(struct tms *out)
{
	return (clock_t)SYS1(SYS_times, out);
}

double difftime(time_t a, time_t b)
{
	return (double)(a - b);
}

/* ---- sleeping ---- */

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
	return (int)SYS2(SYS_nanosleep, wanted, left);
}
ALIAS(nanosleep, __nanosleep);

/* Returns the error itself. */
int clock_nanosleep(clockid_t id, int flags, const struct timespec *wanted, struct timespec *left)
{
	return (int)-__drift_syscall(SYS_clock_nanosleep, id, flags, (long)wanted, (long)left, 0, 0);
}

unsigned sleep(unsigned seconds)
{
	struct timespec t = {seconds, 0};
	int saved = errno;
	if (nanosleep(&t, &t) < 0)
		return (unsigned)t.tv_sec;
	errno = saved;
	return 0;
}

int usleep(useconds_t micro)
{
	struct timespec t = {micro / 1000000, (long)(micro % 1000000) * 1000};
	return nanosleep(&t, NULL);
}

/* ---- interval timers ---- */

int getitimer(enum __itimer_which which, struct itimerval *out)
{
	return (int)SYS2(SYS_getitimer, which, out);
}

int setitimer(enum __itimer_which which, const struct itimerval *restrict value,
			  struct itimerval *restrict old)
{
	return (int)SYS3(SYS_setitimer, which, value, old);
}

unsigned alarm(unsigned seconds)
{
	struct itimerval value = {.it_value.tv_sec = seconds}, old;
	if (setitimer(ITIMER_REAL, &value, &old) < 0)
		return 0;
	unsigned left = (unsigned)old.it_value.tv_sec;
	/* A fraction of a second counts as one second if there is nothing else, and is rounded
	 * otherwise. */
	if (old.it_value.tv_usec >= 500000 || (left == 0 && old.it_value.tv_usec > 0))
		left++;
	return left;
}

useconds_t ualarm(useconds_t value, useconds_t interval)
{
	struct itimerval t = {.it_value.tv_usec = value, .it_interval.tv_usec = interval}, old;
	if (setitimer(ITIMER_REAL, &t, &old) < 0)
		return (useconds_t)-1;
	return (useconds_t)(old.it_value.tv_sec * 1000000 + old.it_value.tv_usec);
}

int timer_create(clockid_t id, struct sigevent *restrict event, timer_t *restrict timer)
{
	int made;
	if (SYS3(SYS_timer_create, id, event, &made) < 0)
		return -1;
	*timer = (timer_t)(intptr_t)made;
	return 0;
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict value,
				  struct itimerspec *restrict old)
{
	return (int)SYS4(SYS_timer_settime, timer, flags, value, old);
}

int timer_gettime(timer_t timer, struct itimerspec *value)
{
	return (int)SYS2(SYS_timer_gettime, timer, value);
}

int timer_getoverrun(timer_t timer)
{
	return (int)SYS1(SYS_timer_getoverrun, timer);
}

int timer_delete(timer_t timer)
{
	return (int)SYS1(SYS_timer_delete, timer);
}
