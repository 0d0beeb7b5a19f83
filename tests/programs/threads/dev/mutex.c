/* A counter under a mutex; trylock, error checking, recursive. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long counter;

static void *count(void *arg)
{
	for (int i = 0; i < 500; i++) {
		pthread_mutex_lock(&lock);
		long now = counter;
		if (i % 50 == 0)
			sched_yield();
		counter = now + 1;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *try_it(void *m)
{
	return pthread_mutex_trylock(m) == EBUSY && pthread_mutex_unlock(m) == EPERM ? "busy" : "free";
}

int main(void)
{
	pthread_t t[5];
	void *text;
	for (int i = 0; i < 5; i++)
		pthread_create(&t[i], NULL, count, NULL);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", counter);
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_t checked;
	pthread_mutex_init(&checked, &attr);
	pthread_mutex_lock(&checked);
	printf("%d\n", pthread_mutex_lock(&checked) == EDEADLK);
	pthread_create(&t[0], NULL, try_it, &checked);
	pthread_join(t[0], &text);
	printf("%s\n", (char *)text);
	return 0;
}
