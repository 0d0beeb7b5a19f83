/* Rounds that a barrier separates; one thread of each round is the serial one. */
#include <pthread.h>
#include <stdio.h>

enum { N = 4, ROUNDS = 5 };

static pthread_barrier_t barrier;
static int cells[N], sums[ROUNDS], serial;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
	int me = *(int *)arg;
	for (int r = 0; r < ROUNDS; r++) {
		cells[me] += me + r;
		int who = pthread_barrier_wait(&barrier);
		if (who == PTHREAD_BARRIER_SERIAL_THREAD) {
			for (int i = 0; i < N; i++)
				sums[r] += cells[i];
			pthread_mutex_lock(&lock);
			serial++;
			pthread_mutex_unlock(&lock);
		}
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[N];
	int number[N];
	pthread_barrier_init(&barrier, NULL, N);
	for (int i = 0; i < N; i++) {
		number[i] = i;
		pthread_create(&t[i], NULL, work, &number[i]);
	}
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	for (int r = 0; r < ROUNDS; r++)
		printf("%d ", sums[r]);
	printf("%d\n", serial);
	return pthread_barrier_destroy(&barrier);
}
