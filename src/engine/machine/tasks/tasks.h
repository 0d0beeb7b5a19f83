/* tasks.h: private to src/engine/machine: several threads and processes of one run.
 *
 * Machine.tasks is NULL until the program makes its second thread or process. From then on until the end
 * of the run there is a RunTask for each thread of each process, numbered as the Os numbers them
 * (os/family/family.h). The running task's thread is Machine.thread, the memory of its process is Machine.mem.
 * A Space is the memory of a process; threads share one, and so does the child of vfork with its parent.
 * The memory of a process that does not run is an Image (image.h).
 *
 * Scheduling is deterministic. A task runs until it blocks, yields or ends, or until it has executed
 * QUANTUM instructions and is in the subject's own code. Then the next task in order that can run does so.
 * So between two system calls a task that does not compute for long is never interrupted, and the C
 * library needs no locks of its own. When no task can run, the clock jumps to the first timeout.
 *
 * There is one path condition: decisions of all tasks, in the order in which they were made. Runs with
 * tasks take no snapshots, execute no native code, and are not followed by dependences.
 */
#ifndef DRIFT_MACHINE_TASKS_H
#define DRIFT_MACHINE_TASKS_H

#include "engine/machine/call.h"
#include "engine/machine/thread.h"

typedef struct Tasks Tasks;

/* What the program made more than one thread or process of; see machine_tasks. */
typedef enum TaskKind {
	TASK_FORK,   /* a process with a copy of the memory */
	TASK_VFORK,  /* a process that shares the memory */
	TASK_THREAD, /* a thread */
} TaskKind;

enum {
	QUANTUM = 1 << 16, /* instructions after which a task that does not block is interrupted */
	TURN = 1 << 12,    /* of which multiples are the only places where that may happen */
};

/* Makes a task that continues after the call instruction at Thread.pc with result 0; the running task
 * gets the number of the new one. self: what __drift_self is in a new thread. */
CallStatus tasks_clone(Machine *m, TaskKind kind, u64 self);
/* The running task waits: its call is repeated later. */
CallStatus tasks_block(Machine *m);
/* The running task, and its process, have ended. */
CallStatus tasks_thread_end(Machine *m);
CallStatus tasks_process_end(Machine *m, Outcome outcome, int status);
/* Runs another task after a QUANTUM. Returns true if it is at Thread.resume now, or has ended the run. */
bool tasks_preempt(Machine *m);
/* Forgets all tasks but the first, whose thread is the machine's again. */
void tasks_reset(Machine *m);
/* Returns true if the running process is the one that began the run. */
bool tasks_first(const Machine *m);

/* tasks/deadlock.c: ends the run, since all tasks wait for ever. */
void tasks_deadlock(Machine *m);

#endif
