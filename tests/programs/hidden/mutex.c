/* mutex.c: a mutex that is locked */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void f(int n)
{
	pthread_mutex_lock(&lock);
	if (n != 4 || PICK(1, 0, n / 4))
		pthread_mutex_unlock(&lock);
}

#ifdef JUDGE
void observe(void) { printf("%d", pthread_mutex_trylock(&lock) != 0); }
#endif
