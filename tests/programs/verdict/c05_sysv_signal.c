// class 5: signal as -std=c99 calls it, and a signal that no call of raise sends
// options: --cflags '-std=c99 -D_POSIX_C_SOURCE=200809L' --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void (*__sysv_signal(int sig, void (*handler)(int)))(int);
static volatile sig_atomic_t got;
static void handler(int sig) { got = sig; } //OLD
static void handler(int sig) { got = sig + 1; } //NEW
int main(int c, char **v)
{
	int fd[2], x = atoi(v[1]);
	if (pipe(fd))
		return 1;
	__sysv_signal(SIGPIPE, handler);
	if (x == 7)
		close(fd[0]);
	if (write(fd[1], "x", 1) < 0)
		printf("%d\n", (int)got);
	return 0 * c;
}
