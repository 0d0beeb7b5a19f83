/* Waits that end by timeout, and a sleeper that ends one earlier. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int flag;

static void *later(void *arg)
{
	usleep(50000);
	pthread_mutex_lock(&lock);
	flag = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&lock);
	return arg;
}

static struct timespec from_now(long ms)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += ms * 1000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

int main(void)
{
	pthread_t t;
	struct timespec until = from_now(20);
	pthread_mutex_lock(&lock);
	printf("%d\n", pthread_cond_timedwait(&cond, &lock, &until) == ETIMEDOUT);
	pthread_create(&t, NULL, later, NULL);
	until = from_now(5000);
	while (!flag)
		if (pthread_cond_timedwait(&cond, &lock, &until))
			printf("too late\n");
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	printf("done\n");
	return 0;
}
