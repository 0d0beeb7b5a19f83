/* trace.h: a recorded run, in memory and on disk.
 *
 * A trace is one sequence of calls, in the order in which they returned. The first ones are
 * pseudo-calls: what the program was given before its first instruction (variables, limits,
 * identity, ...). So code that walks or searches the sequence covers these as well.
 *
 * On disk: a header of 16 bytes, then records, each with its own checksum:
 *
 *   "DRIFTENV" u32 version u16 machine u16 checksum | u32 length, u8 type, payload, u32 CRC-32C |
 *   ...
 *
 * The machine number is that of the ELF header. The checksum of the header is the lower half of a
 * CRC-32C. A file may end anywhere: the reader keeps every whole record before the cut, and
 * distinguishes a cut from changed bytes. Data of 256 bytes and more is in blob records. A blob is
 * written once, however often calls refer to it, and not always before the first such call.
 *
 * Ownership: a Trace owns everything it points to, in one arena; env_trace_free releases it.
 */
#ifndef DRIFT_ENV_TRACE_H
#define DRIFT_ENV_TRACE_H

#include "base/base.h"

enum {
	TRACE_OLDEST = 2,   /* the oldest version that drift reads; 3: the same with pieces held back */
	TRACE_VERSION = 6,  /* 4 and 5: without hashes of blocks, and never of a running process */
	TRACE_REDACTED = 7, /* the version of traces in which pieces can be held back */
	TRACE_MACHINE = 62, /* EM_X86_64 */
	TRACE_HEADER = 16,
	TRACE_MAX_RECORD = 1 << 30, /* bytes; the reader rejects larger records */
	CALL_MAX_DATA = 4096,       /* pieces of memory per call */
};

enum TraceRecord {
	REC_END = 1, /* how the run ended */
	REC_TASK,    /* a process or thread begins */
	REC_BLOB,    /* bytes that calls refer to by number */
	REC_CALL,
	REC_SIGNAL,
	REC_TASK_END,
	REC_SAME, /* a blob that holds the bytes of an earlier one */
	REC_LAST = REC_SAME,
};

/* Pseudo-calls have numbers that no kernel uses. */
enum {
	PSEUDO = 0x10000,
	PSEUDO_PROGRAM = PSEUDO, /* argv, executable with build id */
	PSEUDO_CWD,
	PSEUDO_VAR,   /* one environment variable */
	PSEUDO_LIMIT, /* one resource limit */
	PSEUDO_IDS,
	PSEUDO_UMASK,
	PSEUDO_UNAME,
	PSEUDO_FDS,     /* one inherited descriptor */
	PSEUDO_AUXV,    /* one entry of the auxiliary vector */
	PSEUDO_SIGNALS, /* masks of blocked and of ignored signals; since version 4 */
	PSEUDO_TIMERS,  /* interval timers that run: remaining microseconds, then intervals */
	PSEUDO_LAST = PSEUDO_TIMERS,
};

enum {
	DATA_IN = 1,  /* memory that the call read */
	DATA_OUT = 2, /* memory that it wrote */
};

enum {
	SUB_MAPPING = 255,  /* TraceData.sub: the bytes of a file mapping */
	SUB_REALPATH = 254, /* the path that an opened name resolved to */
	SUB_IMAGE = 253,    /* build id of an executed or mapped file, as text */
	SUB_BLOCKS = 251,   /* of a read whose bytes are not kept: hashes of its blocks */
	SUB_IDENTITY = 252, /* of a mapped file on its machine: hash of device, inode, size, times */
};

/* One piece of memory that a call read or wrote. */
typedef struct TraceData {
	u8 arg;         /* argument that refers to it, 0 to 5 */
	u8 sub;         /* which piece of that argument, or SUB_* */
	u8 dir;         /* DATA_IN or DATA_OUT */
	u32 len;        /* bytes kept in at */
	u64 full;       /* original size in bytes; more than len if shortened */
	const u8 *at;   /* followed by a NUL that len does not count */
	bool held;      /* bytes were removed or replaced: not what the program saw */
	u32 blob_index; /* reading: index in Trace.blobs, + 1; 0: none */
	u32 blob;       /* writing: blob that has these bytes already (at is unused); 0: none */
	u64 blob_at;    /* writing: offset in the blob */
} TraceData;

enum {
	CALL_UNFINISHED = 1, /* did not return while the recorder watched */
	CALL_COMPAT = 2,     /* a 32-bit call: number of another table, arguments raw */
	CALL_ATTACHED = 8,   /* PSEUDO_PROGRAM: it ran before it was recorded */
	CALL_ABSENT = 4,     /* pseudo-call for something that is set here but was not set there */
};

typedef struct TraceCall {
	u32 task;        /* index in Trace.tasks */
	i32 nr;          /* x86-64 number or PSEUDO_* */
	u8 flags;        /* CALL_* */
	i64 ret;         /* -errno on failure, as the kernel returns it */
	u64 args[6];     /* raw */
	u32 n_data;      /* pieces */
	TraceData *data; /* in the order of arguments */
} TraceCall;

typedef struct TraceTask {
	u32 parent;  /* task that created it; itself for the first */
	u32 ordinal; /* how many tasks the parent had created before */
	u32 pid;     /* kernel's number (of the thread) in the recorded run */
	bool thread; /* shares memory and descriptors with the parent */
	bool ended;
	i32 status; /* as from waitpid, when ended */
} TraceTask;

typedef struct TraceSignal {
	u32 task;
	u32 position; /* number of calls that the task had finished */
	i32 signo;
	i32 code;   /* si_code */
	u32 sender; /* pid, or 0 */
	bool outer; /* came from outside the recorded processes */
} TraceSignal;

/* Bytes that pieces of memory refer to. */
typedef struct TraceBlob {
	const u8 *at; /* followed by a NUL */
	u32 len;
} TraceBlob;

typedef struct Trace {
	Arena arena;
	VEC(TraceBlob) blobs; /* in the order of the file */
	VEC(TraceCall) calls;
	VEC(TraceTask) tasks;
	VEC(TraceSignal) signals;
	u32 version;    /* TRACE_OLDEST to TRACE_REDACTED */
	bool cut;       /* the file ended before its end record */
	bool damaged;   /* cut because bytes were changed, not because the file ends early */
	u64 cut_at;     /* byte where reading stopped, when cut */
	u32 head;       /* number of pseudo-calls at the front of calls */
	i32 status;     /* of the first task, as from waitpid; meaningless when cut or stopped */
	bool stopped;   /* the recorder ended the run on request, while the program was still running */
	double seconds; /* wall time */
	u64 bytes;      /* size of the file */
	u64 blob_bytes; /* part of it that is file contents and other large data */
	u32 held;       /* pieces whose bytes were held back when it was recorded */
	u32 lost;       /* pieces of memory whose blob is missing in the file */
} Trace;

/* ---- reading ---- */

bool trace_read(const char *path, Trace *t, Err *err);
/* Reads a trace from memory; bytes need not outlive the call. Hostile bytes cause an error, nothing
 * else. */
bool trace_parse(const u8 *bytes, size_t n, Trace *t, Err *err);
void env_trace_free(Trace *t);

/* The piece of memory of that argument, or NULL. */
const TraceData *call_data(const TraceCall *c, int arg, int sub, int dir);
/* The text of a string argument, or NULL. */
const char *call_text(const TraceCall *c, int arg);
/* True if the result of the call is not known completely, because bytes were held back. */
bool call_is_held(const TraceCall *c);

/* True if the trace begins in the middle of the run: record -p. */
bool trace_is_attached(const Trace *t);

/* ---- writing ---- */

typedef struct TraceWriter TraceWriter;

/* Creates the file with mode 0600. Does not follow a link, and removes an earlier file. */
TraceWriter *trace_create(const char *path, Err *err);
/* Writes to an open file, which it then owns; path is for messages. */
TraceWriter *trace_create_fd(int fd, const char *path, u32 version);
/* Creates the file as trace_create does, for trace_create_fd; returns -1 on failure. */
int trace_open(const char *path, Err *err);
/* Writes a whole trace, except for its end. */
void trace_put_all(TraceWriter *w, const Trace *t);
void trace_put_task(TraceWriter *w, u32 id, const TraceTask *task);
void trace_put_call(TraceWriter *w, const TraceCall *c);
void trace_put_signal(TraceWriter *w, const TraceSignal *s);
void trace_put_task_end(TraceWriter *w, u32 id, i32 status);
void trace_put_end(TraceWriter *w, i32 status, bool stopped, double seconds);
/* The blob of a file that was stored before under that key (device, inode, times); 0: none. */
u32 trace_find_shared(TraceWriter *w, const u64 key[2]);
/* Stores the first n bytes of the file under that key; bytes beyond the end of the file are zero.
 * Takes ownership of the descriptor: the bytes are copied while the program continues. */
u32 trace_put_shared(TraceWriter *w, const u64 key[2], int fd, u64 n);
void trace_flush(TraceWriter *w);
u64 trace_written(const TraceWriter *w);
u64 trace_blob_bytes(const TraceWriter *w);
u32 trace_call_count(const TraceWriter *w);
/* Flushes and frees; false if anything could not be written. */
bool trace_close(TraceWriter *w, Err *err);

/* ---- large reads (blocks.c) ---- */

enum { BLOCK_SIZE = 64 << 10, BLOCK_HASH = 12 }; /* bytes of a block, and of its hash */

/* Adds the hashes of the blocks of these bytes. Different hashes mean different bytes; equal hashes
 * are no proof that the bytes are equal. */
void blocks_add(Buf *to, const void *bytes, size_t n);
/* The hashes of a read whose bytes are not all kept, or NULL. */
const TraceData *call_blocks(const TraceCall *c);
/* The number of bytes that were read and of which the trace has hashes only. */
u64 trace_hashed(const Trace *t);

/* ---- checksums ---- */

u32 crc32c(u32 crc, const void *bytes, size_t n);
/* Writes the 16 bytes that a trace begins with. */
void trace_header(u8 out[16], u32 version);

#endif
