/* thread.h: what the library knows of each thread.
 *
 * The machine does not interrupt code of this library: another thread runs only while a system call
 * blocks (and while code of the program runs that the library has called). So plain reads and writes
 * are enough here. Locks wait with futex, on words of their own. Not visible to subjects. */
#ifndef DRIFT_LIBC_THREAD_H
#define DRIFT_LIBC_THREAD_H

#include <pthread.h>
#include <time.h>
#include "sys.h"

#define MAX_KEYS 1024

/* The copy that a thread has of a thread-local variable. */
struct tls {
	struct tls *next;
	const void *variable; /* of the first thread */
	void *copy;
};

struct thread {
	int id; /* as gettid has it; 1 for the first one */
	int ended;
	int detached;
	int joined; /* somebody waits for it */
	void *(*fn)(void *);
	void *arg, *result;
	int cancelled; /* pthread_cancel was called */
	int cancel_state, cancel_type;
	int exiting;
	__pthread_unwind_buf_t *cleanups; /* the innermost; outer ones by __pad[0] */
	struct tls *tls;
	void **values; /* MAX_KEYS of them, or NULL */
	char name[16]; /* "": the program's */
};

/* Made by the machine for each thread; NULL for the first one. */
extern struct thread *__drift_self;
/* Threads of the process that have not ended. */
extern int __drift_threads;
/* True once the process has had a second thread, or is a copy of another. */
extern int __drift_threaded;

struct thread *__drift_this(void);
struct thread *__drift_thread_of(pthread_t t);
/* Waits while *word is value. until: absolute time of clock, or NULL. 0, EINTR, EAGAIN, ETIMEDOUT. */
int __drift_wait(int *word, int value, const struct timespec *until, clockid_t clock, int shared);
void __drift_wake(int *word, int most, int shared);
/* Ends the thread if it was cancelled and allows it. */
void __drift_cancel_point(void);
void __drift_run_key_destructors(void);
_Noreturn void __drift_thread_exit(struct thread *t);

#endif
