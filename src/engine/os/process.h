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

enum { OWN_UMASK = 1, OWN_NICE = 2, OWN_MASK = 4, OWN_ALARM = 8 }; /* OsWorldMarks.own */

/* What the run inherited from its parent, and what it has set itself; undone by os_reset. */
typedef struct OsWorldMarks {
	u32 own;         /* OWN_*: what the run has set itself, so that it is no longer inherited */
	u64 own_actions; /* likewise, by signal as in blocked */
	u32 fds_most;    /* one past the highest descriptor that the run ever had */
	u32 ids;     /* ids that were read: a bit for each of real, effective and saved, users first */
	bool looked; /* true if the clock was read */
	bool inside; /* true if this call does not reveal the number of a new descriptor */
} OsWorldMarks;

/* Pending signals, and those that the process waits for; no pointers in it. */
typedef struct SignalWaits {
	SignalNote notes[OS_QUEUE]; /* what came with the pending ones, oldest first */
	int n_notes;
	u64 suspended_mask; /* to restore after the handler that ends sigsuspend */
	bool suspended;     /* true if suspended_mask is valid */
} SignalWaits;

typedef struct Process {
	VEC(Fd) fds;              /* by number; all closed from fds_end on */
	size_t fds_end;           /* one past the highest that was open */
	bool streams_moved;       /* see os_streams_moved */
	OsNode *cwd;              /* the working directory */
	u32 umask;                /* of files that it makes */
	Ids ids;                  /* user and group */
	bool ids_set;             /* true if it set them itself: those of Os.world no longer count */
	bool undumpable;          /* PR_SET_DUMPABLE */
	bool limits_changed;      /* true if a reset must refill limits */
	bool actions_changed;     /* true if a reset must clear actions */
	i32 nice;                 /* setpriority */
	char comm[16];            /* PR_SET_NAME */
	OsWorldMarks seen;        /* what an answer would reveal about the world outside */
	OsTimer alarm;            /* alarm and ITIMER_REAL */
	u64 blocked, pending;     /* signal n is bit n - 1 */
	SignalStack signal_stack; /* size 0: none was given */
	int n_frames;             /* handlers running */
	struct rlimit *limits;    /* RLIM_NLIMITS of them */
	SignalAction *actions;    /* OS_SIGNALS of them */
	SignalWaits *waits;       /* what comes with signals */
	SignalFrame *frames;      /* OS_FRAMES, of which n_frames are in use */
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
