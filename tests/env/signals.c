/* signals.c: needs SIGUSR1 from outside to end well; says how many it got. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void on_signal(int signo)
{
	(void)signo;
	got++;
}

int main(void)
{
	struct sigaction sa = {.sa_handler = on_signal};
	sigaction(SIGUSR1, &sa, NULL);
	for (int i = 0; i < 40 && !got; i++)
		usleep(20000);
	printf("%d\n", (int)got);
	return got != 1;
}
