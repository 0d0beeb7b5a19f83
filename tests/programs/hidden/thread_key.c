/* thread_key.c: the value of a key of the thread */
#include <pthread.h>
#include <stdio.h>

static pthread_key_t key;
void f(int n)
{
	pthread_key_create(&key, NULL);
	pthread_setspecific(key, n == 4 ? PICK("a", "b", "a") : "c");
}

#ifdef JUDGE
void observe(void) { printf("%s", (char *)pthread_getspecific(key)); }
#endif
