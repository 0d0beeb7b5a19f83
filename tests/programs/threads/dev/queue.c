/* Producers and consumers with two condition variables. */
#include <pthread.h>
#include <stdio.h>

enum { ROOM = 4, EACH = 200, MAKERS = 3, USERS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, less = PTHREAD_COND_INITIALIZER;
static int queue[ROOM], used, first, finished;

static void *make(void *arg)
{
	for (int i = 1; i <= EACH; i++) {
		pthread_mutex_lock(&lock);
		while (used == ROOM)
			pthread_cond_wait(&less, &lock);
		queue[(first + used++) % ROOM] = i;
		pthread_cond_signal(&more);
		pthread_mutex_unlock(&lock);
	}
	return arg;
}

static void *use(void *sum)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		while (!used && !finished)
			pthread_cond_wait(&more, &lock);
		if (!used) {
			pthread_mutex_unlock(&lock);
			return NULL;
		}
		*(long *)sum += queue[first];
		first = (first + 1) % ROOM;
		used--;
		pthread_cond_signal(&less);
		pthread_mutex_unlock(&lock);
	}
}

int main(void)
{
	pthread_t makers[MAKERS], users[USERS];
	long sums[USERS] = {0};
	for (int i = 0; i < USERS; i++)
		pthread_create(&users[i], NULL, use, &sums[i]);
	for (int i = 0; i < MAKERS; i++)
		pthread_create(&makers[i], NULL, make, NULL);
	for (int i = 0; i < MAKERS; i++)
		pthread_join(makers[i], NULL);
	pthread_mutex_lock(&lock);
	finished = 1;
	pthread_cond_broadcast(&more);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < USERS; i++)
		pthread_join(users[i], NULL);
	printf("%ld\n", sums[0] + sums[1]);
	return 0;
}
