/* record.h: turns a traced run into a trace.
 *
 * The recorder only observes: it never changes an argument, a result or memory of the program.
 * `drift env record` uses it, and `drift env locate` uses it for the failing run.
 */
#ifndef DRIFT_ENV_RECORD_H
#define DRIFT_ENV_RECORD_H

#include "env/record/own.h"
#include "env/record/tracer.h"

#include <sys/stat.h>

/* Memory of the current call, collected at its entry and exit. */
typedef struct Pieces {
	Buf bytes;           /* all pieces one after the other */
	VEC(TraceData) list; /* blob_at: offset into bytes */
	u32 put;             /* number of recorded calls of the task */
} Pieces;

typedef struct Recorder {
	TraceWriter *out;
	u64 max_map;           /* larger mappings are recorded without contents */
	pid_t root;            /* the first process */
	const OwnLimits *own;  /* what it was given that /proc does not show; NULL: not known */
	VEC(Pieces *) pending; /* by task id */
	Regions *regions;      /* scratch */
	bool light;            /* record build ids of mapped ELF files instead of their contents */
	KeyMap images;         /* when light: identity to 1 (has a build id) or 2 (has none) */
	u64 skipped_maps;      /* mapped or executed files that were too large */
	u64 shared_maps;       /* files mapped shared and writable */
	u64 max_contents;      /* bytes of each file that is read that are kept */
	IntMap read_bytes;     /* by process and descriptor: bytes read so far */
	u8 *block;             /* BLOCK_SIZE bytes for hashing; NULL: not used yet */
	bool uses_io_uring;    /* the program does input and output that no call shows */
	bool answers;          /* the recorder answers calls that read the clock */
} Recorder;

void recorder_init(Recorder *r, TraceWriter *out, u64 max_map);
void recorder_free(Recorder *r);
/* Records the pseudo-calls, once, when the program has been executed. */
void recorder_head(Recorder *r, const TracedTask *root, char *const argv[], char *const envp[]);
/* The same for a process that ran before. */
void recorder_head_running(Recorder *r, const TracedTask *root);
void recorder_born(Recorder *r, const TracedTask *task);
/* Answers the current call, and records it, if it only reads the clock (clock.c). */
bool recorder_answer(Recorder *r, const TracedTask *task, i64 *ret);
void recorder_put_answered(Recorder *r, const TracedTask *task, i64 ret, int arg, const void *bytes,
						   size_t n);
/* True if answering clock calls cannot be noticed; a seccomp filter would see the calls. */
bool clock_may_answer(void);
void recorder_enter(Recorder *r, const TracedTask *task);
void recorder_leave(Recorder *r, const TracedTask *task, i64 ret);
/* Records the current call as one that was not seen to return. */
void recorder_unfinished(Recorder *r, const TracedTask *task);
void recorder_executed(Recorder *r, const TracedTask *task);
void recorder_signal(Recorder *r, Tracer *t, const TracedTask *task, const siginfo_t *info);
void recorder_ended(Recorder *r, const TracedTask *task, int status);

/* Collects the memory that the call reads or writes. */
void pieces_capture(Pieces *p, Regions *scratch, const TracedTask *task, i64 ret, int dir);
/* Builds a TraceCall from the pieces. Its data belongs to p and is valid until pieces_reset. */
TraceCall pieces_call(Pieces *p, const TracedTask *task, i64 ret, u8 flags);
/* Adds memory that the call wrote and that is not kept: its size, and hashes of its blocks. */
void pieces_add_short(Pieces *p, u8 arg, u64 full, const char *hashes, size_t n);
void pieces_reset(Pieces *p);
void pieces_free(Pieces *p);

/* The file of a mapping that the current call creates. */
typedef struct MappedFile {
	u64 key[2]; /* identity: device, inode, size, times */
	u64 size;   /* of the file */
	u64 offset; /* of the mapping in it */
	u64 len;    /* bytes of the file in the mapping; 0: no regular file, or beyond its end */
} MappedFile;

/* Identifies a file on its machine, as long as nobody changes it. */
void file_identity(const struct stat *st, u64 key[2]);
/* True if an mmap with these arguments is a shared, writable mapping of a file. */
bool maps_shared(const u64 args[6]);
void mapping_file(const TracedTask *task, MappedFile *out);
/* Reads the first n bytes of that file; returns how many there were. */
size_t mapping_read(const TracedTask *task, void *to, size_t n);

/* ---- large reads (large.c) ---- */

/* True if the current call reads beyond the part of its file that is kept. Counts the bytes. */
bool large_is_beyond(Recorder *r, const TracedTask *task, i64 ret);
/* Keeps size and hashes of what it read. */
void large_capture(Recorder *r, Pieces *p, const TracedTask *task, i64 ret);
/* The descriptor is another file from now on. */
void large_forget(Recorder *r, const TracedTask *task, i64 fd);

/* ---- copies that the kernel makes (copy.c) ---- */

/* The argument that is the descriptor of the source; -1: the call copies nothing. */
int copy_source(i32 nr);
/* The current position of the source of the current call; -1: unknown. */
i64 copy_position(const TracedTask *task);
/* True if the recording has the bytes that the current call copies, and drift can write them to the
 * target. */
bool copy_can_replay(const TracedTask *task, const TraceCall *rec);
void copy_replay(TracedTask *task, const TraceCall *rec);
/* An overlay refuses to copy from a lower file to an upper one although both are on one file system
 * outside. In that case drift copies the bytes itself. Returns the result for the program. */
i64 copy_inside(TracedTask *task, i64 ret);

/* ---- executed files (program.c) ---- */

/* The index of the path argument of an execve. */
int program_arg(const TraceCall *c);
/* Opens the file that the path means to the current execve; -1: it cannot be opened. */
int program_open(const TracedTask *task, const char *path);
/* Opens the file that execvp would run for a command's first word, or returns -1. */
int program_find(const char *name);
bool program_exists(const char *name, Err *err);
bool program_read(const TracedTask *task, const char *path, Buf *out);

#endif
