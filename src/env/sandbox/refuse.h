/* refuse.h: refuses calls that a rerun must not make, in a cell or in place.
 *
 * A cell (sandbox.h) isolates changes to files. Signals, devices, sockets and the like reach out of
 * any cell. So drift checks each call before it is executed. A call that would affect a process,
 * device, socket or setting outside the rerun is not executed and fails. The guard keeps a list of
 * refused calls for the report; the user may allow them by kind.
 *
 * A Guard lives for a whole search; guard_begin and guard_end enclose one rerun. It knows what
 * belongs to the rerun: its tasks from the tracer, addresses and IPC objects from the calls that
 * created them.
 */
#ifndef DRIFT_ENV_REFUSE_H
#define DRIFT_ENV_REFUSE_H

#include "env/sandbox/sandbox.h"
#include "env/record/tracer.h"

#include <sys/stat.h>

typedef enum HeldKind {
	HELD_PROCESSES, /* signals to others, their memory, priorities, files in /proc */
	HELD_SOCKETS,   /* connections and messages to other programs */
	HELD_DEVICES,
	HELD_IPC,    /* System V objects and message queues of others */
	HELD_MOUNTS, /* mounting, swap, entering namespaces */
	HELD_CLOCK,
	HELD_REBOOT,
	HELD_KERNEL, /* settings and modules of the system */
	HELD_KINDS,
	/* Cannot be allowed: files of others that the overlay cannot copy up without privilege. */
	HELD_FILES = HELD_KINDS,
} HeldKind;

/* Returns bits of HeldKind for a name, or 0. "signals" means processes, "all" means every kind. */
unsigned held_kinds(const char *name);
const char *held_kind_name(HeldKind kind);
/* Adds all names, for a message. */
void held_kinds_list(Buf *b);

typedef struct Held {
	HeldKind kind;
	char *what;    /* "kill 1234 with SIGTERM" */
	u32 count;     /* how often */
	bool original; /* also occurred when nothing was replayed */
	bool isolated; /* it was executed, but only inside the cell */
} Held;

typedef VEC(Held) HeldList;

typedef struct MadeFile {
	u64 system; /* the file system */
	char *path; /* as in PathTarget */
} MadeFile;

typedef VEC(MadeFile) MadeFiles;

typedef struct Guard {
	unsigned allowed; /* bits of HeldKind */
	bool baseline;    /* the next rerun counts as original, whatever it replays */
	HeldList held;
	/* State of one rerun. */
	const EnvSandbox *cell; /* NULL: in place */
	Tracer *tracer;         /* of the rerun */
	bool original;          /* nothing is replayed in it */
	bool kept_apart;    /* the current call was refused, or failed because it is inside the cell */
	StrMap addresses;   /* sockets it bound, named pipes and terminals it created */
	IntMap mounts;      /* ids of mounts inside the cell */
	IntMap foreign_ipc; /* objects that existed before; see ipc_key */
	IntMap own_ipc;     /* objects that it created in shared IPC */
	IntMap foreign_peers; /* inodes of sockets that were to connect to others */
	MadeFiles made;       /* names that it was to create where few more can be created */
} Guard;

void guard_begin(Guard *g, const EnvSandbox *cell, Tracer *t, bool original);
/* Before the current call is executed: returns true if it must not be; *ret is then its result. */
bool guard_check(Guard *g, TracedTask *task, i64 *ret);
/* After the call, before anybody reads its answer: changes the answer to what it would be
 * outside. */
void guard_translate(const Guard *g, const TracedTask *task, i64 ret);
/* After the call: updates what belongs to the rerun. */
void guard_learn(Guard *g, const TracedTask *task, i64 ret);
void guard_end(Guard *g);
void guard_free(Guard *g);

/* ---- internal (refuse*.c, target.c, locks.c) ---- */

/* Records a refused effect; returns false if the user allows it. */
bool guard_hold(Guard *g, HeldKind kind, const char *format, ...) printf_like(3, 4);
/* Records an effect that happens only inside the cell. */
void guard_note_isolated(Guard *g, HeldKind kind, const char *format, ...) printf_like(3, 4);
bool guard_owns_process(const Guard *g, pid_t pid);

bool refuse_process(Guard *g, TracedTask *task, i64 *ret);
bool refuse_path(Guard *g, const TracedTask *task, i64 *ret);
void learn_path(Guard *g, const TracedTask *task, i64 ret);
bool refuse_ioctl(Guard *g, const TracedTask *task, i64 *ret);
bool refuse_socket(Guard *g, const TracedTask *task, i64 *ret);
void learn_socket(Guard *g, const TracedTask *task, i64 ret);
bool refuse_ipc(Guard *g, const TracedTask *task, i64 *ret);
void learn_ipc(Guard *g, const TracedTask *task, i64 ret);
void ipc_begin(Guard *g);
void ipc_end(Guard *g);
/* Refuses a lock on an overlay file if another program holds a lock on the file outside. */
bool refuse_lock(const Guard *g, const TracedTask *task, i64 *ret);

/* Notes a change that fails only inside the cell, because the cell cannot cover what it changes. */
void note_uncovered(Guard *g, const TracedTask *task, i64 ret);
/* Refuses to change mode, owner or times of a file whose copy inside belongs to drift's user, if
 * the file outside belongs to somebody else. */
bool refuse_on_copy(const Guard *g, const TracedTask *task, i64 *ret);

/* What a name refers to for a task, with links followed as the task would follow them. */
typedef struct PathTarget {
	Buf path;       /* absolute, seen from the task's root */
	bool exists;    /* st is valid */
	bool foreign;   /* true if it leads through the /proc entry of a process outside */
	struct stat st; /* of the target */
	bool kernel;    /* true if it is on a file system that shows the kernel's state */
	bool proc;      /* true if it is on /proc */
	pid_t owner;    /* on /proc: the process that the entry belongs to; 0: none */
} PathTarget;

/* Resolves dirfd and path as the task has them; follow: also a link at the end. Returns false if a
 * directory of the path is missing. */
bool target_find(const Guard *g, const TracedTask *task, int dirfd, const char *path, bool follow,
				 PathTarget *out);
void target_free(PathTarget *t);
/* Returns the outside name of the object behind a descriptor of the task; false if it has none. */
bool target_of_fd(const TracedTask *task, int fd, Buf *path);

#endif
