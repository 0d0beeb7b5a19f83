/* assert_fail.c: a failed assertion says so and aborts. */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int zero;

static void check(int value)
{
	assert(value == zero || !"nothing else");
}

static void on_abort(int sig)
{
	_exit(sig);
}

int main(void)
{
	printf("this line is lost");
	check(0);
	signal(SIGABRT, on_abort);
	check(1);
	return 0;
}
