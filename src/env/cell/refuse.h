/* refuse.h: what a rerun must not do, wherever it happens.
 *
 * A cell (cell.h) keeps changes to files apart. Signals, devices, sockets and the like reach out of
 * any cell, so each call is looked at before it is executed: one that would touch a process,
 * device, socket or setting that is not the rerun's own is not executed and fails. What was held
 * back is kept, to be told; the user may allow a kind of it.
 *
 * A Guard lasts for a whole search; guard_begin and guard_end enclose one rerun. It knows what is
 * the rerun's own: its tasks from the tracer, addresses and IPC objects from the calls that made
 * them.
 */
#ifndef DRIFT_ENV_REFUSE_H
#define DRIFT_ENV_REFUSE_H

#include "env/cell/cell.h"
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
	/* No kind to allow: files of others that the overlay cannot take over without privilege. */
	HELD_FILES = HELD_KINDS,
} HeldKind;

/* "signals" is another word for processes, as "all" is for everything: bits of HeldKind, or 0. */
unsigned held_kinds(const char *name);
const char *held_kind_name(HeldKind kind);
/* All names, for a message. */
void held_kinds_list(Buf *b);

typedef struct Held {
	HeldKind kind;
	char *what;    /* "kill 1234 with SIGTERM" */
	u32 count;     /* how often */
	bool original; /* also when nothing was replayed */
	bool isolated; /* it was done, but only inside the cell */
} Held;

typedef VEC(Held) HeldList;

typedef struct MadeFile {
	u64 system; /* the file system */
	char *path; /* as in PathTarget */
} MadeFile;

typedef VEC(MadeFile) MadeFiles;

typedef struct Guard {
	unsigned allowed; /* bits of HeldKind */
	bool baseline;    /* the next rerun counts as original whatever it replays */
	HeldList held;
	/* One rerun. */
	const Cell *cell;     /* NULL: in place */
	Tracer *tracer;       /* of the rerun */
	bool original;        /* nothing is replayed in it */
	bool kept_apart;      /* the call at hand was held back, or led nowhere for being inside */
	StrMap addresses;     /* sockets that it bound, named pipes and terminals that it made */
	IntMap mounts;        /* ids of mounts inside the cell */
	IntMap foreign_ipc;   /* objects that were there before; see ipc_key */
	IntMap own_ipc;       /* objects that it made, in IPC that is shared */
	IntMap foreign_peers; /* inodes of sockets that were to talk to others */
	MadeFiles made;       /* names that it was to make where few more can be made */
} Guard;

void guard_begin(Guard *g, const Cell *cell, Tracer *t, bool original);
/* Before the call at hand is executed: true if it must not be; *ret is its answer then. */
bool guard_check(Guard *g, TracedTask *task, i64 *ret);
/* After it was executed, before anybody looks at its answer: makes that what it would be outside.
 */
void guard_translate(const Guard *g, const TracedTask *task, i64 ret);
/* After it was executed. */
void guard_learn(Guard *g, const TracedTask *task, i64 ret);
void guard_end(Guard *g);
void guard_free(Guard *g);

/* ---- inside (refuse*.c, target.c, locks.c) ---- */

/* Notes what is held back; false if the user allows it. */
bool guard_hold(Guard *g, HeldKind kind, const char *format, ...) printf_like(3, 4);
/* Notes what happens only inside the cell. */
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
/* A lock that another program holds on the file outside is not granted on its overlay either. */
bool refuse_lock(const Guard *g, const TracedTask *task, i64 *ret);

/* What a name means to a task, links followed as it would follow them. */
typedef struct PathTarget {
	Buf path;       /* absolute, for somebody with the task's root */
	bool exists;    /* st holds */
	bool foreign;   /* it leads through the /proc entry of a process outside */
	struct stat st; /* of what is there */
	bool kernel;    /* on a file system that shows the kernel's state */
	bool proc;      /* on /proc */
	pid_t owner;    /* on /proc: the process whose entry it is in; 0: none */
} PathTarget;

/* dirfd and path as the task has them; follow: a link at the end, too. False if it leads nowhere
 * (a directory on the way is missing). */
bool target_find(const Guard *g, const TracedTask *task, int dirfd, const char *path, bool follow,
				 PathTarget *out);
void target_free(PathTarget *t);
/* The name outside of what a descriptor of the task stands for; false if it has none. */
bool target_of_fd(const TracedTask *task, int fd, Buf *path);

#endif
