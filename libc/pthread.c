/* pthread.c: threads for a program that has exactly one.
 *
 * A lock is always free or already ours. So locking only counts, and only a call that would wait
 * for ever ends the run. The owner and count of a mutex are stored where glibc stores them, so that
 * statically initialised mutexes work and the errors (EPERM, EDEADLK, EBUSY) are right.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sys.h"

#define SELF ((pthread_t)0x1000) /* any value that is not NULL */

pthread_t pthread_self(void)
{
	return SELF;
}

int pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr,
				   void *(*fn)(void *), void *restrict arg)
{
	__drift_unsupported("pthread_create");
}

int pthread_join(pthread_t thread, void **result)
{
	return thread == SELF ? EDEADLK : ESRCH;
}

int pthread_detach(pthread_t thread)
{
	return thread == SELF ? 0 : ESRCH;
}

int pthread_cancel(pthread_t thread)
{
	__drift_unsupported("pthread_cancel");
}

int pthread_kill(pthread_t thread, int signal)
{
	int saved = errno;
	int r = raise(signal) ? errno : 0;
	errno = saved;
	return r;
}

int pthread_once(pthread_once_t *once, void (*fn)(void))
{
	if (*once == PTHREAD_ONCE_INIT) {
		*once = 2;
		fn();
	}
	return 0;
}

/* ---- mutexes ---- */

static int mutex_kind(const pthread_mutex_t *m)
{
	return m->__data.__kind & 3;
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

int pthread_mutex_trylock(pthread_mutex_t *m)
{
	if (m->__data.__lock) {
		if (mutex_kind(m) != PTHREAD_MUTEX_RECURSIVE)
			return EBUSY;
		m->__data.__count++;
		return 0;
	}
	m->__data.__lock = 1;
	m->__data.__owner = getpid();
	m->__data.__count = 1;
	return 0;
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
	int r = pthread_mutex_trylock(m);
	if (r != EBUSY)
		return r;
	if (mutex_kind(m) == PTHREAD_MUTEX_ERRORCHECK)
		return EDEADLK;
	__drift_unsupported("pthread_mutex_lock of a mutex that is locked already: deadlock");
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
	int r = pthread_mutex_trylock(m);
	return r != EBUSY ? r : mutex_kind(m) == PTHREAD_MUTEX_ERRORCHECK ? EDEADLK : ETIMEDOUT;
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	if (!m->__data.__lock)
		return mutex_kind(m) == PTHREAD_MUTEX_NORMAL ? 0 : EPERM;
	if (--m->__data.__count == 0) {
		m->__data.__lock = 0;
		m->__data.__owner = 0;
	}
	return 0;
}

ALIAS(pthread_mutex_init, __pthread_mutex_init);
ALIAS(pthread_mutex_lock, __pthread_mutex_lock);
ALIAS(pthread_mutex_unlock, __pthread_mutex_unlock);
ALIAS(pthread_once, __pthread_once);

/* ---- condition variables ---- */

int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict attr)
{
	memset(c, 0, sizeof *c);
	return 0;
}

int pthread_cond_destroy(pthread_cond_t *c)
{
	return 0;
}

int pthread_cond_signal(pthread_cond_t *c)
{
	return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
	return 0;
}

int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
	__drift_unsupported("pthread_cond_wait with no other thread to wake it");
}

int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
						   const struct timespec *restrict until)
{
	return ETIMEDOUT;
}

/* ---- locks for readers and writers ---- */

int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict attr)
{
	memset(l, 0, sizeof *l);
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
	l->__data.__cur_writer = getpid();
	return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	return pthread_rwlock_tryrdlock(l) ? EDEADLK : 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	if (l->__data.__readers)
		__drift_unsupported("pthread_rwlock_wrlock of a lock that is read already: deadlock");
	return pthread_rwlock_trywrlock(l) ? EDEADLK : 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	if (l->__data.__cur_writer)
		l->__data.__cur_writer = 0;
	else if (l->__data.__readers)
		l->__data.__readers--;
	return 0;
}

/* ---- spin locks and barriers ---- */

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
	if (pthread_spin_trylock(l))
		__drift_unsupported("pthread_spin_lock of a lock that is locked already: deadlock");
	return 0;
}

int pthread_spin_unlock(pthread_spinlock_t *l)
{
	*l = 0;
	return 0;
}

int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict attr,
						 unsigned count)
{
	if (count == 0)
		return EINVAL;
	memcpy(b, &count, sizeof count);
	return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
	return 0;
}

int pthread_barrier_wait(pthread_barrier_t *b)
{
	unsigned count;
	memcpy(&count, b, sizeof count);
	if (count > 1)
		__drift_unsupported("pthread_barrier_wait for other threads");
	return PTHREAD_BARRIER_SERIAL_THREAD;
}

/* ---- values per thread ---- */

#define MAX_KEYS 1024

static struct key {
	int used;                /* taken */
	void (*destroy)(void *); /* called by pthread_exit; exit does without */
	void *value;
} keys[MAX_KEYS];

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	for (unsigned i = 0; i < MAX_KEYS; i++)
		if (!keys[i].used) {
			keys[i] = (struct key){1, destroy, NULL};
			*key = i;
			return 0;
		}
	return EAGAIN;
}

int pthread_key_delete(pthread_key_t key)
{
	if (key >= MAX_KEYS || !keys[key].used)
		return EINVAL;
	keys[key].used = 0;
	return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
	return key < MAX_KEYS ? keys[key].value : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	if (key >= MAX_KEYS || !keys[key].used)
		return EINVAL;
	keys[key].value = (void *)value;
	return 0;
}

/* A destructor may set values anew: glibc looks four times. */
static void destroy_values(void)
{
	for (int round = 0; round < 4; round++)
		for (unsigned i = 0; i < MAX_KEYS; i++) {
			void *value = keys[i].value;
			keys[i].value = NULL;
			if (keys[i].used && keys[i].destroy && value)
				keys[i].destroy(value);
		}
}

extern int __drift_cleanups;

_Noreturn void pthread_exit(void *result)
{
	if (__drift_cleanups)
		__drift_unsupported("pthread_exit with handlers of pthread_cleanup_push");
	destroy_values();
	exit(0);
}

ALIAS(pthread_key_create, __pthread_key_create);
ALIAS(pthread_getspecific, __pthread_getspecific);
ALIAS(pthread_setspecific, __pthread_setspecific);

/* ---- forks do not happen ---- */

int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *dso)
{
	return 0;
}

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
	return 0;
}
