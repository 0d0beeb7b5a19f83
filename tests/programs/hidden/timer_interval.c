/* timer_interval.c: the interval of the timer */
#include <stdio.h>
#include <sys/time.h>

void f(int n)
{
	struct itimerval t = {{n == 4 ? PICK(5, 6, n + 1) : 0, 0}, {100, 0}};
	setitimer(ITIMER_REAL, &t, NULL);
}

#ifdef JUDGE
void observe(void)
{
	struct itimerval t;
	getitimer(ITIMER_REAL, &t);
	printf("%d", (int)t.it_interval.tv_sec);
}
#endif
