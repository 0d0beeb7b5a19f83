/* nursery.h: starts worker processes.
 *
 * A process that has threads cannot fork safely. So the nursery is forked before the search has
 * any, and does nothing but fork workers when it is asked to, also much later: a worker that dies
 * is replaced. Workers end with the nursery, and the nursery ends with its parent. */
#ifndef DRIFT_JOBS_NURSERY_H
#define DRIFT_JOBS_NURSERY_H

#include <sys/types.h>

#include "base/base.h"

typedef struct Nursery {
	pid_t pid; /* of its process; 0: none */
	int fd;    /* our end of its socket */
} Nursery;

/* A worker calls work with its number and its end of a socket; work must not return. */
typedef struct NurseryWork {
	void *ctx;
	void (*work)(void *ctx, u32 number, int fd);
} NurseryWork;

bool nursery_begin(Nursery *n, const NurseryWork *work, Err *err);
/* Starts a worker; *fd is our end of its socket. */
bool nursery_start(Nursery *n, u32 number, int *fd, Err *err);
/* Kills the nursery and all workers. */
void nursery_end(Nursery *n);

#endif
