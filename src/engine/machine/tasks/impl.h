/* impl.h: private to this folder: a task, the memory of a process, and all of them. */
#ifndef DRIFT_MACHINE_TASKS_IMPL_H
#define DRIFT_MACHINE_TASKS_IMPL_H

#include "engine/machine/machine_impl.h"
#include "engine/machine/tasks/image.h"

enum { LOCAL_ERRNO, LOCAL_SELF, N_LOCALS, LOCAL_MOST = 8 };

/* A variable of the C library that each thread has for itself: its bytes while another runs. */
typedef struct TaskLocal {
	u8 bytes[LOCAL_MOST];
	Tag tags[LOCAL_MOST];
} TaskLocal;

/* The memory of a process. */
typedef struct Space {
	u32 refs;     /* tasks, and one while it is in Machine.mem */
	Image *image; /* its contents; while it is in Machine.mem, an earlier state, or NULL */
} Space;

typedef struct RunTask {
	Thread thread; /* while it does not run */
	Space *space;
	bool blocked; /* its call must be repeated */
	bool swept;   /* it has ended, and has nothing any more */
	u32 copied;   /* frames up to this serial number are copies of its creator's */
	TaskLocal locals[N_LOCALS];
} RunTask;

struct Tasks {
	VEC(RunTask *) all; /* by number */
	u32 current;        /* the running task */
	Space *space;       /* in Machine.mem */
	SharedMaps shared;
	u64 turn; /* QUANTUMs executed when the last one was interrupted */
	struct {
		u64 at; /* 0: the program has no such variable */
		u32 size;
	} locals[N_LOCALS];
	bool first_ended; /* true if the process that began the run has ended, as the next two say */
	Outcome outcome;
	int status;
};

#endif
