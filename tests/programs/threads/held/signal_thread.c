/* Masks per thread; a thread that waits for signals of the process. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void *waits(void *arg)
{
	int number;
	for (int i = 0; i < 3; i++) {
		sigwait(arg, &number);
		printf("%s\n", number == SIGUSR1 ? "usr1" : "usr2");
	}
	return NULL;
}

static pthread_t handled_in;
static void handler(int s)
{
	(void)s;
	handled_in = pthread_self();
}

static void *spins(void *arg)
{
	while (!*(volatile int *)arg)
		usleep(1000);
	return NULL;
}

int main(void)
{
	sigset_t set;
	pthread_t t;
	int stop = 0;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	pthread_create(&t, NULL, waits, &set);
	kill(getpid(), SIGUSR1);
	usleep(10000);
	kill(getpid(), SIGUSR2);
	usleep(10000);
	pthread_kill(t, SIGUSR1);
	pthread_join(t, NULL);
	signal(SIGHUP, handler);
	pthread_create(&t, NULL, spins, &stop);
	usleep(10000);
	pthread_kill(t, SIGHUP);
	usleep(10000);
	printf("%d\n", pthread_equal(handled_in, t) != 0);
	stop = 1;
	pthread_join(t, NULL);
	return 0;
}
