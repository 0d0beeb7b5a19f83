/* semaphore.c: semaphores: a count at the start of sem_t, and whether other processes use it. */
#include <semaphore.h>
#include <stdint.h>
#include "thread.h"

struct sem {
	int value;
	int shared;
};

int sem_init(sem_t *s, int shared, unsigned value)
{
	if (value > INT32_MAX)
		return fail(EINVAL);
	*(struct sem *)s = (struct sem){(int)value, shared != 0};
	return 0;
}

int sem_destroy(sem_t *s)
{
	return 0;
}

int sem_getvalue(sem_t *restrict s, int *restrict value)
{
	*value = ((struct sem *)s)->value;
	return 0;
}

int sem_post(sem_t *s)
{
	struct sem *in = (struct sem *)s;
	if (in->value == INT32_MAX)
		return fail(EOVERFLOW);
	in->value++;
	__drift_wake(&in->value, 1, in->shared);
	return 0;
}

int sem_trywait(sem_t *s)
{
	struct sem *in = (struct sem *)s;
	if (in->value == 0)
		return fail(EAGAIN);
	in->value--;
	return 0;
}

static int wait_until(sem_t *s, const struct timespec *until, clockid_t clock)
{
	struct sem *in = (struct sem *)s;
	__drift_cancel_point();
	while (in->value == 0) {
		int r = __drift_wait(&in->value, 0, until, clock, in->shared);
		if (r == EINTR)
			__drift_cancel_point();
		if (r == EINTR || r == ETIMEDOUT || r == EINVAL)
			return fail(r);
	}
	in->value--;
	return 0;
}

int sem_wait(sem_t *s)
{
	if (((struct sem *)s)->value == 0 && !__drift_threaded)
		__drift_unsupported("sem_wait with no other thread to post");
	return wait_until(s, NULL, CLOCK_REALTIME);
}

int sem_timedwait(sem_t *restrict s, const struct timespec *restrict until)
{
	if (((struct sem *)s)->value == 0 && !__drift_threaded)
		return fail(ETIMEDOUT);
	return wait_until(s, until, CLOCK_REALTIME);
}

int sem_clockwait(sem_t *restrict s, clockid_t clock, const struct timespec *restrict until)
{
	if (((struct sem *)s)->value == 0 && !__drift_threaded)
		return fail(ETIMEDOUT);
	return wait_until(s, until, clock);
}

sem_t *sem_open(const char *name, int flags, ...)
{
	__drift_unsupported("sem_open");
}

int sem_close(sem_t *s)
{
	return fail(EINVAL);
}

int sem_unlink(const char *name)
{
	__drift_unsupported("sem_unlink");
}
