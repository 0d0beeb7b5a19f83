/* Cancellation at cancellation points. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void clean(void *arg)
{
	*(int *)arg = 5;
}

static void *sleeper(void *arg)
{
	pthread_cleanup_push(clean, arg);
	for (;;)
		usleep(1000);
	pthread_cleanup_pop(0);
	return NULL;
}

static void *reader(void *arg)
{
	char x;
	read(*(int *)arg, &x, 1);
	return "read";
}

static void *disabled(void *arg)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	usleep(100000);
	*(int *)arg = 9;
	return "finished";
}

int main(void)
{
	pthread_t t;
	int n = 0, p[2];
	void *r;
	pipe(p);
	pthread_create(&t, NULL, sleeper, &n);
	usleep(20000);
	pthread_cancel(t);
	pthread_join(t, &r);
	printf("%d %d\n", r == PTHREAD_CANCELED, n);
	pthread_create(&t, NULL, reader, &p[0]);
	usleep(20000);
	pthread_cancel(t);
	pthread_join(t, &r);
	printf("%d\n", r == PTHREAD_CANCELED);
	pthread_create(&t, NULL, disabled, &n);
	usleep(20000);
	pthread_cancel(t);
	pthread_join(t, &r);
	printf("%s %d\n", (char *)r, n);
	return 0;
}
