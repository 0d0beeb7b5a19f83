// class 2: a timer that calls
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: not equivalent
// try: 7
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static void fire(union sigval v) { (void)v; puts("a"); fflush(stdout); _exit(0); } //OLD
static void fire(union sigval v) { (void)v; puts("b"); fflush(stdout); _exit(0); } //NEW
int main(int c, char **v)
{
	if (atoi(v[1]) == 7) {
		struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = fire};
		struct itimerspec when = {{0, 0}, {0, 1000000}};
		timer_t t;
		if (!timer_create(CLOCK_MONOTONIC, &e, &t) && !timer_settime(t, 0, &when, 0))
			for (;;)
				pause();
	}
	return 0 * c;
}
