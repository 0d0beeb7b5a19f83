/* os.h: the virtual OS a subject runs on.
 *
 * A Linux x86-64 kernel as one process sees it: descriptors, files, directories, pipes,
 * signals, limits, a fixed clock. Other files are readable from the host's disk; whatever
 * the subject writes goes to an overlay in memory. Nothing outside is ever changed.
 *
 * Every byte of a file can carry a Tag (what the machine knows about a value beyond its bits:
 * expression and dependence), so symbolic input is just a file whose bytes have tags, and
 * what is written and read back keeps them.
 *
 * The machine owns an Os, hands it system calls and gives it access to the subject's memory
 * through OsMem. os_reset returns it to the state after os_new and costs what the run dirtied.
 */
#ifndef DRIFT_OS_OS_H
#define DRIFT_OS_OS_H

#include "base/base.h"

typedef u64 Tag; /* 0 = plain; else expression id in the low half, dependence id in the high half */

typedef struct Os Os;

/* How the Os reaches the subject's memory. Each returns false when the access is an error; then the
 * run is over, the machine knows why, and os_syscall returns OS_FAULT at once. */
typedef struct OsMem {
	void *machine;
	/* tags may be NULL when the caller does not care; else n entries */
	bool (*read)(void *machine, u64 addr, void *to, Tag *tags, size_t n);
	/* tags may be NULL: all plain */
	bool (*write)(void *machine, u64 addr, const void *from, const Tag *tags, size_t n);
	/* reads a NUL-terminated string (a path); its bytes must be concrete for the Os, the machine
	 * sees to that */
	bool (*text)(void *machine, u64 addr, Buf *to);
	/* anonymous memory for mmap: 0 when there is none; zeroed. Only the first bytes up to usable may
	 * be touched: what lies in pages behind the end of a file is a SIGBUS natively */
	u64 (*map)(void *machine, size_t size, size_t usable);
	bool (*unmap)(void *machine, u64 addr, size_t size);
	/* lets a whole mapping be written, or not; false if that is no whole mapping */
	bool (*protect)(void *machine, u64 addr, size_t size, bool writable);
	bool (*is_protected)(void *machine, u64 addr); /* that it must not be written */
	/* optional: false when none of the n bytes has a tag, so that none needs to be fetched */
	bool (*tagged)(void *machine, u64 addr, size_t n);
} OsMem;

/* Where a stream of the subject comes from or goes to. */
typedef enum OsStream {
	OS_STREAM_HOST,    /* the descriptor of drift itself: passed through as it comes */
	OS_STREAM_CAPTURE, /* kept: see os_output; input: the bytes of OsConfig.input */
	OS_STREAM_CLOSED,
} OsStream;

typedef struct OsConfig {
	OsStream in, out, err;
	const void *input;     /* stdin's bytes when in is OS_STREAM_CAPTURE */
	const Tag *input_tags; /* or NULL */
	size_t input_len;
	const char *cwd;    /* the subject's working directory; NULL: drift's own */
	u64 limit_files;    /* bytes the overlay may hold; 0 = 1 GiB */
	bool host_identity; /* false: fixed pid, uid from the host; clock always fixed */
	const char *exe;    /* what /proc/self/exe points to; NULL: by its name. Kept, not copied */
} OsConfig;

/* What became of a system call. */
typedef enum OsStatus {
	OS_DONE,   /* *result holds the value or -errno */
	OS_EXIT,   /* *result is the exit status, 0 to 255 */
	OS_KILLED, /* *result is the signal that ended the process */
	OS_SIGNAL, /* *result is the call's result; then os_take_signal says which handlers to run */
	OS_UNSUPPORTED, /* os_message says what */
	OS_FAULT,       /* a memory access failed, see OsMem */
} OsStatus;

enum { OS_SIGNAL_INFO = 128 }; /* bytes of a siginfo_t */

typedef struct OsSignal {
	int number;
	u64 handler;              /* the subject's function; 0: none, the signal ends the process */
	bool info;                /* SA_SIGINFO: three arguments */
	u8 told[OS_SIGNAL_INFO];  /* the siginfo_t */
	Tag tags[OS_SIGNAL_INFO]; /* of its bytes */
} OsSignal;

/* One piece of captured output, in order of the writes. */
typedef struct OsOutput {
	int stream; /* 1 stdout, 2 stderr */
	const u8 *bytes;
	const Tag *tags; /* NULL when all plain */
	size_t len;
} OsOutput;

Os *os_new(const OsConfig *config, const OsMem *mem, Err *err);
void os_free(Os *os);
/* What a run that has just begun is called: for /proc/self. Without it, "subject". */
void os_begin(Os *os, char *const *argv);
/* A signal from outside that the subject would handle has waited long for it to make a system call:
 * its number, else 0. */
int os_outside_stuck(Os *os);
/* Back to the start; the new stdin (for OS_STREAM_CAPTURE) may differ each time. */
void os_reset(Os *os, const void *input, const Tag *tags, size_t len);

/* Between a reset and the run: puts a file into the overlay's start state, so that every reset
 * brings it back as given to the latest os_put_file of that path. Used for symbolic files and named
 * inputs. */
bool os_put_file(Os *os, const char *path, const void *bytes, const Tag *tags, size_t len,
				 Err *err);

/* The length of a file of the start state (NULL: captured stdin) is itself an input: its tag. The
 * Os only keeps it for os_fd_input. */
bool os_set_length(Os *os, const char *path, Tag length);
/* What is known of where an open file is, beside its end. */
typedef enum OsPlace {
	OS_PLACE_ANY,
	OS_PLACE_INSIDE, /* not behind the end, on every input that passes what at depends on */
	OS_PLACE_BEHIND, /* behind the end, likewise */
} OsPlace;

/* An open file whose length is an input; all that dup shares. */
typedef struct OsInput {
	Tag length; /* of the file */
	u64 size;   /* the same in this run */
	u64 pos;    /* where the next read begins in this run */
	Tag at;     /* the same as 64 bits, where it hangs on the input, and what it depends on */
	OsPlace place;
} OsInput;

/* The file behind fd; false: its length is no input. */
bool os_fd_input(const Os *os, u64 fd, OsInput *in);
/* Says of it what a call has found out: at and place. The position itself is the Os's. */
void os_fd_know(Os *os, u64 fd, Tag at, OsPlace place);
/* A file with such a length that the latest call is the first to change: its tag, else 0. size is
 * what it was; kept: some of it is still there. */
Tag os_changed_length(const Os *os, u64 *size, bool *kept);
/* One of the descriptors of that file where a position is still an expression; -1: none. */
i64 os_changed_fd(const Os *os, u64 *pos, Tag *at);
/* Whether descriptor 1 or 2 was closed, replaced, duplicated or opened anew in this run: they need
 * not be standard output and error any more, nor be the only ones. */
bool os_streams_moved(const Os *os);
/* What standard input still has; it is the Os's own. */
size_t os_input_rest(Os *os, const u8 **bytes);
/* The same of a file that the latest call told about: where it put the size and the number of
 * blocks. */
Tag os_stat_length(const Os *os, u64 *size_at, u64 *blocks_at);

/* ---- the world (world.c) ----
 *
 * What a run finds without having been given it: answers of the system that are the same in every
 * run. The Os says of each call what it asked for, so that results can name it; some answers can
 * be given from outside, as inputs. */

/* kind, name for programs and --vary, text for people */
#define WORLD_KINDS(X)                                       \
	X(CLOCK, "clock", "the clock")                           \
	X(UID, "uid", "the user id")                             \
	X(GID, "gid", "the group id")                            \
	X(PID, "pid", "the process id")                          \
	X(RANDOM, "random", "random numbers")                    \
	X(HOSTNAME, "hostname", "the host's name")               \
	X(TIMER, "timer", "time that passes")                    \
	X(STAMPS, "stamps", "times and owners of its own files") \
	X(CWD, "cwd", "the working directory's name")            \
	X(SYSTEM, "system", "figures of the system")             \
	X(ENVIRONMENT, "environment", "the unset variable")      \
	X(FILE, "file", "the host's file")                       \
	X(ABSENT, "absent", "the missing file")                  \
	X(ADDRESSES, "addresses", "the layout of memory")        \
	X(VARIABLES, "variables", "the rest of the environment") \
	X(INHERITED, "inherited", "the inherited")               \
	X(PROCESSOR, "processor", "the kind of processor")       \
	X(STACK, "stack", "the room on the stack")

typedef enum WorldKind {
#define X(name, word, text) WORLD_##name,
	WORLD_KINDS(X)
#undef X
		N_WORLD,
} WorldKind;

#define OS_CLOCK_START 1893456000ll /* 2030-01-01 00:00:00 UTC: later than the host's files */
enum {
	OS_PID = 4000,    /* of the subject, unless OsConfig.host_identity */
	OS_HOST_NAME = 64 /* bytes of a host's name without its zero */
};

/* Bytes given from outside. */
typedef struct OsBytes {
	const u8 *at;
	const Tag *tags;
	u32 len;
} OsBytes;

/* Answers given from outside, for the next run. */
typedef struct OsWorld {
	bool varied[N_WORLD]; /* what of the following counts */
	i64 clock;            /* seconds since 1970 when the run begins */
	u32 uid, gid, pid;    /* real, effective and saved ones alike; files are used as before */
	OsBytes random;       /* the first random bytes */
	OsBytes hostname;     /* up to its first zero */
} OsWorld;

/* One thing that the latest call asked for. */
typedef struct OsAsked {
	WorldKind kind;
	const char *name; /* of a file; NULL for others; until the next call */
	bool varied;      /* the answer was given from outside */
	bool decided;     /* varied, and the call did something that hangs on the value */
	u64 at;           /* varied: where it was put, 0: it is the result or has tags already */
	u32 size;         /* in so many bytes; 0: it has tags already */
	u64 value;        /* what was put there */
} OsAsked;

/* After os_reset; NULL: nothing is given. Bytes are kept, not copied. */
void os_set_world(Os *os, const OsWorld *world);
size_t os_asked(const Os *os, const OsAsked **list);
/* What these are when nothing is given. */
void os_random_start(u8 *to, size_t n);
void os_host_name(char to[OS_HOST_NAME + 1]);

OsStatus os_syscall(Os *os, long nr, const u64 args[6], i64 *result);
const char *os_message(const Os *os);
/* Next handler to run after OS_SIGNAL; false when there is none left. While a handler runs its
 * signal is blocked; the machine calls os_signal_done when it returned, and then asks again: a
 * signal that was blocked meanwhile may be due, also one without handler that ends the process
 * (handler 0). */
bool os_take_signal(Os *os, OsSignal *sig);
void os_signal_done(Os *os, int number);
/* The mask of blocked signals, for sigsetjmp and siglongjmp: signal n is bit n - 1. */
u64 os_blocked(const Os *os);
void os_set_blocked(Os *os, u64 mask);
/* The first of the signals in the set (n is bit n - 1) that a handler is installed for; 0: none. */
int os_handled(const Os *os, u64 set);
/* A signal the machine itself raises (SIGFPE, SIGSEGV, SIGALRM): like kill to oneself. */
OsStatus os_raise(Os *os, int number, i64 *result);

/* Captured output of the run so far. Valid until the next call or reset. */
size_t os_outputs(const Os *os, const OsOutput **list);

/* What the run did to files, in order of their names. */
typedef enum OsChangeKind {
	OS_MADE_FILE, /* created or changed; its bytes follow as OS_MORE, in pieces */
	OS_MORE,
	OS_MADE_DIR,
	OS_MADE_LINK, /* bytes: where it leads */
	OS_MADE_OTHER,
	OS_REMOVED,
} OsChangeKind;

typedef struct OsChange {
	const char *path; /* below the cwd relative to it, else absolute; not for keeping */
	OsChangeKind kind;
	u32 mode; /* permission bits of what was made or changed; 0 for links */
	const u8 *bytes;
	const Tag *tags; /* NULL when all plain */
	size_t len;
} OsChange;

typedef void OsChangeFn(void *ctx, const OsChange *change);
void os_changes(const Os *os, OsChangeFn *fn, void *ctx);

/* Writes every file the run created or changed below dir, keeping its absolute path as a
 * relative one (dir/tmp/x for /tmp/x; files below the cwd relative to it). What it
 * removed is listed in dir/.deleted, one name a line, escaped as in C: remove these, then copy. */
bool os_save(const Os *os, const char *dir, Err *err);
/* Copies the host's files that runs found below the working directory to dir, as far as they are
 * not there. False when that is more than so many bytes or names. */
bool os_copy_found(const Os *os, const char *dir, u64 *room, u32 *names, Err *err);

/* keep.c: the process in the midst of a run. NULL: it cannot be had, as a file was changed. */
typedef struct OsKept OsKept;
OsKept *os_keep(Os *os);
/* After os_reset and os_put_file for another input, of which the call renew tells what a tagged
 * byte or position is. */
typedef u64 OsRenewFn(void *ctx, Tag tag);
void os_put_back(Os *os, const OsKept *kept, OsRenewFn *renew, void *ctx);
void os_kept_free(OsKept *kept);
u64 os_kept_bytes(const OsKept *kept);

/* process.c: whether a later call would find the same descriptors, signals, mask, ids and limits
 * after both runs. Handlers are compared by the caller. */
typedef bool OsSameFn(void *ctx, u64 a, u64 b);
bool os_same_process(const Os *a, const Os *b, OsSameFn *same, void *ctx);
/* Whether all open files are in the same place, on other inputs too. */
bool os_same_positions(const Os *a, const Os *b);

#endif
