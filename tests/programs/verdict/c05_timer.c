// class 5: a handler run by a timer
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: not equivalent
// try: 7
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
static volatile sig_atomic_t got;
static void handler(int sig) { got = sig; } //OLD
static void handler(int sig) { got = sig + 1; } //NEW
int main(int c, char **v)
{
	struct itimerval t = {{0, 0}, {0, 100000}};
	sigset(SIGALRM, handler);
	if (atoi(v[1]) == 7) {
		setitimer(ITIMER_REAL, &t, 0);
		pause();
	}
	printf("%d\n", (int)got);
	return 0 * c;
}
