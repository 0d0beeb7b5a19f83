/* Thread-local variables, keys with destructors, errno, once. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local int mine = 10;
static __thread struct { int a, b; } pair = {3, 4};
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int destroyed, made;
static int *address_of_mine;

static void make(void)
{
	made++;
}

static void destroy(void *value)
{
	pthread_mutex_lock(&lock);
	destroyed += *(int *)value;
	pthread_mutex_unlock(&lock);
	free(value);
}

static void *work(void *arg)
{
	int n = *(int *)arg;
	pthread_once(&once, make);
	mine += n;
	pair.b *= n;
	errno = n;
	int *value = malloc(sizeof *value);
	*value = n * 100;
	pthread_setspecific(key, value);
	if (n == 2)
		*address_of_mine += 1000;
	*(int *)arg = mine + pair.a + pair.b + errno;
	return NULL;
}

int main(void)
{
	pthread_t t[3];
	int n[3] = {1, 2, 3};
	errno = 77;
	address_of_mine = &mine;
	pthread_key_create(&key, destroy);
	for (int i = 0; i < 3; i++) {
		pthread_create(&t[i], NULL, work, &n[i]);
		pthread_join(t[i], NULL);
	}
	printf("%d %d %d\n", n[0], n[1], n[2]);
	printf("%d %d %d %d\n", mine, pair.b, errno, made);
	printf("%d %d\n", destroyed, pthread_getspecific(key) == NULL);
	return 0;
}
