/* stdlib_abort.c: abort calls the handler and ends the program all the same; no flush. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(int sig)
{
	char c = (char)('0' + sig);
	write(1, &c, 1);
}

int main(void)
{
	signal(SIGABRT, handler);
	printf("lost");
	abort();
}
