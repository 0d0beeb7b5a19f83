/* A thread forks: the child has one thread. Handlers of pthread_atfork. */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int before, parent, child;

static void on_before(void)
{
	before++;
}
static void on_parent(void)
{
	parent++;
}
static void on_child(void)
{
	child++;
}

static void *forks(void *arg)
{
	int status;
	if (fork() == 0)
		_exit(before * 100 + parent * 10 + child);
	wait(&status);
	*(int *)arg = WEXITSTATUS(status);
	return NULL;
}

static void *other(void *arg)
{
	pthread_mutex_lock(arg);
	pthread_mutex_unlock(arg);
	return NULL;
}

int main(void)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_t a, b;
	int status = 0;
	pthread_atfork(on_before, on_parent, on_child);
	pthread_mutex_lock(&lock);
	pthread_create(&a, NULL, other, &lock);
	pthread_create(&b, NULL, forks, &status);
	pthread_join(b, NULL);
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	printf("%d %d %d %d\n", status, before, parent, child);
	return 0;
}
