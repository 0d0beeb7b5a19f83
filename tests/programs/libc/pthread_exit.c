/* pthread_exit.c: what the only thread leaves behind, and attributes that are refused. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_key_t again, once;

static void destroy_once(void *value)
{
	printf("once %s\n", (char *)value);
}

static void destroy_again(void *value)
{
	printf("again %s\n", (char *)value);
	pthread_setspecific(again, value);
}

static void at_end(void)
{
	puts("exit");
}

int main(void)
{
	pthread_attr_t a;
	char name[16];
	pthread_attr_init(&a);
	printf("%d %d %d %d\n", pthread_attr_setdetachstate(&a, 7), pthread_attr_setstacksize(&a, 100),
		   pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS), pthread_attr_setschedpolicy(&a, 42));
	printf("%d %d\n", pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED),
		   pthread_attr_setstacksize(&a, 1 << 20));
	printf("%d", pthread_setname_np(pthread_self(), "much too long a name"));
	printf(" %d", pthread_setname_np(pthread_self(), "short"));
	printf(" %d", pthread_getname_np(pthread_self(), name, 4));
	printf(" %d %s\n", pthread_getname_np(pthread_self(), name, sizeof name), name);
	atexit(at_end);
	pthread_key_create(&again, destroy_again);
	pthread_key_create(&once, destroy_once);
	pthread_setspecific(again, "a");
	pthread_setspecific(once, "b");
	pthread_exit(NULL);
}
