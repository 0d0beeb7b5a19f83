/* Detached threads, pthread_exit from main, cleanup handlers. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void clean(void *text)
{
	pthread_mutex_lock(&lock);
	printf("%s\n", (char *)text);
	pthread_mutex_unlock(&lock);
}

static void *leave(void *arg)
{
	pthread_cleanup_push(clean, "cleaned");
	pthread_exit("gone");
	pthread_cleanup_pop(0);
	return arg;
}

static void *work(void *arg)
{
	usleep(1000 * *(int *)arg);
	pthread_mutex_lock(&lock);
	printf("detached %d\n", ++count);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	static int ms[3] = {300, 100, 200};
	pthread_t t;
	void *result;
	pthread_create(&t, NULL, leave, NULL);
	pthread_join(t, &result);
	printf("%s\n", (char *)result);
	for (int i = 0; i < 3; i++) {
		pthread_create(&t, NULL, work, &ms[i]);
		pthread_detach(t);
	}
	pthread_exit(NULL);
}
