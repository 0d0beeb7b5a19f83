/* family.h: private to src/engine/os: several processes, and several threads of one.
 *
 * A run begins with one process that has one thread, and Os.family is NULL. With the first fork or thread
 * it gets a Family, which lasts until the reset. A Relative is a process, a Task is a thread of one.
 * Os.process is the process of the task that makes the calls; Relative.process is the state of a process
 * while another makes them. Linux keeps a few fields of Process for each thread: they are in Process for
 * the task that makes the calls (or made them last in its process), and in OsTask for all others.
 *
 * A call that must wait ends with OS_BLOCKED. The machine then runs another task, and later repeats the
 * call, with the same arguments. So a call that blocks has had no effect, except for what OsTask
 * remembers: when the wait ends, and how many bytes were moved. Who may be repeated is decided
 * generously: everybody, as soon as any other call was completed.
 */
#ifndef DRIFT_OS_FAMILY_H
#define DRIFT_OS_FAMILY_H

#include "engine/os/impl.h"

enum { OS_MEMBERS = 64, OS_TASKS = 256 }; /* processes and threads at a time */
enum { NOBODY = -1 };

typedef enum MemberState {
	MEMBER_LIVE,
	MEMBER_ZOMBIE, /* its parent may still ask for its status */
	MEMBER_GONE,
} MemberState;

typedef struct Relative {
	Process process; /* while it does not make the calls */
	i32 pid;
	i32 parent; /* member; NOBODY: init */
	i32 group;  /* of processes */
	i32 session;
	MemberState state;
	int status;    /* as wait has it, once it has ended */
	u32 ended;     /* order in which they ended */
	u32 last_task; /* whose fields are in process */
} Relative;

typedef struct OsTask {
	u32 member;
	i32 tid;
	bool live;
	/* of the thread, while another thread of its process makes the calls */
	u64 blocked, pending;
	SignalStack signal_stack;
	int n_frames;
	SignalFrame *frames;
	u64 suspended_mask;
	bool suspended;
	/* of the call that blocks */
	bool waiting; /* it was tried before */
	i64 until;    /* when the wait ends, in nanoseconds of Os.elapsed; INT64_MAX: never */
	u64 done;     /* bytes that it has moved */
	u64 futex;    /* address that it waits for; 0: none */
	u64 since;    /* order in which waits began */
	bool woken;   /* by a wake of that address */
	u64 seen;     /* Family.events when it was tried last */
} OsTask;

typedef struct Family {
	VEC(Relative *) members; /* [0] began the run */
	VEC(OsTask *) tasks;     /* [0] likewise */
	u32 task;                /* that makes the calls */
	u32 current;             /* member whose state is in Os.process */
	i32 next_id;             /* for pid or tid */
	u32 ended;               /* members that have ended */
	u64 events;              /* calls that were completed */
	u64 waits;               /* that have begun */
} Family;

static inline OsTask *family_task(const Os *os)
{
	return os->family->tasks.at[os->family->task];
}
static inline Relative *family_self(const Os *os)
{
	return os->family->members.at[family_task(os)->member];
}
/* Returns the live member or zombie of that number, or NULL. */
Relative *family_find(const Os *os, i64 pid);
/* Sends a signal as kill does; 0 or -errno. */
i64 family_send(Os *os, i64 pid, SignalNote note);
/* Likewise to a thread of the process (0: of any). */
i64 family_send_thread(Os *os, i32 process, i32 tid, SignalNote note);
/* Makes another member the one whose Process is Os.process; returns the one before. */
u32 family_become(Os *os, u32 member);

typedef enum OsWait {
	WAIT_OVER,    /* the time is up */
	WAIT_SIGNAL,  /* a signal came: -EINTR */
	WAIT_BLOCKED, /* the call must return; it is repeated */
} OsWait;
/* The call waits, at most limit nanoseconds from when it was first tried (< 0: for ever). */
OsWait os_block(Os *os, i64 limit);
/* Returns the bytes that earlier tries of the call have moved. */
u64 *os_moved(Os *os);
/* Called when the call of the task that makes the calls is completed. */
void family_completed(Os *os);
void family_free(Os *os);

#endif
