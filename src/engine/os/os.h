/* os.h: the virtual OS that a subject runs on.
 *
 * It is a Linux x86-64 kernel as one process sees it: descriptors, files, directories, pipes,
 * signals, limits, a fixed clock. Other files are readable from the host's disk. Everything that
 * the subject writes goes to an overlay in memory. Nothing outside is ever changed.
 *
 * Every byte of a file can carry a Tag (what the machine knows about a value beyond its bits:
 * expression and dependence). So symbolic input is a file whose bytes have tags, and bytes that
 * are written and read back keep their tags.
 *
 * The machine owns an Os, passes system calls to it and provides access to the subject's memory
 * through OsMem. os_reset restores the state after os_new; its cost is proportional to what the
 * run changed.
 */
#ifndef DRIFT_OS_OS_H
#define DRIFT_OS_OS_H

#include "base/base.h"

typedef u64 Tag; /* 0 = plain; else expression id in the low half, dependence id in the high half */

typedef struct Os Os;

/* Access of the Os to the subject's memory. Each function returns false if the access is an
 * error. Then the run is over, the machine has the reason, and os_syscall returns OS_FAULT at
 * once. */
typedef struct OsMem {
	void *machine;
	/* tags may be NULL if the caller does not need them; otherwise n entries */
	bool (*read)(void *machine, u64 addr, void *to, Tag *tags, size_t n);
	/* tags may be NULL: all plain */
	bool (*write)(void *machine, u64 addr, const void *from, const Tag *tags, size_t n);
	/* reads a NUL-terminated string (a path); the machine makes its bytes concrete */
	bool (*text)(void *machine, u64 addr, Buf *to);
	/* returns zeroed anonymous memory for mmap; 0 if there is none. Only the first `usable`
	 * bytes may be accessed: natively, pages behind the end of a file raise SIGBUS */
	u64 (*map)(void *machine, size_t size, size_t usable);
	bool (*unmap)(void *machine, u64 addr, size_t size);
	/* makes a whole mapping writable or not; returns false if the range is not a whole mapping */
	bool (*protect)(void *machine, u64 addr, size_t size, bool writable);
	/* gives a mapping that was just made a number (0: leaves it), under which processes share its
	 * contents; returns its number, 0 if it is not shared */
	u32 (*share)(void *machine, u64 addr, u32 number);
	bool (*is_protected)(void *machine, u64 addr); /* true if it must not be written */
	/* optional: returns false if none of the n bytes has a tag, so that none needs to be fetched */
	bool (*tagged)(void *machine, u64 addr, size_t n);
} OsMem;

/* Source or destination of a stream of the subject. */
typedef enum OsStream {
	OS_STREAM_HOST,    /* the descriptor of drift itself: passed through unchanged */
	OS_STREAM_CAPTURE, /* output is kept: see os_output; input: the bytes of OsConfig.input */
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
	i64 clock;          /* seconds since 1970 when a run begins; 0 = OS_CLOCK_START */
	const char *exe;    /* what /proc/self/exe points to; NULL: by its name. Kept, not copied */
} OsConfig;

/* The result of a system call. */
typedef enum OsStatus {
	OS_DONE,        /* *result holds the value or -errno */
	OS_EXIT,        /* *result is the exit status, 0 to 255 */
	OS_KILLED,      /* *result is the signal that ended the process */
	OS_SIGNAL,      /* *result is the call's result; os_take_signal returns the handlers to run */
	OS_UNSUPPORTED, /* os_message has the reason */
	OS_FAULT,       /* a memory access failed, see OsMem */
	OS_AGAIN,       /* like OS_SIGNAL; the call is repeated after the handlers */
	OS_BLOCKED,     /* the call waits: run another task, and repeat it later */
	OS_THREAD_END,  /* the thread ends, its process goes on */
} OsStatus;

enum { OS_SIGNAL_INFO = 128 }; /* bytes of a siginfo_t */

typedef struct OsSignal {
	int number;
	u64 handler;               /* the subject's function; 0: none, the signal ends the process */
	bool info;                 /* SA_SIGINFO: three arguments */
	u8 output[OS_SIGNAL_INFO]; /* the siginfo_t */
	Tag tags[OS_SIGNAL_INFO];  /* of its bytes */
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
/* Sets the name of a run that has just begun, for /proc/self. The default is "subject". */
void os_begin(Os *os, char *const *argv);
/* Returns the number of a signal from outside that the subject would handle and that has waited
 * long for a system call, else 0. */
int os_outside_stuck(Os *os);
/* Restores the start state; the new stdin (for OS_STREAM_CAPTURE) may differ each time. */
void os_reset(Os *os, const void *input, const Tag *tags, size_t len);

/* Between a reset and the run: adds a file to the overlay's start state. Every reset restores
 * the contents of the latest os_put_file of that path. Used for symbolic files and named inputs. */
bool os_put_file(Os *os, const char *path, const void *bytes, const Tag *tags, size_t len,
				 Err *err);

/* Sets the tag of the length of a file of the start state (NULL: captured stdin), if the length
 * is an input. The Os only stores it for os_fd_input. */
bool os_set_length(Os *os, const char *path, Tag length);
/* What is known about the position of an open file relative to its end. */
typedef enum OsWhere {
	OS_WHERE_ANY,
	OS_WHERE_INSIDE,    /* not behind the end, on every input that passes what at depends on */
	OS_LOCATION_BEHIND, /* behind the end, likewise */
} OsWhere;

/* An open file whose length is an input; shared by dup. */
typedef struct OsInput {
	Tag length; /* of the file */
	u64 size;   /* the same in this run */
	u64 pos;    /* where the next read begins in this run */
	Tag at;     /* pos as 64 bits, if it depends on the input, and its dependence */
	OsWhere location;
} OsInput;

/* Finds the file of fd. Returns false if its length is not an input. */
bool os_fd_input(const Os *os, u64 fd, OsInput *in);
/* Stores what a call has learnt about the file: at and location. The Os itself stores the
 * position. */
void os_fd_know(Os *os, u64 fd, Tag at, OsWhere location);
/* Returns the tag of the length of a file that the latest call is the first to change, else 0.
 * size is the previous length; kept is true if a part of the file is still there. */
Tag os_changed_length(const Os *os, u64 *size, bool *kept);
/* Returns a descriptor of that file whose position is still an expression; -1: none. */
i64 os_changed_fd(const Os *os, u64 *pos, Tag *at);
/* Returns true if descriptor 1 or 2 was closed, replaced, duplicated or reopened in this run:
 * they may not be standard output and error any more, or not the only ones. */
bool os_streams_moved(const Os *os);
/* Returns the unread part of standard input; the Os owns it. */
size_t os_input_rest(Os *os, const u8 **bytes);
/* Likewise for a file whose attributes the latest call returned: where it stored the size and
 * the number of blocks. */
Tag os_stat_length(const Os *os, u64 *size_at, u64 *blocks_at);

/* ---- the world (world.c) ----
 *
 * What a run finds without having been given it: answers of the system that are the same in every
 * run. The Os says of each call what it asked for, so that results can name it; some answers can
 * be given from outside, as inputs. */

/* kind, name for programs and --vary, text for people */
#define WORLD_KINDS(X)                                                                    \
	X(CLOCK, "clock", "the clock")                                                        \
	X(UID, "uid", "the user id")                                                          \
	X(GID, "gid", "the group id")                                                         \
	X(PID, "pid", "the process id")                                                       \
	X(STDIN, "stdin_kind", "the kind of standard input")                                  \
	X(RANDOM, "random", "random numbers")                                                 \
	X(HOSTNAME, "hostname", "the host's name")                                            \
	X(TIMER, "timer", "time that passes")                                                 \
	X(STAMPS, "stamps", "times and owners of its own files")                              \
	X(CWD, "cwd", "the working directory's name")                                         \
	X(SYSTEM, "system", "figures of the system")                                          \
	X(ENVIRONMENT, "environment", "the unset variable")                                   \
	X(FILE, "file", "the host's file")                                                    \
	X(ABSENT, "absent", "the missing file")                                               \
	X(ADDRESSES, "addresses", "the layout of memory")                                     \
	X(VARIABLES, "variables", "the rest of the environment")                              \
	X(INHERITED, "inherited", "the inherited")                                            \
	X(PROCESSOR, "processor", "the kind of processor")                                    \
	X(STACK, "stack", "the room on the stack")                                            \
	X(SCHEDULE, "schedule", "the order in which threads and processes run")               \
	X(CHILD, "child", "what the programs do that it starts, here nothing, with status 0") \
	X(NAN, "nan", "sign and payload of the NaN that an operation returns")                \
	X(LIBM, "libm", "the mathematical functions of")                                      \
	X(FAST_MATH, "fast_math", "what -ffast-math lets the compiler compute")

typedef enum WorldKind {
#define X(name, word, text) WORLD_##name,
	WORLD_KINDS(X)
#undef X
		N_WORLD,
} WorldKind;

/* Sets of them, for the table of system calls (engine/load/kernel.h). */
enum {
	ASKS_NOTHING = 0,
#define X(name, word, text) ASKS_##name = 1 << WORLD_##name,
	WORLD_KINDS(X)
#undef X
	/* of who looks up a name: whether it is there, what this user may do, which process /proc shows */
	ASKS_FILES = ASKS_FILE | ASKS_ABSENT | ASKS_UID | ASKS_PID,
};

#define OS_CLOCK_START 1893456000ll /* 2030-01-01 00:00:00 UTC, unless OsConfig.clock is set */
enum {
	OS_PID = 4000,    /* of the subject, unless OsConfig.host_identity */
	OS_HOST_NAME = 64 /* bytes of a host's name without its zero */
};

/* Bytes set from outside. */
typedef struct OsBytes {
	const u8 *at;
	const Tag *tags;
	u32 len;
} OsBytes;

/* What standard input is (stdin.c). */
typedef enum OsInputKind { OS_INPUT_FILE, OS_INPUT_PIPE, OS_INPUT_TERMINAL } OsInputKind;

/* Answers set from outside, for the next run. */
typedef struct OsWorld {
	bool varied[N_WORLD]; /* which of the following are used */
	i64 clock;            /* seconds since 1970 when the run begins */
	u32 uid, gid, pid;    /* real, effective and saved ones alike; files are used as before */
	OsInputKind input;    /* kind of standard input */
	OsBytes random;       /* the first random bytes */
	OsBytes hostname;     /* up to its first zero */
} OsWorld;

/* One thing that the latest call asked for. */
typedef struct OsAsked {
	WorldKind kind;
	const char *name; /* of a file; NULL for others; until the next call */
	bool varied;      /* true if the answer was set from outside */
	bool decided;     /* true if varied, and the effect of the call depends on the value */
	bool inside;      /* true if the program does not see the answer: it is no question */
	u64 at;           /* varied: where it was stored, 0: it is the result or already has tags */
	u32 size;         /* in so many bytes; 0: it has tags already; decided: bytes there that the
						 call compared with the end of a line */
	u64 value;        /* what was put there */
} OsAsked;

/* Call it after os_reset; NULL: no answers are set. Bytes are borrowed, not copied. */
void os_set_world(Os *os, const OsWorld *world);
size_t os_asked(const Os *os, const OsAsked **list);
/* Returns true if a read of fd returns one line at most: standard input is a terminal. inside: the
 * fourth argument of the call. */
bool os_reads_line(const Os *os, u64 fd, u64 inside);
/* Returns true if the result of a read of fd depends on the kind of standard input. */
bool os_reads_by_kind(const Os *os, u64 fd, u64 inside);
/* Asks what kind of file the descriptor is, without a call. os_asked then has the question, if it is
 * one of the three initial streams. */
void os_ask_descriptor(Os *os, u64 fd);
/* Writes the default random bytes. */
void os_random_start(u8 *to, size_t n);
void os_host_name(char to[OS_HOST_NAME + 1]);

/* Returns the ASKS_* of a call; ASKS_NOTHING if it has no answer. */
u32 os_may_ask(long nr);
OsStatus os_syscall(Os *os, long nr, const u64 args[6], i64 *result);
const char *os_message(const Os *os);
/* Returns the next handler to run after OS_SIGNAL; false if none is left. While a handler runs
 * its signal is blocked. The machine calls os_signal_done when it returned, and then asks again:
 * a signal that was blocked meanwhile may be due, also one without handler that ends the process
 * (handler 0). */
bool os_take_signal(Os *os, OsSignal *sig);
void os_signal_done(Os *os, int number);
/* The mask of blocked signals, for sigsetjmp and siglongjmp: signal n is bit n - 1. */
u64 os_blocked(const Os *os);
void os_set_blocked(Os *os, u64 mask);
/* Returns the first of the signals in the set (n is bit n - 1) that has a handler; 0: none. */
int os_handled(const Os *os, u64 set);
/* Raises a signal of the machine itself (SIGFPE, SIGSEGV, SIGALRM): like kill to oneself. */
OsStatus os_raise(Os *os, int number, i64 *result);

/* ---- several processes and threads (family/) ----
 *
 * The machine decides who runs, the Os what a call does. Tasks are threads, of all processes, numbered in
 * the order in which they began; 0 began the run. */

/* Makes a process that is a copy of the one that makes the calls. Returns its number for the parent, and
 * sets *task. The next os_syscall is still the parent's. Returns 0 if os_refused is true. */
i64 os_fork(Os *os, u32 *task);
/* Likewise a thread of the process. */
i64 os_thread(Os *os, u32 *task);
/* True if the last of the two was refused; os_message has the reason. */
bool os_refused(const Os *os);
/* The task makes the calls from now on. */
void os_task_run(Os *os, u32 task);
/* Returns true if the task, which is blocked, may try its call again. */
bool os_task_ready(const Os *os, u32 task);
/* Returns when it may in any case, in nanoseconds since the start of the run; INT64_MAX: never. */
i64 os_task_until(const Os *os, u32 task);
bool os_task_live(const Os *os, u32 task);
/* Lets time pass. */
void os_jump(Os *os, i64 to);
/* The process of the task that makes the calls ends, with a status as wait has it. */
void os_process_ends(Os *os, int status);
/* The task that makes the calls ends. Returns false if it is the last of its process, which then ends. */
bool os_thread_ends(Os *os);
/* Returns true if the process that makes the calls is the one that began the run. */
bool os_is_first(const Os *os);
/* Returns the number of the task's process; 0 began the run. */
u32 os_member(const Os *os, u32 task);
/* Delivers what is due to a task that makes no call: as os_syscall does after a call. */
OsStatus os_deliver(Os *os, i64 *result);

/* Returns the captured output of the run so far. Valid until the next call or reset. */
size_t os_outputs(const Os *os, const OsOutput **list);

/* What the run did to files, in order of their names. */
typedef enum OsChangeKind {
	OS_MADE_FILE, /* created or changed; its bytes follow as OS_MORE, in pieces */
	OS_MORE,
	OS_MADE_DIR,
	OS_MADE_LINK, /* bytes: where it leads */
	OS_MADE_PIPE,
	OS_MADE_OTHER, /* a socket or device */
	OS_REMOVED,
} OsChangeKind;

typedef struct OsChange {
	const char *path; /* relative to the cwd if below it, else absolute; valid for a short time */
	OsChangeKind kind;
	u32 mode; /* permission bits of what was made or changed; 0 for links */
	const u8 *bytes;
	const Tag *tags; /* NULL when all plain */
	size_t len;
} OsChange;

typedef void OsChangeFn(void *ctx, const OsChange *change);
void os_changes(const Os *os, OsChangeFn *fn, void *ctx);

/* Writes every file that the run created or changed below dir, keeping its absolute path as a
 * relative one (dir/tmp/x for /tmp/x; files below the cwd relative to it). Lists removed files
 * in dir/.deleted, one name per line, escaped as in C: remove these, then copy. */
bool os_save(const Os *os, const char *dir, Err *err);
/* Copies the host's files that runs found below the working directory to dir, unless they exist
 * there. Returns false if they exceed the limit of bytes or names. */
bool os_copy_found(const Os *os, const char *dir, u64 *room, u32 *names, Err *err);

/* keep.c: copies the process during a run. Returns NULL if that is impossible because a file was
 * changed. */
typedef struct OsKept OsKept;
OsKept *os_keep(Os *os);
/* Call it after os_reset and os_put_file for another input. renew returns the value of a tagged
 * byte or position on that input. */
typedef u64 OsRenewFn(void *ctx, Tag tag);
void os_put_back(Os *os, const OsKept *kept, OsRenewFn *renew, void *ctx);
void os_kept_free(OsKept *kept);
u64 os_kept_bytes(const OsKept *kept);

/* differ.c: what a later call would find different in the processes of two runs. */
typedef struct OsDifference {
	const char *kind;    /* which of the native observations shows it */
	const char *name;    /* "umask", "descriptor 3" */
	const char *text[2]; /* the values, for people; valid for a short time */
	bool numbers;        /* true if value and tag count, not text */
	u64 value[2];        /* numbers */
	Tag tag[2];          /* numbers: 0: the same on the whole path */
} OsDifference;
typedef bool OsSameFn(void *ctx, u64 a, u64 b);
typedef void OsDifferFn(void *ctx, const OsDifference *d);
/* same compares addresses of handlers and stacks of both subjects. Files by their names are compared
 * elsewhere (os_changes). */
void os_differences(Os *const os[2], OsSameFn *same, OsDifferFn *differ, void *ctx);
/* Returns true if all open files have the same position, on other inputs too. */
bool os_same_positions(const Os *a, const Os *b);

#endif
