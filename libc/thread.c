/* thread.c: threads begin, end, and are waited for. */
#include "thread.h"
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FIRST ((pthread_t)0x1000) /* the first thread; any value that is not NULL */

struct thread *__drift_self;
int __drift_threads = 1, __drift_threaded;
static struct thread first_thread = {.id = 1};

extern char __libc_single_threaded;

struct thread *__drift_this(void)
{
	return __drift_self ? __drift_self : &first_thread;
}

struct thread *__drift_thread_of(pthread_t t)
{
	return t == FIRST ? &first_thread : (struct thread *)t;
}

pthread_t pthread_self(void)
{
	return __drift_self ? (pthread_t)__drift_self : FIRST;
}

int pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

/* ---- waiting ---- */

int __drift_wait(int *word, int value, const struct timespec *until, clockid_t clock, int shared)
{
	int op = FUTEX_WAIT_BITSET | (shared ? 0 : FUTEX_PRIVATE_FLAG) |
			 (clock == CLOCK_REALTIME ? FUTEX_CLOCK_REALTIME : 0);
	if (until && (until->tv_nsec < 0 || until->tv_nsec > 999999999))
		return EINVAL;
	return (int)-__drift_syscall(SYS_futex, (long)word, op, value, (long)until, 0, -1);
}

void __drift_wake(int *word, int most, int shared)
{
	if (__drift_threaded)
		__drift_syscall(SYS_futex, (long)word, FUTEX_WAKE | (shared ? 0 : FUTEX_PRIVATE_FLAG), most,
						0, 0, 0);
}

/* ---- they begin ---- */

static _Noreturn void start(struct thread *t)
{
	t->id = (int)__drift_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
	t->result = t->fn(t->arg);
	t->exiting = 1;
	__drift_thread_exit(t);
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr,
				   void *(*fn)(void *), void *restrict arg)
{
	struct thread *t = calloc(1, sizeof *t);
	if (!t)
		return EAGAIN;
	t->fn = fn;
	t->arg = arg;
	if (attr)
		pthread_attr_getdetachstate(attr, &t->detached);
	__drift_threaded = 1;
	__libc_single_threaded = 0;
	__drift_threads++;
	*thread = (pthread_t)t;
	if (__drift_clone(DRIFT_THREAD, t) == 0)
		start(t);
	return 0;
}

ALIAS(pthread_create, __pthread_create);

/* ---- they end ---- */

static void free_tls(struct thread *t)
{
	while (t->tls) {
		struct tls *one = t->tls;
		t->tls = one->next;
		free(one->copy);
		free(one);
	}
}

/* The last thread of a process ends the process. */
_Noreturn void __drift_thread_exit(struct thread *t)
{
	__drift_run_key_destructors();
	if (--__drift_threads == 0)
		exit(0);
	t->ended = 1;
	if (t != &first_thread)
		free_tls(t);
	if (t->detached && t != &first_thread)
		free(t);
	else
		__drift_wake(&t->ended, INT_MAX, 0);
	for (;;)
		__drift_syscall(SYS_exit, 0, 0, 0, 0, 0, 0);
}

/* ---- waiting for the end ---- */

static int join(pthread_t thread, void **result, const struct timespec *until, clockid_t clock)
{
	struct thread *t = __drift_thread_of(thread);
	int r;
	if (thread == pthread_self())
		return EDEADLK;
	if (!__drift_threaded)
		return ESRCH;
	if (t->detached || t->joined)
		return EINVAL;
	t->joined = 1;
	while (!t->ended) {
		r = __drift_wait(&t->ended, 0, until, clock, 0);
		if (r == ETIMEDOUT || r == EINVAL) {
			t->joined = 0;
			return r;
		}
		if (r == EINTR)
			t->joined = 0;
		__drift_cancel_point();
		t->joined = 1;
	}
	if (result)
		*result = t->result;
	if (t != &first_thread) {
		free(t->values);
		free(t);
	}
	return 0;
}

int pthread_join(pthread_t thread, void **result)
{
	return join(thread, result, NULL, CLOCK_REALTIME);
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
	return join(thread, result, until, CLOCK_REALTIME);
}

int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
						 const struct timespec *until)
{
	return join(thread, result, until, clock);
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
	if (thread != pthread_self() && __drift_threaded && !__drift_thread_of(thread)->ended)
		return EBUSY;
	return pthread_join(thread, result);
}

int pthread_detach(pthread_t thread)
{
	struct thread *t = __drift_thread_of(thread);
	if (thread != pthread_self() && !__drift_threaded)
		return ESRCH;
	if (t->detached && __drift_threaded)
		return EINVAL;
	t->detached = 1;
	if (t->ended && t != &first_thread)
		free(t);
	return 0;
}

int pthread_kill(pthread_t thread, int signal)
{
	int saved = errno, r;
	struct thread *t = __drift_thread_of(thread);
	if (!__drift_threaded)
		r = raise(signal) ? errno : 0;
	else if (t->ended)
		r = 0;
	else
		r = (int)-__drift_syscall(SYS_tkill, t == &first_thread ? getpid() : t->id, signal, 0, 0, 0,
								  0);
	errno = saved;
	return r;
}

int pthread_once(pthread_once_t *once, void (*fn)(void))
{
	while (*once != 2) {
		if (*once == PTHREAD_ONCE_INIT) {
			*once = 1;
			fn();
			*once = 2;
			__drift_wake(once, INT_MAX, 0);
		} else {
			if (!__drift_threaded)
				return 0;
			__drift_wait(once, 1, NULL, CLOCK_REALTIME, 0);
		}
	}
	return 0;
}

ALIAS(pthread_once, __pthread_once);

/* ---- thread-local variables: the loader calls this in programs with threads ---- */

void *__drift_tls(void *variable, const void *first, size_t size)
{
	struct thread *t = __drift_self;
	if (!t)
		return variable;
	for (struct tls *one = t->tls; one; one = one->next)
		if (one->variable == variable)
			return one->copy;
	struct tls *one = malloc(sizeof *one);
	void *copy = malloc(size);
	if (!one || !copy)
		abort();
	memcpy(copy, first, size);
	*one = (struct tls){t->tls, variable, copy};
	t->tls = one;
	return copy;
}

/* ---- names ---- */

int pthread_setname_np(pthread_t thread, const char *name)
{
	struct thread *t = __drift_thread_of(thread);
	if (strlen(name) >= sizeof t->name)
		return ERANGE;
	strcpy(t->name, name);
	return 0;
}

int pthread_getname_np(pthread_t thread, char *buf, size_t n)
{
	extern char *program_invocation_short_name;
	const struct thread *t = __drift_thread_of(thread);
	const char *name = *t->name ? t->name : program_invocation_short_name;
	size_t len = strnlen(name, 15);

	if (n < sizeof t->name)
		return ERANGE;
	memcpy(buf, name, len);
	buf[len] = 0;
	return 0;
}
