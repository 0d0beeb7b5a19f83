/* Threads that each fill a part of an array; results by pthread_join. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static int squares[40];

static void *fill(void *arg)
{
	intptr_t k = (intptr_t)arg, sum = 0;
	for (intptr_t i = k * 10; i < k * 10 + 10; i++) {
		squares[i] = (int)(i * i);
		sum += squares[i];
	}
	return (void *)sum;
}

int main(void)
{
	pthread_t t[4];
	for (intptr_t i = 0; i < 4; i++)
		if (pthread_create(&t[i], NULL, fill, (void *)i))
			return 1;
	for (int i = 0; i < 4; i++) {
		void *sum;
		pthread_join(t[i], &sum);
		printf("%d: %ld\n", i, (long)(intptr_t)sum);
	}
	printf("%d\n", squares[39]);
	return 0;
}
