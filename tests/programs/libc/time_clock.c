/* time_clock.c: clocks run forward, sleeping works, errors are reported. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static volatile int rang;

static void ring(int sig)
{
	rang = sig;
}

int main(void)
{
	struct timespec a, b, res, nap = {0, 1000000};
	struct timeval tv;
	struct tms tms;
	time_t t;
	printf("%d\n", clock_gettime(CLOCK_MONOTONIC, &a));
	printf("%d\n", nanosleep(&nap, NULL));
	printf("%d\n", clock_gettime(CLOCK_MONOTONIC, &b));
	printf("%d\n", b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
	printf("%d %d\n", gettimeofday(&tv, NULL), time(&t) == t);
	printf("%d\n", timespec_get(&a, TIME_UTC));
	printf("%d\n", timespec_get(&a, 99));
	printf("%d %d\n", clock_getres(CLOCK_REALTIME, &res), res.tv_sec == 0);
	printf("%d %d\n", clock() >= 0, times(&tms) != (clock_t)-1);
	errno = 0;
	printf("%d %d\n", clock_gettime(99, &a), errno);
	nap.tv_nsec = -1;
	errno = 0;
	printf("%d %d\n", nanosleep(&nap, NULL), errno);
	printf("%d %u\n", usleep(1000), sleep(0));
	printf("%d\n", clock_nanosleep(CLOCK_REALTIME, 0, &nap, NULL));
	signal(SIGALRM, ring);
	printf("%u\n", alarm(100));
	printf("%d\n", alarm(0) > 0);
	printf("%u\n", alarm(0));
	struct itimerval it = {.it_value = {1000, 0}}, old;
	printf("%d\n", setitimer(ITIMER_REAL, &it, NULL));
	printf("%d %d\n", getitimer(ITIMER_REAL, &old), old.it_value.tv_sec > 0);
	it.it_value.tv_sec = 0;
	printf("%d %d\n", setitimer(ITIMER_REAL, &it, &old), rang);
	return 0;
}
