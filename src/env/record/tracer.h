/* tracer.h: the event loop under recorder and replayer.
 *
 * Starts a program, follows its threads and children, and calls back at every entry to and exit
 * from a system call, at new tasks, executions, signals and ends. Tasks are numbered in the order
 * of their birth; the address space is not randomised; time calls of the vDSO are made real calls.
 * When the tracer dies, for whatever reason, the kernel kills every task it traced.
 */
#ifndef DRIFT_ENV_TRACER_H
#define DRIFT_ENV_TRACER_H

#include "env/record/tracee.h"

#include <signal.h>

typedef struct TracedTask {
	pid_t tid;      /* the kernel's number of the thread */
	pid_t tgid;     /* of its process */
	u32 id;         /* in order of birth, the first is 0 */
	u32 parent;     /* id */
	u32 ordinal;    /* tasks that the parent had made before this one */
	u32 n_children; /* tasks it has made */
	bool thread;    /* shares its parent's memory and descriptors */
	bool live;
	bool in_call;  /* between entry and exit */
	bool compat;   /* the call at hand is a 32-bit one */
	bool answered; /* the call at hand was answered without the kernel */
	bool skipping; /* the kernel will not run its next call: it was resumed so */
	i32 nr;        /* call at hand */
	u64 args[6];   /* its arguments */
	int signal;    /* to deliver when resumed */
	u32 finished;  /* calls that it has finished */
} TracedTask;

typedef struct Tracer Tracer;

typedef struct TracerOps {
	/* Asked before enter: true if *ret and what is in memory now is the answer; the kernel does not
	 * run the call, and neither enter nor leave are called. */
	bool (*answer)(Tracer *t, TracedTask *task, i64 *ret);
	/* Asked once the program was told to end, when enter and leave are called no more: true if the
	 * call must not be run; *ret is its answer then. */
	bool (*refuse)(Tracer *t, TracedTask *task, i64 *ret);
	void (*enter)(Tracer *t, TracedTask *task);
	void (*leave)(Tracer *t, TracedTask *task, i64 ret);
	void (*born)(Tracer *t, TracedTask *task);
	/* A new image, before its first instruction; first: it is the program itself. */
	void (*executed)(Tracer *t, TracedTask *task, bool first);
	bool (*signalled)(Tracer *t, TracedTask *task, const siginfo_t *info); /* false: swallow it */
	void (*ended)(Tracer *t, TracedTask *task, int status);
	/* Called some times a second; false ends the run. NULL is fine for any of these. */
	bool (*tick)(Tracer *t);
	/* A child of this process that is not traced ended. */
	void (*other_ended)(Tracer *t, pid_t pid, int status);
} TracerOps;

struct Tracer {
	const TracerOps *ops;
	void *user;              /* belongs to the callbacks */
	VEC(TracedTask *) tasks; /* by id; dead ones stay */
	IntMap by_tid;           /* live tasks: tid to id + 1 */
	IntMap early;            /* tasks that stopped before their parent told of them */
	size_t n_live;
	bool started;    /* the program has been executed */
	bool draining;   /* asked to end: calls are no longer reported */
	double kill_at;  /* when draining: patience ends here */
	bool stopping;   /* everything is being killed */
	int status;      /* of the first task, as from waitpid */
	bool root_ended; /* status holds */
	double start;    /* when the program was executed */
};

/* What the child does to itself before it executes the program. */
typedef struct Launch {
	char *const *argv;
	char *const *envp;
	const char *file;            /* to execute in place of what argv[0] names; NULL: that */
	int stdio[3];                /* descriptors to use, -1: inherit */
	void (*prepare)(void *user); /* limits, identity, directory; may be NULL */
	void *user;
} Launch;

/* Starts the program, stopped before its first instruction has run. */
bool tracer_start(Tracer *t, const Launch *launch, Err *err);
/* Runs until every task has ended or tick says stop; then nothing is left running. */
void tracer_run(Tracer *t);
/* Asks every process to end (SIGTERM), kills what is left after grace seconds. */
void tracer_stop(Tracer *t, double grace);
void tracer_free(Tracer *t);
TracedTask *tracer_find(Tracer *t, pid_t tid);

#endif
