/* A pool of threads with a list of jobs; results go into a sorted table. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int n;
};

static struct job *jobs;
static int results[100], left = 100, stop;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;

static int collatz(int n)
{
	int steps = 0;
	for (long k = n; k > 1; steps++)
		k = k % 2 ? 3 * k + 1 : k / 2;
	return steps;
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	for (;;) {
		while (!jobs && !stop)
			pthread_cond_wait(&work, &lock);
		if (!jobs)
			break;
		struct job *j = jobs;
		jobs = j->next;
		pthread_mutex_unlock(&lock);
		int r = collatz(j->n + 1);
		pthread_mutex_lock(&lock);
		results[j->n] = r;
		free(j);
		if (--left == 0)
			pthread_cond_signal(&done);
	}
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[3];
	long sum = 0;
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 100; i++) {
		struct job *j = malloc(sizeof *j);
		pthread_mutex_lock(&lock);
		*j = (struct job){jobs, i};
		jobs = j;
		pthread_cond_signal(&work);
		pthread_mutex_unlock(&lock);
	}
	pthread_mutex_lock(&lock);
	while (left)
		pthread_cond_wait(&done, &lock);
	stop = 1;
	pthread_cond_broadcast(&work);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < 100; i++)
		sum = sum * 7 + results[i];
	printf("%ld\n", sum);
	return 0;
}
