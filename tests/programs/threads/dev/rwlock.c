/* Readers and writers; semaphores. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t ready, room;
static int a, b, wrong, passed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *read_it(void *arg)
{
	for (int i = 0; i < 100; i++) {
		pthread_rwlock_rdlock(&lock);
		if (a != b)
			wrong++;
		pthread_rwlock_unlock(&lock);
	}
	sem_wait(&room);
	pthread_mutex_lock(&m);
	passed++;
	pthread_mutex_unlock(&m);
	sem_post(&room);
	sem_post(&ready);
	return arg;
}

static void *write_it(void *arg)
{
	for (int i = 0; i < 100; i++) {
		pthread_rwlock_wrlock(&lock);
		a++;
		b++;
		pthread_rwlock_unlock(&lock);
	}
	sem_post(&ready);
	return arg;
}

int main(void)
{
	pthread_t t[4];
	int value;
	sem_init(&ready, 0, 0);
	sem_init(&room, 0, 2);
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, i % 2 ? write_it : read_it, NULL);
	for (int i = 0; i < 4; i++)
		sem_wait(&ready);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	sem_getvalue(&room, &value);
	printf("%d %d %d %d %d\n", a, b, wrong, passed, value);
	printf("%d\n", sem_trywait(&ready));
	return 0;
}
