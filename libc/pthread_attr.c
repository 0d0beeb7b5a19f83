/* pthread_attr.c: attributes of threads and locks; what is stored in them; most have little effect. */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include "sys.h"

/* The contents of a pthread_attr_t. */
struct attr {
	int detach;     /* PTHREAD_CREATE_* */
	int scope;      /* PTHREAD_SCOPE_* */
	size_t stack;   /* bytes */
	size_t guard;   /* bytes */
	void *stack_at; /* or NULL */
	int policy;     /* SCHED_* */
	int priority;   /* within it */
	int inherit;    /* PTHREAD_*_SCHED */
};

_Static_assert(sizeof(struct attr) <= sizeof(pthread_attr_t), "attributes fit");

int pthread_attr_init(pthread_attr_t *a)
{
	struct attr *in = (struct attr *)a;
	memset(a, 0, sizeof *a);
	in->stack = 8 << 20;
	in->guard = 4096;
	return 0;
}

int pthread_attr_destroy(pthread_attr_t *a)
{
	return 0;
}

int pthread_getattr_np(pthread_t thread, pthread_attr_t *a)
{
	return pthread_attr_init(a);
}

/* Getter and setter of one field; bad: what glibc answers to a value. */
#define ATTR(name, type, field, bad)                                                   \
	int pthread_attr_set##name(pthread_attr_t *a, type value)                          \
	{                                                                                  \
		if (bad)                                                                       \
			return bad;                                                                \
		((struct attr *)a)->field = value;                                             \
		return 0;                                                                      \
	}                                                                                  \
	int pthread_attr_get##name(const pthread_attr_t *restrict a, type *restrict value) \
	{                                                                                  \
		*value = ((const struct attr *)a)->field;                                      \
		return 0;                                                                      \
	}

ATTR(detachstate, int, detach, value<0 || value> 1 ? EINVAL : 0)
ATTR(scope, int, scope, value == PTHREAD_SCOPE_PROCESS ? ENOTSUP : value ? EINVAL : 0)
ATTR(stacksize, size_t, stack, value < 16384 ? EINVAL : 0)
ATTR(guardsize, size_t, guard, 0)
ATTR(schedpolicy, int, policy, value<SCHED_OTHER || value> SCHED_RR ? EINVAL : 0)
ATTR(inheritsched, int, inherit, value<0 || value> 1 ? EINVAL : 0)

int pthread_attr_setstack(pthread_attr_t *a, void *at, size_t size)
{
	((struct attr *)a)->stack_at = at;
	((struct attr *)a)->stack = size;
	return 0;
}

int pthread_attr_getstack(const pthread_attr_t *restrict a, void **restrict at,
						  size_t *restrict size)
{
	*at = ((const struct attr *)a)->stack_at;
	*size = ((const struct attr *)a)->stack;
	return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *restrict a, const struct sched_param *restrict p)
{
	((struct attr *)a)->priority = p->sched_priority;
	return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *restrict a, struct sched_param *restrict p)
{
	p->sched_priority = ((const struct attr *)a)->priority;
	return 0;
}

/* ---- of locks: the low bits hold the kind, as pthread_mutex_init expects ---- */

int pthread_mutexattr_init(pthread_mutexattr_t *a)
{
	memset(a, 0, sizeof *a);
	return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *a)
{
	return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *a, int kind)
{
	if (kind < 0 || kind > 3)
		return EINVAL;
	memcpy(a, &kind, sizeof kind);
	return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict a, int *restrict kind)
{
	memcpy(kind, a, sizeof *kind);
	return 0;
}

enum { SHARED = 128 }; /* see pthread.c */

int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared)
{
	int kind;
	memcpy(&kind, a, sizeof kind);
	kind = shared ? kind | SHARED : kind & ~SHARED;
	memcpy(a, &kind, sizeof kind);
	return 0;
}

/* Whether other processes use it, and for condition variables the clock. */
static int set_word(void *a, int value)
{
	memcpy(a, &value, sizeof value);
	return 0;
}

int pthread_condattr_init(pthread_condattr_t *a)
{
	return set_word(a, 0);
}

int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock)
{
	int value;
	memcpy(&value, a, sizeof value);
	if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
		return EINVAL;
	return set_word(a, (value & 1) | clock << 1);
}

int pthread_condattr_setpshared(pthread_condattr_t *a, int shared)
{
	int value;
	memcpy(&value, a, sizeof value);
	return set_word(a, (value & ~1) | (shared != 0));
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *a)
{
	return set_word(a, 0);
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared)
{
	return set_word(a, shared != 0);
}

int pthread_barrierattr_init(pthread_barrierattr_t *a)
{
	return set_word(a, 0);
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int shared)
{
	return set_word(a, shared != 0);
}

/* Attributes that change nothing here. */
#define NO_EFFECT(name, ...) \
	int name(__VA_ARGS__)    \
	{                        \
		return 0;            \
	}

NO_EFFECT(pthread_mutexattr_setrobust, pthread_mutexattr_t *a, int robust)
NO_EFFECT(pthread_mutexattr_setprotocol, pthread_mutexattr_t *a, int protocol)
NO_EFFECT(pthread_mutex_consistent, pthread_mutex_t *m)
NO_EFFECT(pthread_condattr_destroy, pthread_condattr_t *a)
NO_EFFECT(pthread_rwlockattr_destroy, pthread_rwlockattr_t *a)
NO_EFFECT(pthread_rwlockattr_setkind_np, pthread_rwlockattr_t *a, int kind)
NO_EFFECT(pthread_barrierattr_destroy, pthread_barrierattr_t *a)
NO_EFFECT(pthread_setconcurrency, int level)

/* ---- C11's names ---- */

static int to_thrd(int code)
{
	return code == 0 ? thrd_success : code == EBUSY ? thrd_busy : thrd_error;
}

/* What a thread of C11 returns is an int. */
struct c11 {
	thrd_start_t fn;
	void *arg;
};

static void *start_c11(void *arg)
{
	struct c11 c = *(struct c11 *)arg;
	free(arg);
	return (void *)(intptr_t)c.fn(c.arg);
}

int thrd_create(thrd_t *thread, thrd_start_t fn, void *arg)
{
	struct c11 *c = malloc(sizeof *c);
	if (!c)
		return thrd_nomem;
	*c = (struct c11){fn, arg};
	return to_thrd(pthread_create(thread, NULL, start_c11, c));
}

thrd_t thrd_current(void)
{
	return pthread_self();
}

int thrd_equal(thrd_t a, thrd_t b)
{
	return a == b;
}

void thrd_yield(void)
{
	sched_yield();
}

void call_once(once_flag *flag, void (*fn)(void))
{
	pthread_once((pthread_once_t *)flag, fn);
}

int mtx_init(mtx_t *m, int type)
{
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	if (type & mtx_recursive)
		pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	return to_thrd(pthread_mutex_init((pthread_mutex_t *)m, &attr));
}

int mtx_lock(mtx_t *m)
{
	return to_thrd(pthread_mutex_lock((pthread_mutex_t *)m));
}

int mtx_trylock(mtx_t *m)
{
	return to_thrd(pthread_mutex_trylock((pthread_mutex_t *)m));
}

int mtx_unlock(mtx_t *m)
{
	return to_thrd(pthread_mutex_unlock((pthread_mutex_t *)m));
}

void mtx_destroy(mtx_t *m)
{
	pthread_mutex_destroy((pthread_mutex_t *)m);
}

int tss_create(tss_t *key, tss_dtor_t destroy)
{
	return to_thrd(pthread_key_create(key, destroy));
}

void *tss_get(tss_t key)
{
	return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
	return to_thrd(pthread_setspecific(key, value));
}

void tss_delete(tss_t key)
{
	pthread_key_delete(key);
}
