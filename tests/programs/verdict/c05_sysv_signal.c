// class 5: signal as -std=c99 calls it
// options: --cflags -std=c99 --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static volatile sig_atomic_t got;
static void handler(int sig) { got = sig; } //OLD
static void handler(int sig) { got = sig + 1; } //NEW
int main(int c, char **v)
{
	signal(SIGINT, handler);
	if (atoi(v[1]) == 7)
		raise(SIGINT);
	printf("%d\n", (int)got);
	return 0 * c;
}
