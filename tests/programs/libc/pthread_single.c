/* pthread_single.c: locks, once, keys and semaphores in a program of one thread. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>

static int calls;

static void once_fn(void)
{
	calls++;
}

static void mutexes(void)
{
	static const int kinds[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE,
								PTHREAD_MUTEX_ERRORCHECK};
	pthread_mutex_t still = PTHREAD_MUTEX_INITIALIZER;

	printf("%d %d %d\n", pthread_mutex_lock(&still), pthread_mutex_trylock(&still),
		   pthread_mutex_unlock(&still));
	for (int i = 0; i < 3; i++) {
		pthread_mutexattr_t attr;
		pthread_mutex_t m;
		int kind;
		pthread_mutexattr_init(&attr);
		printf("settype %d", pthread_mutexattr_settype(&attr, kinds[i]));
		pthread_mutexattr_gettype(&attr, &kind);
		printf(" %d\n", kind);
		pthread_mutex_init(&m, &attr);
		printf("lock %d", pthread_mutex_lock(&m));
		printf(" try %d", pthread_mutex_trylock(&m));
		if (i == 2)
			printf(" again %d", pthread_mutex_lock(&m));
		printf(" unlock %d", pthread_mutex_unlock(&m));
		if (i > 0)
			printf(" %d", pthread_mutex_unlock(&m));
		if (i == 2)
			printf(" %d", pthread_mutex_unlock(&m));
		printf(" destroy %d\n", pthread_mutex_destroy(&m));
		pthread_mutexattr_destroy(&attr);
	}
}

static void others(void)
{
	pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
	pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
	pthread_key_t key;
	sem_t sem;
	int value;

	printf("%d %d %d %d", pthread_rwlock_rdlock(&rw), pthread_rwlock_rdlock(&rw),
		   pthread_rwlock_trywrlock(&rw), pthread_rwlock_unlock(&rw));
	printf(" %d %d %d %d\n", pthread_rwlock_unlock(&rw), pthread_rwlock_wrlock(&rw),
		   pthread_rwlock_tryrdlock(&rw), pthread_rwlock_unlock(&rw));
	printf("%d %d\n", pthread_cond_signal(&cond), pthread_cond_broadcast(&cond));
	printf("%d", pthread_key_create(&key, NULL));
	printf(" %d", pthread_getspecific(key) == NULL);
	printf(" %d", pthread_setspecific(key, &value));
	printf(" %d", pthread_getspecific(key) == &value);
	printf(" %d %d\n", pthread_key_delete(key), pthread_setspecific(key, NULL));
	sem_init(&sem, 0, 1);
	printf("%d", sem_wait(&sem));
	printf(" %d %d", sem_trywait(&sem), errno);
	printf(" %d", sem_post(&sem));
	sem_getvalue(&sem, &value);
	printf(" %d\n", value);
}

int main(void)
{
	pthread_once_t once = PTHREAD_ONCE_INIT;
	once_flag flag = ONCE_FLAG_INIT;
	pthread_attr_t attr;
	size_t size;
	mtx_t m;

	mutexes();
	others();
	pthread_once(&once, once_fn);
	pthread_once(&once, once_fn);
	call_once(&flag, once_fn);
	call_once(&flag, once_fn);
	printf("once %d self %d\n", calls, pthread_equal(pthread_self(), pthread_self()) != 0);
	pthread_attr_init(&attr);
	printf("%d", pthread_attr_setstacksize(&attr, 1 << 20));
	printf(" %d", pthread_attr_getstacksize(&attr, &size));
	printf(" %zu\n", size);
	printf("%d", mtx_init(&m, mtx_plain));
	printf(" %d %d %d\n", mtx_lock(&m), mtx_trylock(&m), mtx_unlock(&m));
	return 0;
}
