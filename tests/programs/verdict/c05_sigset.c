// class 5: sigset, and a signal that no call of raise sends
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static volatile sig_atomic_t got;
static void handler(int sig) { got = sig; } //OLD
static void handler(int sig) { got = sig + 1; } //NEW
int main(int c, char **v)
{
	int fd[2], x = atoi(v[1]);
	if (pipe(fd))
		return 1;
	sigset(SIGPIPE, handler);
	if (x == 7)
		close(fd[0]);
	if (write(fd[1], "x", 1) < 0)
		printf("%d\n", (int)got);
	return 0 * c;
}
