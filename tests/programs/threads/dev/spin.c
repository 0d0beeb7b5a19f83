/* One thread spins on an atomic flag that another sets. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int flag, turns;
static int data;

static void *set(void *arg)
{
	data = 42;
	atomic_store(&flag, 1);
	for (int i = 0; i < 1000; i++)
		atomic_fetch_add(&turns, 1);
	return arg;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, set, NULL);
	while (!atomic_load(&flag))
		;
	printf("%d\n", data);
	pthread_join(t, NULL);
	printf("%d\n", atomic_load(&turns));
	return 0;
}
