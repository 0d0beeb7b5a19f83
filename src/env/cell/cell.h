/* cell.h: the world that a rerun happens in.
 *
 * A replayed answer sends a program where it would never have gone, so what it does there must not
 * last. A Cell is a set of namespaces: mounts in which everything that can be written is covered by
 * an overlay whose upper layer is memory; the host name; and network and System V IPC, unless these
 * are shared. A helper process makes them and ends. They live as long as the descriptors here and
 * the processes inside, so that nothing is left once both are gone, however drift itself ends.
 * Where privilege is missing, a user namespace comes first.
 *
 * A cell is as much like the real world as can be: same paths, same contents, same free space, same
 * process numbers, same identity. What it cannot hold back (signals, devices, sockets) is refused
 * call by call, see refuse.h.
 */
#ifndef DRIFT_ENV_CELL_H
#define DRIFT_ENV_CELL_H

#include "base/base.h"

#include <sys/types.h>
#include <termios.h>

typedef enum CellShare {
	CELL_NETWORK = 1, /* the network of the system, not an empty one */
	CELL_IPC = 2,     /* its System V IPC and message queues */
} CellShare;

enum { CELL_SPACES = 5 }; /* user, mount, host name, IPC, network: in the order of entering */

typedef VEC(char *) PathList;

typedef struct CellPlan {
	const char *dir;         /* drift's own files: seen inside, not to be written */
	const PathList *changed; /* names that the program is known to change, in order; may be NULL */
	unsigned shared;         /* CellShare bits */
} CellPlan;

typedef struct Cell {
	int spaces[CELL_SPACES]; /* descriptors of namespaces; -1: shared with drift */
	bool open;
	bool own_user;   /* it has a user namespace: ids that are not its own look like nobody's */
	bool limited;    /* by that or one around: some directories are not what they look like */
	unsigned shared; /* CellShare bits */
	char *cwd;       /* where drift was when it was made */
} Cell;

/* Makes a cell; false and why if none can be had here. */
bool cell_open(Cell *c, const CellPlan *plan, Err *err);
void cell_close(Cell *c);
/* In a child of drift that has one thread: goes inside, to the directory that drift is in, with the
 * capabilities that it had before. False if that is not possible; then it must not go on. */
bool cell_enter(const Cell *c);
/* In that child, after cell_enter: what it inherited leads nowhere outside any more. Files are
 * opened again inside; pipes and sockets become /dev/null. from: the first descriptor to look at;
 * input: standard input, too. */
bool cell_cut_descriptors(int from, bool input);

/* ---- what no cell covers: the terminal (terminal.c) ---- */

typedef struct Terminal {
	int fd;               /* -1: there is none */
	struct termios modes; /* echo and the like */
	pid_t group;          /* in the foreground */
} Terminal;

void terminal_save(Terminal *t);
void terminal_restore(const Terminal *t);
void terminal_close(Terminal *t);

/* ---- inside: the mounts (mounts.c, overlay.c) ---- */

typedef struct Mount {
	u64 id;
	char *point;         /* absolute */
	char *type;          /* of file system */
	unsigned long flags; /* MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_RDONLY and times */
} Mount;

typedef VEC(Mount) Mounts;

/* The mounts of this process that names lead to, parents first. */
bool mounts_read(Mounts *m, Err *err);
void mounts_free(Mounts *m);
/* Whether something is mounted below the directory (not at it). */
bool mounts_below(const Mounts *m, const char *dir);

/* In the helper, in a mount namespace of its own: covers everything and makes that its root.
 * limited: there is a user namespace; found out if it is one around. */
bool overlay_world(const CellPlan *plan, const StrMap *owners, bool *limited, Err *err);
/* Before that: which of the directories that matter belong to drift's user (1), or not (0). In a
 * user namespace it cannot be seen any more. */
void overlay_owners(const CellPlan *plan, StrMap *owners);

#endif
