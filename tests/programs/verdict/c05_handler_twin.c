// class 5: a handler that does the same
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: not different
// try: 7
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static volatile sig_atomic_t got;
static void handler(int sig) { got = sig + 1; } //OLD
static void handler(int sig) { got = 1 + sig; } //NEW
int main(int c, char **v)
{
	sigset(SIGUSR1, handler);
	if (atoi(v[1]) == 7)
		raise(SIGUSR1);
	printf("%d\n", (int)got);
	return 0 * c;
}
