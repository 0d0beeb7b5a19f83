/* sandbox.h: the isolated world of a rerun.
 *
 * A replayed answer can make a program do things that it would never have done, so its effects must
 * not last. An EnvSandbox is a set of namespaces:
 *   - mounts, in which an overlay with its upper layer in memory covers everything writable;
 *   - the host name;
 *   - network and System V IPC, unless they are shared.
 * A helper process creates them and ends. They live as long as the descriptors here and the
 * processes inside. So nothing is left once both are gone, however drift itself ends. Without
 * privilege, drift creates a user namespace first.
 *
 * A cell resembles the real world as closely as possible: same paths, same contents, same free
 * space, same process numbers, same identity. The guard refuses effects that a cell cannot contain
 * (signals, devices, sockets) call by call; see refuse.h.
 */
#ifndef DRIFT_ENV_SANDBOX_H
#define DRIFT_ENV_SANDBOX_H

#include "base/base.h"

#include <sys/types.h>
#include <termios.h>

typedef enum EnvSandboxShare {
	SANDBOX_NETWORK = 1, /* use the system's network, not an empty one */
	SANDBOX_IPC = 2,     /* use the system's System V IPC and message queues */
} EnvSandboxShare;

enum { SANDBOX_SPACES = 5 }; /* user, mount, host name, IPC, network: in the order of entering */

typedef VEC(char *) PathList;

typedef struct EnvSandboxPlan {
	const char *dir;   /* drift's own files: not visible inside */
	const char *shown; /* a directory in dir: visible inside for every user, not writable */
	/* Names that the program is known to change, in order; may be NULL. */
	const PathList *changed;
	unsigned shared; /* EnvSandboxShare bits */
} EnvSandboxPlan;

typedef struct EnvSandbox {
	int spaces[SANDBOX_SPACES]; /* descriptors of namespaces; -1: shared with drift */
	bool open;
	bool own_user;   /* it has a user namespace: foreign ids look like nobody */
	bool limited;    /* by that or an outer user namespace: owners of files look different */
	unsigned shared; /* EnvSandboxShare bits */
	char *cwd;       /* drift's working directory when the cell was created */
} EnvSandbox;

/* Creates a cell; returns false with the reason if none is available here. */
bool env_sandbox_open(EnvSandbox *c, const EnvSandboxPlan *plan, Err *err);
void env_sandbox_close(EnvSandbox *c);
/* In a child of drift with one thread: enters the cell, in drift's working directory and with the
 * child's earlier capabilities. If it returns false, the child must not continue. */
bool env_sandbox_enter(const EnvSandbox *c);
/* In that child, after env_sandbox_enter: cuts inherited descriptors off from the outside. Files are
 * opened again inside; pipes and sockets become /dev/null. from: the first descriptor to check;
 * input: true to include standard input. */
bool env_sandbox_cut_descriptors(int from, bool input);

/* ---- the terminal, which no cell isolates (terminal.c) ---- */

typedef struct Terminal {
	int fd;               /* -1: there is none */
	struct termios modes; /* echo and the like */
	pid_t group;          /* in the foreground */
} Terminal;

void terminal_save(Terminal *t);
void terminal_restore(const Terminal *t);
void terminal_close(Terminal *t);

/* ---- internal: the mounts (mounts.c, overlay.c) ---- */

typedef struct Mount {
	u64 id;
	char *point;         /* absolute */
	char *type;          /* of file system */
	unsigned long flags; /* MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_RDONLY and times */
} Mount;

typedef VEC(Mount) Mounts;

/* Reads the mounts of this process that names can reach, parents first. */
bool mounts_read(Mounts *m, Err *err);
void mounts_free(Mounts *m);
/* True if something is mounted below the directory (not at it). */
bool mounts_below(const Mounts *m, const char *dir);

/* In the helper, in its own mount namespace: covers everything and makes the result the root.
 * *limited: true if there is a user namespace; set if there is an outer one. */
bool overlay_world(const EnvSandboxPlan *plan, const StrMap *owners, bool *limited, Err *err);
/* Before that: records which of the relevant directories belong to drift's user (1) or not (0).
 * Inside a user namespace this is no longer visible. */
void overlay_owners(const EnvSandboxPlan *plan, StrMap *owners);

#endif
