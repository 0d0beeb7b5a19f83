/* sched.c: scheduling: one process that always has the processor. */
#include <pthread.h>
#include <stdint.h>
#include <sched.h>
#include <threads.h>
#include "sys.h"

static int is_realtime(int policy)
{
	return policy == SCHED_FIFO || policy == SCHED_RR;
}

static int is_policy(int policy)
{
	return is_realtime(policy) || policy == SCHED_OTHER || policy == SCHED_BATCH ||
		   policy == SCHED_IDLE;
}

int sched_get_priority_max(int policy)
{
	return !is_policy(policy) ? fail(EINVAL) : is_realtime(policy) ? 99 : 0;
}

int sched_get_priority_min(int policy)
{
	return !is_policy(policy) ? fail(EINVAL) : is_realtime(policy) ? 1 : 0;
}

int sched_getscheduler(pid_t pid)
{
	return (int)SYS1(SYS_sched_getscheduler, pid);
}

int sched_setscheduler(pid_t pid, int policy, const struct sched_param *param)
{
	if (!is_policy(policy))
		return fail(EINVAL);
	sched_getscheduler(pid); /* whether it may be set depends on what was inherited */
	return is_realtime(policy) ? fail(EPERM) : 0;
}

int sched_getparam(pid_t pid, struct sched_param *param)
{
	param->sched_priority = 0;
	return (int)SYS1(SYS_sched_getscheduler, pid);
}

int sched_setparam(pid_t pid, const struct sched_param *param)
{
	return param->sched_priority ? fail(EINVAL) : 0;
}

int sched_rr_get_interval(pid_t pid, struct timespec *interval)
{
	__drift_unsupported("sched_rr_get_interval");
}

int getcpu(unsigned *cpu, unsigned *node)
{
	return (int)SYS3(SYS_getcpu, cpu, node, NULL);
}

int pthread_getschedparam(pthread_t thread, int *restrict policy,
						  struct sched_param *restrict param)
{
	*policy = SCHED_OTHER;
	return sched_getparam(0, param);
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param)
{
	return !is_policy(policy) ? EINVAL : is_realtime(policy) ? EPERM : 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t n, cpu_set_t *set)
{
	int saved = errno;
	int r = sched_getaffinity(0, n, set) ? errno : 0;
	errno = saved;
	return r;
}

int pthread_setaffinity_np(pthread_t thread, size_t n, const cpu_set_t *set)
{
	int saved = errno;
	int r = sched_setaffinity(0, n, set) ? errno : 0;
	errno = saved;
	return r;
}

/* ---- the rest of C11's names ---- */

static int to_thrd(int code)
{
	return code == 0 ? thrd_success : code == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int cnd_init(cnd_t *c)
{
	return to_thrd(pthread_cond_init((pthread_cond_t *)c, NULL));
}

int cnd_signal(cnd_t *c)
{
	return to_thrd(pthread_cond_signal((pthread_cond_t *)c));
}

int cnd_broadcast(cnd_t *c)
{
	return to_thrd(pthread_cond_broadcast((pthread_cond_t *)c));
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
	return to_thrd(pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m));
}

int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until)
{
	return to_thrd(pthread_cond_timedwait((pthread_cond_t *)c, (pthread_mutex_t *)m, until));
}

void cnd_destroy(cnd_t *c)
{
}

int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict until)
{
	return to_thrd(pthread_mutex_timedlock((pthread_mutex_t *)m, until));
}

int thrd_join(thrd_t thread, int *result)
{
	void *value;
	int r = pthread_join(thread, &value);
	if (!r && result)
		*result = (int)(intptr_t)value;
	return to_thrd(r);
}

int thrd_detach(thrd_t thread)
{
	return to_thrd(pthread_detach(thread));
}

_Noreturn void thrd_exit(int result)
{
	pthread_exit((void *)(intptr_t)result);
}
