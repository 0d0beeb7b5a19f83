/* tracer.h: the event loop that the recorder and the replayer share.
 *
 * It starts a program, follows its threads and children, and calls back at every entry to and exit
 * from a system call, and for new tasks, executions, signals and ends. Tasks are numbered in order
 * of creation. Address space randomisation is off. Time functions of the vDSO become real calls.
 * When the tracer dies, for whatever reason, the kernel kills every task it traced. A process that ran
 * before the tracer is not changed at all, and goes on.
 */
#ifndef DRIFT_ENV_TRACER_H
#define DRIFT_ENV_TRACER_H

#include "env/record/tracee.h"

#include <signal.h>

typedef struct TracedTask {
	pid_t tid;      /* the kernel's number of the thread */
	pid_t tgid;     /* of its process */
	u32 id;         /* in order of creation; the first is 0 */
	u32 parent;     /* id */
	u32 ordinal;    /* number of tasks that the parent had created before this one */
	u32 n_children; /* number of tasks it has created */
	bool thread;    /* shares its parent's memory and descriptors */
	bool live;
	bool in_call;  /* between entry and exit */
	bool compat;   /* the current call is a 32-bit one */
	bool answered; /* the tracer answered the current call without the kernel */
	bool skipping; /* it was resumed so that the kernel does not run its next call */
	i32 nr;        /* the current call */
	u64 args[6];   /* its arguments */
	int signal;    /* to deliver when resumed */
	u32 finished;  /* number of calls that it has finished */
} TracedTask;

typedef struct Tracer Tracer;

typedef struct TracerOps {
	/* Called before enter. Returns true if the tracer answers the call: *ret is the result, and the
	 * memory is already written. The kernel does not run the call, and enter and leave are not
	 * called. */
	bool (*answer)(Tracer *t, TracedTask *task, i64 *ret);
	/* Called instead of enter and leave after the program was asked to end. Returns true if the
	 * call must not run; *ret is then its result. */
	bool (*refuse)(Tracer *t, TracedTask *task, i64 *ret);
	void (*enter)(Tracer *t, TracedTask *task);
	void (*leave)(Tracer *t, TracedTask *task, i64 ret);
	void (*born)(Tracer *t, TracedTask *task);
	/* Called when there is a new image, before its first instruction. first: true for the program
	 * itself. */
	void (*executed)(Tracer *t, TracedTask *task, bool first);
	bool (*signalled)(Tracer *t, TracedTask *task, const siginfo_t *info); /* false: swallow it */
	void (*ended)(Tracer *t, TracedTask *task, int status);
	/* Called several times a second; false ends the run. Any of these callbacks may be NULL. */
	bool (*tick)(Tracer *t);
	/* Called when a child of this process that is not traced has ended. */
	void (*other_ended)(Tracer *t, pid_t pid, int status);
} TracerOps;

struct Tracer {
	const TracerOps *ops;
	void *user;              /* belongs to the callbacks */
	VEC(TracedTask *) tasks; /* by id; dead ones stay */
	IntMap by_tid;           /* live tasks: tid to id + 1 */
	IntMap early;            /* tasks that stopped before their parent reported them */
	size_t n_live;
	bool started;    /* the program has been executed */
	bool attached;   /* to a process that ran already: it is never killed, only left */
	bool draining;   /* asked to end: calls are no longer reported */
	double kill_at;  /* when draining: time to kill, or to leave, what still runs */
	bool stopping;   /* everything is being killed */
	int status;      /* of the first task, as from waitpid */
	bool root_ended; /* status is valid */
	double start;    /* when the program was executed */
};

/* What the child sets up before it executes the program. */
typedef struct Launch {
	char *const *argv;
	char *const *envp;
	const char *file;            /* file to execute instead of argv[0]; NULL: argv[0] */
	int stdio[3];                /* descriptors to use, -1: inherit */
	void (*prepare)(void *user); /* limits, identity, directory; may be NULL */
	void *user;
} Launch;

/* Starts the program, stopped before its first instruction has run. */
bool tracer_start(Tracer *t, const Launch *launch, Err *err);
/* Seizes all threads of a process that runs already (attach.c). */
bool tracer_attach(Tracer *t, pid_t pid, Err *err);
/* Runs until every task has ended or tick returns false; leaves no task running. */
void tracer_run(Tracer *t);
/* Sends SIGTERM to every process and kills those that remain after grace seconds. If they ran before,
 * lets them go on untraced instead. */
void tracer_stop(Tracer *t, double grace);
void tracer_free(Tracer *t);
TracedTask *tracer_find(Tracer *t, pid_t tid);
/* Internal: adds a task; parent is NULL for the first. */
TracedTask *tracer_add(Tracer *t, pid_t tid, TracedTask *parent, bool thread);
/* The value of kernel.yama.ptrace_scope; 0 if the kernel does not have it. */
int tracer_yama_scope(void);

#endif
