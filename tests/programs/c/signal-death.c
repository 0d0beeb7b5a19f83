/* signal-death.c: death by each signal, with what had been written by then. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void report(int sig)
{
	(void)sig;
	static const char text[] = "in handler\n";
	if (write(2, text, sizeof text - 1) < 0)
		_exit(99);
}

int main(int argc, char **argv)
{
	int sig = argc > 1 ? atoi(argv[1]) : SIGTERM;
	printf("flushed\n");
	fflush(stdout);
	printf("lost\n");
	if (argc > 2)
		signal(sig, report);
	if (sig == SIGABRT)
		abort();
	raise(sig);
	signal(sig, SIG_DFL);
	kill(getpid(), sig);
	return 0;
}
