/* calls.h: what drift knows about each x86-64 system call.
 *
 * There is one table (calls.c). For each call it has a class, which says what replaying it means,
 * and the kinds of its arguments. The kinds say how to print an argument, which memory it refers
 * to, and which values must agree for two runs to be at the same call. All other code asks this
 * table. Names come from libseccomp.
 */
#ifndef DRIFT_ENV_CALLS_H
#define DRIFT_ENV_CALLS_H

#include "env/trace/trace.h"

typedef enum CallClass {
	CLASS_UNKNOWN, /* not in the table: recorded raw, always executed */
	CLASS_ALWAYS,  /* address space, tasks, signal handling: executed, its own result kept */
	CLASS_STATE,   /* process state: executed, then the recorded result replaces the real one */
	CLASS_QUERY,   /* changes nothing: replayed only */
	CLASS_FDNEW,   /* creates descriptors */
	CLASS_FDOP,    /* changes the object behind a descriptor: position, contents, binding */
	CLASS_CLOSE,   /* closes or duplicates a descriptor: treated like the descriptor's object */
	CLASS_PATH,    /* changes the file system by name */
	CLASS_MAP,     /* mmap */
	CLASS_EXEC,    /* execve: success cannot be replayed, failure can */
} CallClass;

typedef enum ArgKind {
	ARG_NONE,
	/* plain numbers */
	ARG_INT,
	ARG_SIZE, /* a length: two runs may differ in it */
	ARG_OFFSET,
	ARG_HEX,
	ARG_PTR, /* an address that drift does not follow */
	ARG_FD,
	ARG_DIRFD,
	ARG_PID,
	/* Differs by nature: assigned by the kernel, or computed from such a number or the clock. */
	ARG_ID,
	ARG_SIGNAL,
	ARG_MODE,  /* octal */
	ARG_FLAGS, /* parameter: which set of names */
	/* Memory; the parameter is the argument with the length, or the kind of struct. */
	ARG_PATH,
	ARG_STRING,
	ARG_STRINGS,  /* NULL-terminated vector: argv, envp */
	ARG_IN,       /* bytes read by the call; length in argument P */
	ARG_OUT,      /* bytes written; length in argument P */
	ARG_OUT_RET,  /* bytes written; length is the result, at most argument P */
	ARG_OUT_INTS, /* as many 4-byte numbers as the result says */
	ARG_OUT_LENP, /* bytes written; length behind the pointer in argument P */
	ARG_INSTRUCT,
	ARG_OUTSTRUCT,
	ARG_IOSTRUCT,
	ARG_ADDR_IN,  /* socket address; length in argument P */
	ARG_ADDR_OUT, /* socket address; length behind the pointer in argument P */
	ARG_IOV_IN,   /* count in argument P */
	ARG_IOV_OUT,
	ARG_MSG_IN,
	ARG_MSG_OUT,
	ARG_MMSG_OUT, /* as many as the result says */
	ARG_POLL,     /* count in argument P */
	ARG_FDSET,    /* number of descriptors in argument 0 */
	ARG_EVENTS,   /* epoll events; count is the result */
	ARG_IOCTL,    /* request in argument 1 */
	ARG_FCNTL,    /* command in argument 1 */
	ARG_PRCTL,    /* option in argument 0 */
} ArgKind;

typedef enum StructKind {
	ST_INT,
	ST_LONG,
	ST_FDPAIR,
	ST_STAT,
	ST_STATX,
	ST_STATFS,
	ST_TIMESPEC,
	ST_TIMEVAL,
	ST_TIMEZONE,
	ST_ITIMERVAL,
	ST_ITIMERSPEC,
	ST_RLIMIT,
	ST_RUSAGE,
	ST_UTSNAME,
	ST_SYSINFO,
	ST_TMS,
	ST_SIGINFO,
	ST_SIGSET,
	ST_SIGACTION,
	ST_STACK,
	ST_FLOCK,
	ST_EPOLL_EVENT,
	ST_CAPS,
	ST_OPEN_HOW,
	ST_CLONE_ARGS,
	ST_TIMES2, /* two timespecs */
	ST_SCHED_ATTR,
	ST_COUNT
} StructKind;

typedef enum FlagSet {
	FL_OPEN,
	FL_PROT,
	FL_MAP,
	FL_AT,
	FL_ACCESS,
	FL_WHENCE,
	FL_FAMILY,
	FL_SOCKTYPE,
	FL_MSG,
	FL_SHUT,
	FL_SOL,
	FL_SOCKOPT,
	FL_TCPOPT,
	FL_OTHEROPT,
	FL_CLOCK,
	FL_RESOURCE,
	FL_FCNTL,
	FL_IOCTL,
	FL_CLONE,
	FL_WAIT,
	FL_EPOLL_OP,
	FL_FUTEX,
	FL_MADVISE,
	FL_PRCTL,
	FL_ARCH,
	FL_SIGHOW,
	FL_RANDOM,
	FL_COUNT
} FlagSet;

typedef struct CallSpec {
	u8 class;
	u16 args[6]; /* ArgKind, parameter in the high byte; ARG_NONE ends the list */
} CallSpec;

#define ARG_KIND(a) ((ArgKind)((a)&255))
#define ARG_PARAM(a) ((a) >> 8)

/* Never NULL: numbers outside the table get an all-hexadecimal spec of CLASS_UNKNOWN. */
const CallSpec *call_spec(i32 nr);
/* Name of a call or pseudo-call; static, never freed. */
const char *call_name(i32 nr);
size_t struct_size(StructKind kind);
int call_arg_count(const CallSpec *spec);
/* The index of the argument of that kind, or -1. */
int call_find_arg(const CallSpec *spec, ArgKind kind);

/* ---- names of numbers (names.c) ---- */

/* Adds O_RDONLY|O_CLOEXEC and the like; bits without a name are added in hexadecimal. */
void flags_format(Buf *b, FlagSet set, u64 value);
const char *signal_name(int signo); /* "SIGTERM"; a number as text if it has no name */

#endif
