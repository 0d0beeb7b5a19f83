/* pthread.c: mutexes and condition variables.
 *
 * The owner and count of a mutex are stored where glibc stores them, so that statically initialised
 * mutexes work and the errors (EPERM, EDEADLK, EBUSY) are right. As long as there is one thread, a call
 * that would wait for ever ends the run.
 */
#include <limits.h>
#include <string.h>
#include "thread.h"

enum { SHARED = 128 }; /* in the kind of a mutex: other processes use it */

static int mutex_kind(const pthread_mutex_t *m)
{
	return m->__data.__kind & 3;
}

static int mutex_shared(const pthread_mutex_t *m)
{
	return (m->__data.__kind & SHARED) != 0;
}

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr)
{
	memset(m, 0, sizeof *m);
	if (attr)
		memcpy(&m->__data.__kind, attr, sizeof(int));
	return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m)
{
	if (m->__data.__lock)
		return EBUSY;
	m->__data.__kind = -1;
	return 0;
}

/* In memory of several processes the number of a thread is that of the kernel. */
static int own_number(const pthread_mutex_t *m)
{
	return mutex_shared(m) && __drift_threaded ? (int)__drift_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0)
											   : __drift_this()->id;
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
	if (m->__data.__lock) {
		if (mutex_kind(m) != PTHREAD_MUTEX_RECURSIVE || m->__data.__owner != own_number(m))
			return EBUSY;
		m->__data.__count++;
		return 0;
	}
	m->__data.__lock = 1;
	m->__data.__owner = own_number(m);
	m->__data.__count = 1;
	return 0;
}

static int lock_until(pthread_mutex_t *m, const struct timespec *until, clockid_t clock)
{
	for (;;) {
		int r = pthread_mutex_trylock(m);
		if (r != EBUSY)
			return r;
		if (mutex_kind(m) == PTHREAD_MUTEX_ERRORCHECK && m->__data.__owner == own_number(m))
			return EDEADLK;
		if (!__drift_threaded && until)
			return ETIMEDOUT;
		if (!__drift_threaded)
			__drift_unsupported("pthread_mutex_lock of a mutex that is locked already: deadlock");
		r = __drift_wait(&m->__data.__lock, 1, until, clock, mutex_shared(m));
		if (r == ETIMEDOUT || r == EINVAL)
			return r;
	}
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
	return lock_until(m, NULL, CLOCK_REALTIME);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
	return lock_until(m, until, CLOCK_REALTIME);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock,
							const struct timespec *restrict until)
{
	return lock_until(m, until, clock);
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	if (!m->__data.__lock)
		return mutex_kind(m) == PTHREAD_MUTEX_NORMAL ? 0 : EPERM;
	if (mutex_kind(m) != PTHREAD_MUTEX_NORMAL && m->__data.__owner != own_number(m))
		return EPERM;
	if (--m->__data.__count == 0) {
		m->__data.__lock = 0;
		m->__data.__owner = 0;
		__drift_wake(&m->__data.__lock, 1, mutex_shared(m));
	}
	return 0;
}

ALIAS(pthread_mutex_init, __pthread_mutex_init);
ALIAS(pthread_mutex_lock, __pthread_mutex_lock);
ALIAS(pthread_mutex_unlock, __pthread_mutex_unlock);

/* ---- condition variables ---- */

/* The contents of a pthread_cond_t; all zero after PTHREAD_COND_INITIALIZER. */
struct cond {
	int wakes; /* signals and broadcasts so far: waiters wait for it to change */
	int shared;
	clockid_t clock;
};

int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict attr)
{
	struct cond *in = (struct cond *)c;
	memset(c, 0, sizeof *c);
	if (attr) {
		int value;
		memcpy(&value, attr, sizeof value);
		in->shared = value & 1;
		in->clock = value >> 1;
	}
	return 0;
}

int pthread_cond_destroy(pthread_cond_t *c)
{
	return 0;
}

int pthread_cond_signal(pthread_cond_t *c)
{
	struct cond *in = (struct cond *)c;
	in->wakes++;
	__drift_wake(&in->wakes, 1, in->shared);
	return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
	struct cond *in = (struct cond *)c;
	in->wakes++;
	__drift_wake(&in->wakes, INT_MAX, in->shared);
	return 0;
}

/* Nobody else runs between the unlock and the wait. A cancelled thread has the mutex again. */
static int wait_until(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until,
					  clockid_t clock)
{
	struct cond *in = (struct cond *)c;
	unsigned count = m->__data.__count;
	int wakes = in->wakes, r;
	if (until && (until->tv_nsec < 0 || until->tv_nsec > 999999999))
		return EINVAL;
	m->__data.__count = 1;
	r = pthread_mutex_unlock(m);
	if (r) {
		m->__data.__count = count;
		return r;
	}
	__drift_cancel_point();
	do {
		r = __drift_wait(&in->wakes, wakes, until, clock, in->shared);
	} while (r == EINTR && !(__drift_self && __drift_self->cancelled));
	int locked = pthread_mutex_lock(m);
	m->__data.__count = count;
	if (locked)
		return locked;
	if (r == EINTR)
		__drift_cancel_point();
	return r == ETIMEDOUT ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
	if (!__drift_threaded)
		__drift_unsupported("pthread_cond_wait with no other thread to wake it");
	return wait_until(c, m, NULL, CLOCK_REALTIME);
}

int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
						   const struct timespec *restrict until)
{
	if (!__drift_threaded)
		return ETIMEDOUT;
	return wait_until(c, m, until, ((struct cond *)c)->clock);
}

int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
						   const struct timespec *restrict until)
{
	return __drift_threaded ? wait_until(c, m, until, clock) : ETIMEDOUT;
}
