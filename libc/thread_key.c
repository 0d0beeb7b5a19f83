/* thread_key.c: values that each thread has for a key. */
#include <stdlib.h>
#include "thread.h"

static struct key {
	int used;                /* taken */
	void (*destroy)(void *); /* called when a thread ends; exit does without */
	void *value;             /* of the first thread */
} keys[MAX_KEYS];

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	for (unsigned i = 0; i < MAX_KEYS; i++)
		if (!keys[i].used) {
			keys[i] = (struct key){1, destroy, NULL};
			*key = i;
			return 0;
		}
	return EAGAIN;
}

/* Values of other threads stay, and a later key of the same number would find them. */
int pthread_key_delete(pthread_key_t key)
{
	if (key >= MAX_KEYS || !keys[key].used)
		return EINVAL;
	if (__drift_threads > 1)
		__drift_unsupported("pthread_key_delete while there are several threads");
	keys[key].used = 0;
	return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
	if (key >= MAX_KEYS)
		return NULL;
	if (__drift_self)
		return __drift_self->values ? __drift_self->values[key] : NULL;
	return keys[key].value;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	struct thread *t = __drift_self;
	if (key >= MAX_KEYS || !keys[key].used)
		return EINVAL;
	if (!t) {
		keys[key].value = (void *)value;
		return 0;
	}
	if (!t->values && !(t->values = calloc(MAX_KEYS, sizeof *t->values)))
		return ENOMEM;
	t->values[key] = (void *)value;
	return 0;
}

/* A destructor may set values anew: glibc looks four times. */
void __drift_run_key_destructors(void)
{
	struct thread *t = __drift_self;
	for (int round = 0; round < 4; round++)
		for (unsigned i = 0; i < MAX_KEYS && (!t || t->values); i++) {
			void **at = t ? &t->values[i] : &keys[i].value, *value = *at;
			*at = NULL;
			if (keys[i].used && keys[i].destroy && value)
				keys[i].destroy(value);
		}
	if (t && t->values) {
		free(t->values);
		t->values = NULL;
	}
}

ALIAS(pthread_key_create, __pthread_key_create);
ALIAS(pthread_getspecific, __pthread_getspecific);
ALIAS(pthread_setspecific, __pthread_setspecific);
