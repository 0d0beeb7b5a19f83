/* impl.h: internals of the virtual OS; included by the files of src/engine/os only.
 *
 * The file tree is a tree of Nodes that mirrors the host lazily: a name is looked up on the host
 * when the subject first asks for it, and its node lives as long as the Os. We assume that the
 * host's files are constant while drift works, so neither contents nor attributes are read
 * twice.
 *
 * A run changes nodes in place. With three journals the cost of os_reset is proportional to what
 * the run changed:
 *   fresh    nodes that the run made: recycled
 *   touched  previous attributes and data of older nodes: restored
 *   logged   directory entries that differ from the start: each entry has its own start value
 * os_put_file works with Os.base set: then a change is part of the start state and not
 * journalled.
 *
 * Os.process (process.h) has the state of the one process that makes the calls: descriptors,
 * working directory, ids, limits, signals. Os itself has the state that all processes would
 * share: the tree, the clock, random numbers, captured output, and the current call, since calls
 * are answered one after the other.
 *
 * A system call is a SysFn that returns the value or -errno. If it ends or interrupts the run,
 * Os.status says so. All access to the subject's memory goes through os_get and its relatives.
 */
#ifndef DRIFT_OS_IMPL_H
#define DRIFT_OS_IMPL_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include "engine/os/os.h"
#include "engine/os/process.h"

enum {
	OS_PPID = 3999,          /* its parent */
	OS_LINK_DEPTH = 40,      /* symbolic links in one path, as in the kernel */
	OS_PATH_MAX = 4096,      /* bytes of a path with its NUL */
	OS_NAME_MAX = 255,       /* bytes of a name without its NUL */
	OS_LARGEFILE = 0100000,  /* O_LARGEFILE: what the kernel adds to every open */
	OS_IOV_MAX = 1024,       /* pieces of a readv */
	OS_PIPE_SIZE = 65536,    /* bytes a pipe holds */
	OS_PIECE = 1 << 20,      /* most that is moved to or from the subject at once */
	OS_HOST_CHUNK = 1 << 16, /* unit in which a host file is read */
	OS_ABSENT = 4096,        /* names the host does not have that are remembered */
};

#define OS_HOST_CACHE (256ull << 20) /* bytes of host files that are kept */
#define OS_RW_MAX 0x7ffff000ull      /* most that one read or write moves, as in the kernel */

#define OS_CLOCK_STEP 1000            /* nanoseconds that pass with each look at a clock */
#define OS_BOOT_SECONDS 100000        /* CLOCK_MONOTONIC at the start */
#define OS_FIRST_INO (1ull << 40)     /* inode numbers of what a run makes */
#define OS_RANDOM_SEED 0x64726966740a /* of getrandom and /dev/urandom */

/* Bytes that may have tags. Past len, up to cap, bytes and tags are zero. */
typedef struct Bytes {
	u8 *at;      /* NULL while cap is 0 */
	Tag *tags;   /* cap entries, or NULL; all zero unless tagged */
	size_t len;  /* bytes in use */
	size_t cap;  /* bytes allocated */
	bool tagged; /* some byte may have a tag */
} Bytes;

typedef enum NodeKind {
	NODE_FILE,
	NODE_DIR,
	NODE_LINK,
	NODE_PIPE,    /* anonymous or named */
	NODE_DEVICE,  /* one of DeviceKind */
	NODE_STREAM,  /* stdin passed through, stdout or stderr */
	NODE_FOREIGN, /* a socket, or a pipe or device of the host: can be looked at, not opened */
} NodeKind;

typedef enum DeviceKind {
	DEVICE_NULL,
	DEVICE_ZERO,
	DEVICE_FULL,
	DEVICE_RANDOM,
	DEVICE_TTY,
} DeviceKind;

/* Places below /proc that the host cannot answer for. */
typedef enum NodeMagic {
	MAGIC_NONE,
	MAGIC_FD_DIR, /* /proc/self/fd */
	MAGIC_FD,     /* a link in it; OsNode.number says which */
	MAGIC_CWD,    /* /proc/self/cwd */
	MAGIC_EXE,    /* /proc/self/exe */
	MAGIC_SELF,   /* /proc/self and /proc/thread-self: a link to the number of the process */
	MAGIC_COMM,   /* /proc/self/comm: a file */
	MAGIC_CMDLINE,
} NodeMagic;

typedef struct DirEntry {
	char *name;   /* owned; lives until the entry goes at a reset, so pointers to it are good for a
					run */
	OsNode *node; /* NULL: no such name now */
	OsNode *base; /* what a reset brings back; NULL: nothing */
	bool logged;  /* stands in Os.logged */
	bool absent;  /* the host has no such name: stays when a reset takes the node away */
} DirEntry;

/* The part of a node that a run may change. */
typedef struct OsNodeState {
	u32 mode;                   /* type and permission bits */
	u32 uid, gid;               /* owner */
	u32 nlink;                  /* names it has; 0: removed */
	struct timespec atim;       /* last access: only set explicitly, reading does not touch it */
	struct timespec mtim, ctim; /* last change of data, of anything */
	OsNode *parent;             /* of a directory: what ".." means */
	Bytes data;                 /* of a file, unless hosted */
	bool hosted;                /* true if the data are still those of the host */
	bool changed;               /* true if data or mode changed since the start */
	bool masked;                /* true if mode depends on the inherited umask */
} OsNodeState;

typedef struct Pipe {
	Bytes data;      /* what is in it, from start on */
	size_t start;    /* first unread byte */
	size_t capacity; /* F_SETPIPE_SZ */
	int readers;     /* open descriptions that read */
	int writers;     /* that write */
} Pipe;

struct OsNode {
	NodeKind kind;
	NodeMagic magic;
	int number;      /* of MAGIC_FD; DeviceKind; descriptor of a NODE_STREAM */
	bool passed;     /* NODE_STREAM: number is drift's own descriptor; else the output is kept */
	OsNodeState now; /* see there */
	u64 ino, dev;    /* identity; the host's for its files */
	u64 rdev;        /* of devices */
	Tag length;      /* what is known of the length of an input file; see os_set_length */
	u64 host_size;   /* bytes on the host as stat tells it */
	char *host;      /* path on the host; NULL: made by the subject or by os_put_file */
	char *target;    /* of a link */
	Bytes text;      /* contents of a file of /proc or /sys, as they were at the first open */
	u8 **chunks;     /* host contents read so far, OS_HOST_CHUNK each; NULL entries not yet */
	Pipe *pipe;      /* of NODE_PIPE */
	VEC(DirEntry) names; /* of a directory, sorted by name */
	u32 opens;           /* open descriptions */
	bool complete;       /* directory: true if a name that is not in names does not exist */
	bool readable;       /* file: true if the host let us open it */
	bool dynamic; /* file of /proc or /sys: contents in text, whatever stat says of its size */
	bool own;     /* true if now.data is this run's copy, not that of Os.touched */
	bool fresh;   /* true if made in this run */
	bool touched; /* true if its start state is in Os.touched */
};

typedef struct TouchedNode {
	OsNode *node;
	OsNodeState before;
} TouchedNode;

typedef struct Logged {
	OsNode *dir;
	const char *name; /* the entry's own */
} Logged;

/* Signals from outside that we receive (outside.c). */
typedef struct Outside {
	bool open; /* fd is */
	int fd;    /* from which they are read */
	u64 mask;  /* which, as in Process.blocked */
	u32 polls; /* looks of the machine since the last system call */
} Outside;

/* A further argument with which our own C library says that what the call tells stays inside: the
 * number of a descriptor (openat), where a stream is (lseek), how much was read at once (read), the
 * settings of a terminal (ioctl), what is below a second (clock_gettime), whether the signal is ignored (tgkill). As in libc/drift.h. */
#define OS_INSIDE 0x64726968
/* The C library repeats the call after the handler, as SA_RESTART requests. */
#define OS_RESTART 512

/* The start state of a run, except for the three streams. */
typedef struct OsStart {
	OsNode *cwd;             /* where each run begins */
	Ids ids;                 /* user and group, the host's */
	VEC(u32) groups;         /* supplementary, the host's */
	VEC(OsNode *) inherited; /* further descriptors that drift was started with */
	Buf cmdline;             /* arguments, each with its NUL; set by os_begin */
} OsStart;

/* See os_changed_length. */
typedef struct OsChanged {
	const OsNode *node; /* NULL: none */
	u64 size;
	bool kept;
} OsChanged;

/* What the call under way did. */
typedef struct OsCall {
	OpenFile *input;   /* standard input, if it is captured; NULL: not looked up */
	OpenFile *stream;  /* another of the three that the run began with; NULL: none */
	OsChanged changed; /* an input file that it changed */
} OsCall;

/* The position of a piece of output in the whole output. */
typedef struct OutputSpan {
	size_t start;
	bool plain; /* it has no tag */
} OutputSpan;

struct Os {
	OsConfig config;      /* input and cwd in it are not used after os_new */
	OsMem mem;            /* access to the subject */
	bool base;            /* true if changes belong to the start state */
	OsStatus status;      /* status of the current call */
	i64 status_value;     /* exit status or signal, when status says so */
	Buf message;          /* what is not supported */
	OsWorld world;        /* answers set from outside */
	u32 random_used;      /* bytes of world.random that were given out */
	VEC(OsAsked) asked;   /* asked by the current call */
	Buf names;            /* of files among them */
	const OsNode *output; /* whose size the call stored in memory, NULL: none */
	u64 stat_size_at;     /* where: the size */
	u64 stat_blocks_at;   /* and the blocks */
	OsCall call;          /* the current one */

	OsNode *root;               /* "/" */
	OsNode *streams[3];         /* nodes of descriptors 0, 1, 2 at the start */
	OsStart start;              /* what else it begins with */
	VEC(OsNode *) nodes;        /* all that are not fresh, for os_free */
	VEC(OsNode *) fresh;        /* made by this run */
	VEC(OsNode *) spare;        /* unused, to be recycled */
	VEC(TouchedNode) touched;   /* see the head of this file */
	VEC(Logged) logged;         /* likewise */
	VEC(OsNode *) fd_links;     /* /proc/self/fd/N, by N; entries may be NULL */
	KeyMap hard_links;          /* host device and inode to OsNode, for files with several names */
	size_t absent;              /* entries with that mark */
	u64 next_ino;               /* for the next fresh node */
	u64 file_bytes;             /* held by files in the overlay */
	u64 cached;                 /* bytes of host files kept */
	u8 *passing;                /* one chunk of a host file beyond the cache */
	const OsNode *passing_node; /* whose chunk that is */
	u64 passing_index;          /* and which */

	Process process;       /* that makes the calls */
	struct Family *family; /* family/family.h; NULL: one process with one thread */
	Outside outside;       /* signals that others send to drift */
	VEC(OpenFile *) idle;  /* open file descriptions not in use */

	Bytes out;                 /* all captured output */
	VEC(OsOutput) pieces;      /* bytes and tags are filled in by os_outputs */
	VEC(OutputSpan) locations; /* parallel to pieces */
	/* What was kept of these (keep.c), if that is not less than there is; or NULL. */
	struct KeptOutput *kept_output;

	i64 elapsed; /* nanoseconds since the start of the run */
	u64 random;  /* state of the generator */

	Buf path, path2;     /* texts of the call under way */
	Buf walk, walk_next; /* what vpath_walk has still to go */
	VEC(u8) scratch;     /* bytes on their way between subject and file */
	VEC(Tag) tags;       /* their tags */
	bool scratch_tagged; /* some of them is not 0 */
};

typedef i64 SysFn(Os *os, const u64 *a);

/* ---- the subject's memory (core.c); false: Os.status is OS_FAULT, return at once ---- */

bool os_get(Os *os, u64 addr, void *to, size_t n);
bool os_set(Os *os, u64 addr, const void *from, size_t n);
/* Appends to Os.scratch, with tags. os_scratch_tags is NULL when all are plain. */
bool os_gather(Os *os, u64 addr, size_t n);
static inline const Tag *os_scratch_tags(const Os *os)
{
	return os->scratch_tagged ? os->tags.at : NULL;
}
bool os_set_tagged(Os *os, u64 addr, const u8 *bytes, const Tag *tags, size_t n);
/* A path or other text: 0, or -ENAMETOOLONG; check os->status for OS_FAULT. */
int os_text(Os *os, u64 addr, Buf *to);
/* Ends the run; returns 0 for the caller to return. */
i64 os_refuse(Os *os, const char *fmt, ...) printf_like(2, 3);

/* ---- bytes (bytes.c) ---- */

void vbytes_resize(Bytes *b, size_t len);
void vbytes_put(Bytes *b, size_t at, const u8 *from, const Tag *tags, size_t n);
void vbytes_clear(Bytes *b); /* keeps the memory */
void vbytes_free(Bytes *b);

/* ---- nodes (overlay.c) ---- */

OsNode *vnode_new(Os *os, NodeKind kind, u32 mode); /* owned by the Os, now as its times */
/* Likewise of a mode that a call asked for: the umask takes bits away. */
OsNode *vnode_masked(Os *os, NodeKind kind, u32 mode);
void vnode_touch(Os *os, OsNode *node); /* before any change of node->now */
/* Copies the data for this run; returns false on failure (-errno in *error). */
bool vnode_own_data(Os *os, OsNode *node, bool keep, int *error);
void vnode_unlinked(Os *os, OsNode *node); /* one name less; frees data nobody can reach */
void vnode_closed(Os *os, OsNode *node);   /* one open description less; likewise */
void vnode_stamp(Os *os, OsNode *node);    /* data changed: mtime and ctime */
/* A change by an unprivileged process clears set-id bits. */
void vnode_drop_set_id(Os *os, OsNode *node);
/* Returns the entry, or NULL; *at is its actual or possible position. */
DirEntry *vdir_find(const OsNode *dir, const char *name, size_t *at);
/* Looks up name in dir, on the host if necessary. Sets *found to NULL if there is none; < 0:
 * -errno. */
int vdir_lookup(Os *os, OsNode *dir, const char *name, OsNode **found);
void vdir_set(Os *os, OsNode *dir, const char *name, OsNode *node); /* NULL removes */
int vdir_complete(Os *os, OsNode *dir);                             /* knows all names then */
bool vdir_is_empty(Os *os, OsNode *dir, int *error);
void os_overlay_undo(Os *os);
void os_overlay_free(Os *os);
void os_output_changed(Os *os); /* keep.c: what was kept of the output is not what there is */

/* ---- the host's files (host.c); read only ---- */

OsNode *os_host_node(Os *os, const char *path, int *error); /* NULL, *error 0 or -errno */
int os_host_list(Os *os, OsNode *dir);        /* adds all names of the host's directory */
int os_host_open_check(Os *os, OsNode *file); /* may it be read, -errno */
/* Sets a pointer to at most want bytes at pos; returns their number, 0 at the end, or -errno. */
i64 vnode_peek(Os *os, OsNode *file, u64 pos, size_t want, const u8 **bytes, const Tag **tags);
u64 vnode_size(const OsNode *file);

/* Like vnode_new, but part of the start state even if a run is the first to ask for it. */
OsNode *vnode_start(Os *os, NodeKind kind, u32 mode);

/* ---- /proc/self (self.c) ---- */

void os_self_fill(Os *os, OsNode *proc);
void os_self_exe(Os *os, Buf *out);
bool os_self_text(Os *os, OsNode *file);      /* fills it, if it is one of ours */
bool os_self_hides(Os *os, const char *path); /* true: it is about drift, the run has ended */

/* ---- paths (path.c) ---- */

enum {
	WALK_FOLLOW = 1, /* follow a link at the end */
	WALK_PARENT =
		2, /* the last name is to be made or removed: never follow it, it may be missing */
	WALK_CREATE = 4, /* it may be missing, but follow it if it is a link */
};

typedef enum WalkLast {
	LAST_NAME,
	LAST_DOT,
	LAST_DOTDOT,
	LAST_ROOT,
} WalkLast;

typedef struct PathWalk {
	OsNode *dir;                /* holds the last name */
	OsNode *node;               /* what it means; NULL if missing */
	WalkLast last;              /* kind of the last name */
	bool slash;                 /* slashes follow it */
	char name[OS_NAME_MAX + 1]; /* the last name */
} PathWalk;

int vpath_walk(Os *os, int dirfd, const char *path, int flags, PathWalk *w);
/* Finds the node that a *at call names: path at addr, respecting AT_EMPTY_PATH and
 * AT_SYMLINK_NOFOLLOW. */
int vpath_node(Os *os, int dirfd, u64 addr, int at_flags, OsNode **node);
/* As vpath_walk, path at addr. */
int vpath_parent(Os *os, int dirfd, u64 addr, int flags, PathWalk *w);
/* Writes the absolute path of a directory; returns false if it was removed. */
bool vpath_of(const Os *os, const OsNode *dir, Buf *out);
/* Text of a link, magic ones included. */
void os_link_text(Os *os, const OsNode *link, Buf *out);

/* ---- permission (path.c): 0 or -EACCES, -EPERM ---- */

enum { MAY_EXEC = 1, MAY_WRITE = 2, MAY_READ = 4 };

int os_may(Os *os, const OsNode *node, int what);
int os_may_remove(Os *os, const OsNode *dir, const OsNode *node); /* the sticky bit too */
bool os_owns(Os *os, const OsNode *node);

/* ---- descriptors (fd.c) ---- */

enum { OS_CANCEL = 32 };  /* the signal with which our C library cancels threads */
enum { OS_FEW_FDS = 20 }; /* every system lets a process have so many (_POSIX_OPEN_MAX) */

OpenFile *os_fd_peek(const Os *os, u64 fd); /* NULL: it is not open */
/* Likewise for the call under way, whose answer depends on it. NULL: EBADF, and the question whether
 * a descriptor was inherited is asked. */
OpenFile *os_fd_file(Os *os, u64 fd);
/* The answer is the same for every kind of file, but a stream of the start might be closed. */
void os_ask_open(Os *os, const OpenFile *f);
OpenFile *vfile_new(Os *os, OsNode *node, u32 flags);
void vfile_release(Os *os, OpenFile *file);
int os_fd_room(const Os *os, u64 from); /* lowest free number, or -EMFILE */
int os_fd_install(Os *os, OpenFile *file, u64 from, bool cloexec); /* takes the reference */
/* Likewise at a number that is known to be free. */
void os_fd_where(Os *os, size_t fd, OpenFile *f, bool cloexec);
void os_fd_close(Os *os, size_t fd);
void os_fds_reset(Os *os); /* closes all, opens 0, 1, 2 */
void os_fds_free(Os *os);
static inline bool vfile_reads(const OpenFile *f)
{
	return !(f->flags & O_PATH) &&
		   ((f->flags & O_ACCMODE) == O_RDONLY || (f->flags & O_ACCMODE) == O_RDWR);
}
static inline bool vfile_writes(const OpenFile *f)
{
	return !(f->flags & O_PATH) &&
		   ((f->flags & O_ACCMODE) == O_WRONLY || (f->flags & O_ACCMODE) == O_RDWR);
}

/* ---- moving bytes (io.c, pipe.c) ---- */

/* Likewise from bytes of our own: for sendfile, splice and copy_file_range. */
i64 vfile_write_bytes(Os *os, OpenFile *f, const u8 *bytes, const Tag *tags, size_t n, i64 pos);
i64 os_pipe_read(Os *os, OpenFile *f, u64 addr, size_t n);
i64 os_pipe_write(Os *os, OpenFile *f, const u8 *bytes, const Tag *tags, size_t n);
Pipe *os_pipe_of(OsNode *node);
void os_pipe_opened(OpenFile *f, int by); /* by: 1 or -1 */
int os_pipe_poll(const OpenFile *f);      /* POLL* */

/* ---- the world (world.c) ---- */

/* Notes that the call asked for this; the answer is the Os's own. */
void os_ask(Os *os, WorldKind kind);
/* Notes something that a process inherits from its parent: "umask". */
void os_ask_inherited(Os *os, const char *what);
void os_ask_others(Os *os); /* which other processes there are */
void os_ask_name(Os *os);   /* under which name the program was started */
/* If it is one of the three initial streams: notes the question what kind of file it is. The effect of
 * the call depends on the kind of standard input. */
void os_ask_stream(Os *os, const OsNode *node);
/* Likewise, but the answer is the same for all kinds of standard input, and fixed. */
void os_ask_streams(Os *os, const OsNode *node);
/* Likewise; an answer set from outside is stored as size bytes at addr (0: it is the result). */
void os_ask_number(Os *os, WorldKind kind, u64 addr, u32 size, u64 value);
/* Notes that the effect of the call depends on the value. */
void os_ask_decides(Os *os, WorldKind kind);
/* Notes that a walk ended at a file of the host, or at a name that the host does not have. */
void os_ask_file(Os *os, const char *path, const PathWalk *w);
/* Notes that the call depends on what the host's directory of that name has and lets the user do. */
void os_ask_directory(Os *os, const char *path, const PathWalk *w);
i32 os_group(const Os *os); /* the process group of the process that makes the calls */
/* The process's number if pid is it or 0, else -ESRCH; asks what that depends on. */
i64 os_own_number(Os *os, i32 pid);
i64 os_self(const Os *os);      /* the process's number */
i64 os_first_pid(const Os *os); /* that of the process that began the run */
i64 os_wall_seconds(const Os *os);
/* Returns the next random bytes and their tags, which may be 0. */
void os_random_bytes(Os *os, u8 *to, Tag *tags, size_t n);

/* ---- standard input (stdin.c) ---- */

bool os_is_stdin(const Os *os, const OsNode *node); /* and it is captured */
/* Returns what it is in this run; OS_INPUT_FILE for all other nodes. */
OsInputKind os_stdin_kind(const Os *os, const OsNode *node);
/* If it is standard input: notes that the effect of the call depends on its kind. inside: true if the
 * program does not see the answer, so that it is no question unless the kind is an input. */
void os_stdin_decides(Os *os, const OsNode *node, bool inside);
/* The answer of the call depends on what kind of file this is: asks, if it is one of the three initial
 * streams. Ends the run if it is standard input and no file. */
void os_kind_matters(Os *os, const OpenFile *f);
/* Returns how many bytes a read with these arguments may return. */
size_t os_stdin_room(Os *os, OpenFile *f, const u64 *a);
/* Replaces what a pipe or a terminal has instead of the attributes of a file. */
void os_stdin_stat(const Os *os, const OsNode *node, struct stat *st);
/* Returns true if it is a terminal, which has answered the ioctl. */
bool os_stdin_terminal(Os *os, const OsNode *node, const u64 *a, i64 *result);

/* ---- the rest ---- */

i64 os_clock_start(const Os *os);           /* when the run began, if that does not vary */
struct timespec os_clock_now(const Os *os); /* wall clock, without letting time pass */
void os_clock_pass(Os *os, i64 ns);
void os_signal_add(Os *os, int number); /* pending from now on; the kernel sent it */
/* Adds the data of a signal (queue.c). Returns false if there are too many; the run has ended. */
bool os_queue_add(Os *os, SignalNote note);
SignalNote os_queue_take(Os *os, int number); /* the first of that number; all zero if none */
/* Sets the value that the first pending signal of that number has, if there is one. */
void os_queue_mark(Os *os, int number, u64 value);
void os_queue_drop(Os *os, int number); /* none of that number waits any more */
void os_signal_tell(const SignalNote *note, u8 info[OS_SIGNAL_INFO], Tag tags[OS_SIGNAL_INFO]);
bool os_signal_read(Os *os, u64 addr, SignalNote *note); /* from a siginfo_t of the subject */
void os_signal_send(Os *os, SignalNote note);            /* pending from now on, unless ignored */
bool os_signal_restarts(Os *os); /* the next has a handler after which calls begin again */
/* Signals from outside (outside.c): what the subject does at signals has changed; those that came
 * are pending from now on; waits for one, or for fd to have something: false if a signal is due. */
void os_outside_listen(Os *os);
void os_outside_hear(Os *os);
bool os_outside_wait(Os *os, int fd);
void os_outside_end(Os *os);
bool os_signal_waits(const Os *os); /* some signal can be delivered */
bool os_signal_due(Os *os);         /* likewise, and it is not ignored */
OsStatus os_signal_deliver(Os *os, i64 *result);
void os_signals_reset(Os *os);
/* Lets time pass until the alarm goes off; returns false if none is set before limit nanoseconds
 * (< 0: no limit). */
bool os_alarm_wait(Os *os, i64 limit);
void os_limits_reset(Os *os);
OsNode *os_fd_link(Os *os, int fd);

#endif
