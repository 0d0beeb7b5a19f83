/* process.h: private to src/engine/os: the state of one process.
 *
 * A Process is what fork would copy: descriptors, working directory, mask and ids, limits, and
 * signal actions. The Os contains the process that makes the calls; a second process would be a
 * second Process. (Linux has blocked, signal_stack and the frames of handlers per thread. They
 * are here as long as a process has one thread.)
 *
 * Plain values are fields, so that a copy of the struct copies them. Larger tables are behind
 * pointers, and each belongs to the Process alone. process_copy copies those that the run
 * changed, so that a snapshot is small. Invariants:
 *   - limits are as at the start unless limits_changed, actions likewise;
 *   - descriptors from fds_end on are closed;
 *   - each of waits->notes belongs to a pending signal.
 */
#ifndef DRIFT_OS_PROCESS_H
#define DRIFT_OS_PROCESS_H

#include <sys/resource.h>
#include "engine/os/os.h"

enum {
	OS_SIGNALS = 65, /* numbers 1 to 64 */
	OS_FRAMES = 64,  /* handlers running inside each other */
	OS_QUEUE = 64,   /* signals that wait */
};

typedef struct OsNode OsNode;

/* An open file description: what dup shares. */
typedef struct OpenFile {
	OsNode *node;
	u32 flags;                 /* O_*, without those that only matter for opening */
	u32 refs;                  /* descriptors */
	i64 pos;                   /* bytes; in a directory: index into listing plus two */
	Tag at;                    /* what pos is on other inputs, see OsInput */
	OsWhere location;          /* likewise */
	VEC(const char *) listing; /* directory: its names when reading began at 0 */
	bool listed;               /* true if listing is filled */
} OpenFile;

typedef struct Fd {
	OpenFile *file; /* NULL: closed */
	bool cloexec;
} Fd;

/* Kernel layout, as rt_sigaction has it. */
typedef struct SignalAction {
	u64 handler;  /* or SIG_DFL, SIG_IGN */
	u64 flags;    /* SA_* */
	u64 restorer; /* not used: handlers simply return */
	u64 mask;     /* signal n is bit n - 1 */
} SignalAction;

/* A pending signal and its data. */
typedef struct SignalNote {
	int number;
	i32 code;          /* si_code */
	i32 pid;           /* process id of the sender */
	u32 uid;           /* likewise */
	u64 value;         /* value passed to sigqueue */
	Tag value_tags[8]; /* of its bytes */
} SignalNote;

/* Kernel layout, as sigaltstack has it. */
typedef struct SignalStack {
	u64 sp;
	i32 flags, pad; /* SS_* */
	u64 size;
} SignalStack;

typedef struct SignalFrame {
	int number;
	u64 mask; /* to restore when the handler returns */
} SignalFrame;

typedef struct Ids {
	u32 uid, euid, suid;
	u32 gid, egid, sgid;
} Ids;

typedef struct OsTimer {
	i64 due;      /* nanoseconds of Os.elapsed; 0: off */
	i64 interval; /* nanoseconds; 0: once */
} OsTimer;

enum {
	OWN_UMASK = 1,
	OWN_NICE = 2,
	OWN_MASK = 4,
	OWN_ALARM = 8,
	OWN_NAME = 16
}; /* OsWorldMarks.own */

/* What the run inherited from its parent, and what it has set itself; undone by os_reset. */
typedef struct OsWorldMarks {
	u32 own;         /* OWN_*: what the run has set itself, so that it is no longer inherited */
	u64 own_actions; /* likewise, by signal as in blocked */
	u32 fds_most;    /* one past the highest descriptor that the run ever had */
	u32 ids;     /* ids that were read: a bit for each of real, effective and saved, users first */
	bool looked; /* true if the clock was read */
	bool typed;  /* true if a stream of the C library has read from the terminal */
	bool inside; /* true if this call does not reveal the number of a new descriptor */
} OsWorldMarks;

/* Pending signals, and those that the process waits for; no pointers in it. */
typedef struct SignalWaits {
	SignalNote notes[OS_QUEUE]; /* what came with the pending ones, oldest first */
	int n_notes;
	u64 suspended_mask; /* to restore after the handler that ends sigsuspend */
	bool suspended;     /* true if suspended_mask is valid */
} SignalWaits;

/* Every field of a process: its type, its name, and how differ.c compares it after two runs. A field
 * that a later call of the subject cannot observe is compared as `nothing`, with the reason. */
#define PROCESS_FIELDS(F)                                                                          \
	F(FdList, fds, files)             /* by number; all closed from fds_end on */                  \
	F(size_t, fds_end, nothing)       /* one past the highest that was open. Part of fds */        \
	F(bool, streams_moved, nothing)   /* see os_streams_moved. What fds show */                    \
	F(OsNode *, cwd, cwd)             /* the working directory */                                  \
	F(u32, umask, umask)              /* of files that it makes */                                 \
	F(Ids, ids, ids)                  /* user and group */                                         \
	F(bool, ids_set, nothing)         /* true if it set them itself: Os.world does not count.    \
										 * ids show it */ \
	F(bool, undumpable, undumpable)   /* PR_SET_DUMPABLE */                                        \
	F(bool, limits_changed, nothing)  /* true if a reset must refill limits. Part of limits */     \
	F(bool, actions_changed, nothing) /* true if a reset must clear actions. Part of actions */    \
	F(i32, nice, nice)                /* setpriority */                                            \
	F(ThreadName, comm, comm)         /* PR_SET_NAME */                                            \
	F(OsWorldMarks, seen, seen)       /* what an answer would reveal about the world outside.    \
										 * Only `typed` is state */ \
	F(OsTimer, alarm, alarm)          /* alarm and ITIMER_REAL */                                  \
	F(u64, blocked, blocked)          /* signal n is bit n - 1 */                                  \
	F(u64, pending, pending)          /* likewise */                                               \
	F(SignalStack, signal_stack, stack) /* size 0: none was given */                               \
	F(int, n_frames, nothing)           /* handlers running. None after the function returned */   \
	F(LimitList, limits, limits)        /* RLIM_NLIMITS of them */                                 \
	F(ActionList, actions, actions)     /* OS_SIGNALS of them */                                   \
	F(WaitList, waits, waits)           /* what comes with signals */                              \
	F(FrameList, frames, nothing)       /* OS_FRAMES, of which n_frames are in use */

typedef VEC(Fd) FdList;
typedef char ThreadName[16];
typedef struct rlimit *LimitList;
typedef SignalAction *ActionList;
typedef SignalWaits *WaitList;
typedef SignalFrame *FrameList;

typedef struct Process {
#define F(type, name, how) type name;
	PROCESS_FIELDS(F)
#undef F
} Process;

/* Makes the tables; all zero. */
void process_init(Process *p);
/* Frees the tables; descriptors are closed already (os_fds_free). */
void process_free(Process *p);
/* Returns true if process_copy is complete: no handler runs, and no signal is pending or waited
 * for. */
bool process_quiet(const Process *p);
/* Makes a copy without descriptors; tables that did not change since the start are NULL. */
void process_copy(Process *to, const Process *from);
/* Restores a copy in a process that is in its start state except for its descriptors, which
 * stay. */
void process_put(Process *to, const Process *from);

#endif
