/* pthread_lock.c: locks for readers and writers, spin locks, barriers. */
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include "thread.h"

/* ---- locks for readers and writers: __pad3 counts unlocks, which waiters wait for ---- */

static int *unlocks(pthread_rwlock_t *l)
{
	return (int *)&l->__data.__pad3;
}

static int own_number(const pthread_rwlock_t *l)
{
	return l->__data.__shared && __drift_threaded
			   ? (int)__drift_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0)
			   : __drift_this()->id;
}

int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict attr)
{
	memset(l, 0, sizeof *l);
	if (attr)
		memcpy(&l->__data.__shared, attr, sizeof(int));
	return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	if (l->__data.__cur_writer)
		return EBUSY;
	l->__data.__readers++;
	return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	if (l->__data.__cur_writer || l->__data.__readers)
		return EBUSY;
	l->__data.__cur_writer = own_number(l);
	return 0;
}

static int lock_until(pthread_rwlock_t *l, int writes, const struct timespec *until,
					  clockid_t clock)
{
	for (;;) {
		if (!(writes ? pthread_rwlock_trywrlock(l) : pthread_rwlock_tryrdlock(l)))
			return 0;
		if (l->__data.__cur_writer == own_number(l))
			return EDEADLK;
		if (!__drift_threaded && until)
			return ETIMEDOUT;
		if (!__drift_threaded)
			__drift_unsupported("pthread_rwlock_wrlock of a lock that is read already: deadlock");
		int r = __drift_wait(unlocks(l), *unlocks(l), until, clock, l->__data.__shared);
		if (r == ETIMEDOUT || r == EINVAL)
			return r;
	}
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	return lock_until(l, 0, NULL, CLOCK_REALTIME);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	return lock_until(l, 1, NULL, CLOCK_REALTIME);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l, const struct timespec *restrict until)
{
	return lock_until(l, 0, until, CLOCK_REALTIME);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l, const struct timespec *restrict until)
{
	return lock_until(l, 1, until, CLOCK_REALTIME);
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	if (l->__data.__cur_writer)
		l->__data.__cur_writer = 0;
	else if (l->__data.__readers)
		l->__data.__readers--;
	++*unlocks(l);
	__drift_wake(unlocks(l), INT_MAX, l->__data.__shared);
	return 0;
}

/* ---- spin locks ---- */

int pthread_spin_init(pthread_spinlock_t *l, int shared)
{
	*l = 0;
	return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *l)
{
	return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *l)
{
	if (*l)
		return EBUSY;
	*l = 1;
	return 0;
}

int pthread_spin_lock(pthread_spinlock_t *l)
{
	while (pthread_spin_trylock(l)) {
		if (!__drift_threaded)
			__drift_unsupported("pthread_spin_lock of a lock that is locked already: deadlock");
		sched_yield();
	}
	return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *l)
{
	*l = 0;
	return 0;
}

/* ---- barriers ---- */

/* The contents of a pthread_barrier_t. */
struct barrier {
	unsigned count; /* threads that it waits for */
	unsigned in;    /* that wait */
	int round;
	int shared;
};

int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict attr,
						 unsigned count)
{
	struct barrier *in = (struct barrier *)b;
	if (count == 0)
		return EINVAL;
	*in = (struct barrier){.count = count};
	if (attr)
		memcpy(&in->shared, attr, sizeof in->shared);
	return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
	return 0;
}

int pthread_barrier_wait(pthread_barrier_t *b)
{
	struct barrier *in = (struct barrier *)b;
	int round = in->round;
	if (++in->in >= in->count) {
		in->in = 0;
		in->round++;
		__drift_wake(&in->round, INT_MAX, in->shared);
		return PTHREAD_BARRIER_SERIAL_THREAD;
	}
	if (!__drift_threaded)
		__drift_unsupported("pthread_barrier_wait for other threads");
	while (in->round == round)
		__drift_wait(&in->round, round, NULL, CLOCK_REALTIME, in->shared);
	return 0;
}
