/* until.c: gives up a query when the budget is exhausted.
 *
 * drift's own layers check the clock regularly. Z3 does not return before it reaches its limit,
 * so another thread checks the clock and interrupts it. The thread lives only during one check,
 * because a process forked later must not inherit a part of it.
 */
#include "engine/solve/solver.h"

#include <errno.h>
#include <time.h>

static const double LOOK = 0.02; /* seconds between looks at the clock */

void solver_until(Solver *s, Budget *budget)
{
	s->budget = budget;
}

Budget *solver_budget(const Solver *s)
{
	return s->budget;
}

bool solver_over(const Solver *s)
{
	return s->budget && (budget_over(s->budget) || expr_pool_full(s->p));
}

bool solver_late(const Solver *s)
{
	const Budget *b = s->budget;
	return b && ((b->stop && *b->stop) || (b->end > 0 && now_seconds() >= b->end));
}

static void wait_a_little(Alarm *a)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += (long)(LOOK * 1e9);
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	pthread_cond_timedwait(&a->ended, &a->lock, &t);
}

static void *look(void *ctx)
{
	Alarm *a = ctx;
	pthread_mutex_lock(&a->lock);
	while (!a->end) {
		/* Once is not enough: it may come before the check has begun. */
		if (budget_over(a->budget))
			a->fire(a->ctx);
		wait_a_little(a);
	}
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

void alarm_begin(Alarm *a, Budget *budget, void (*fire)(void *ctx), void *ctx)
{
	sigset_t all, before;
	*a = (Alarm){.fire = fire, .ctx = ctx};
	if (!budget)
		return;
	a->budget = budget;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->ended, NULL);
	/* Signals are the main thread's. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (pthread_create(&a->thread, NULL, look, a))
		a->budget = NULL; /* without a thread the check runs to its limit */
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void alarm_end(Alarm *a)
{
	if (!a->budget)
		return;
	pthread_mutex_lock(&a->lock);
	a->end = true;
	pthread_cond_signal(&a->ended);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	pthread_cond_destroy(&a->ended);
	pthread_mutex_destroy(&a->lock);
}
