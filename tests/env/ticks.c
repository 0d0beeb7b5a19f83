/* ticks.c: looks at the clocks in many ways, interrupted by signals and other calls; fails if time
 * goes backwards, if another call gets a wrong answer or a bad pointer is not refused. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t alarms;
static pid_t own;

static void on_alarm(int signo)
{
	struct timespec t;
	(void)signo;
	clock_gettime(CLOCK_MONOTONIC, &t);
	alarms = alarms + 1;
}

static long long nanoseconds(clockid_t id)
{
	struct timespec t = {-1, -1};
	return clock_gettime(id, &t) ? -1 : t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *watch(void *wrong)
{
	long long last = 0;
	for (int i = 0; i < 300; i++) {
		for (int k = 0; k < i % 4; k++) {
			long long now = nanoseconds(CLOCK_MONOTONIC);
			*(int *)wrong |= now < last;
			last = now;
		}
		*(int *)wrong |= syscall(SYS_getpid) != own;
	}
	return NULL;
}

int main(void)
{
	struct sigaction sa = {.sa_handler = on_alarm};
	struct itimerval every = {{0, 500}, {0, 500}};
	struct timeval day;
	int wrong = 0, wrong_too = 0;
	pthread_t thread;
	own = getpid();
	sigaction(SIGALRM, &sa, NULL);
	setitimer(ITIMER_REAL, &every, NULL);
	pthread_create(&thread, NULL, watch, &wrong_too);
	watch(&wrong);
	while (alarms < 20)
		watch(&wrong);
	pthread_join(thread, NULL);
	every = (struct itimerval){0};
	setitimer(ITIMER_REAL, &every, NULL);
	time_t seconds = 0, same = time(&seconds);
	wrong |= same != seconds || gettimeofday(&day, NULL) != 0 || day.tv_sec - same > 1;
	wrong |= nanoseconds(CLOCK_PROCESS_CPUTIME_ID) <= 0 || nanoseconds(77) != -1 || errno != EINVAL;
	wrong |= syscall(SYS_clock_gettime, CLOCK_REALTIME, main) != -1 || errno != EFAULT;
	wrong |= syscall(SYS_clock_gettime, CLOCK_REALTIME, 0) != -1 || errno != EFAULT;
	puts(wrong || wrong_too ? "wrong" : "fine");
	return wrong || wrong_too;
}
