/* record.h: turns a traced run into a trace.
 *
 * The recorder only looks: it never changes an argument, a result or memory of the program. It is
 * used by `drift env record` and, for the run that fails, by `drift env locate`.
 */
#ifndef DRIFT_ENV_RECORD_H
#define DRIFT_ENV_RECORD_H

#include "env/record/tracer.h"

#include <sys/stat.h>

/* Memory of the call at hand, gathered at its entry and exit. */
typedef struct Pieces {
	Buf bytes;           /* all pieces one after the other */
	VEC(TraceData) list; /* blob_at: offset into bytes */
	u32 put;             /* calls of the task that were recorded */
} Pieces;

typedef struct Recorder {
	TraceWriter *out;
	u64 max_map;           /* larger mappings are recorded without their bytes */
	pid_t root;            /* the first process */
	VEC(Pieces *) pending; /* by task id */
	Regions *regions;      /* scratch */
	bool light;            /* keep the build ids of mapped ELF files in place of their contents */
	IntMap images;         /* when light: identity to 1, has a build id, or 2, has none */
	u64 skipped_maps;      /* files mapped or executed that were too large */
	u64 shared_maps;       /* files mapped so that others see what is written, and the reverse */
	bool uses_io_uring;    /* the program does input and output that no call shows */
	bool answers;          /* calls that read the clock are answered by the recorder */
} Recorder;

void recorder_init(Recorder *r, TraceWriter *out, u64 max_map);
void recorder_free(Recorder *r);
/* The pseudo-calls, once, when the program has been executed. */
void recorder_head(Recorder *r, const TracedTask *root, char *const argv[], char *const envp[]);
void recorder_born(Recorder *r, const TracedTask *task);
/* Answers the call at hand if it only reads the clock (clock.c); it is recorded then. */
bool recorder_answer(Recorder *r, const TracedTask *task, i64 *ret);
void recorder_put_answered(Recorder *r, const TracedTask *task, i64 ret, int arg, const void *bytes,
						   size_t n);
/* Whether answering makes no difference here: a filter of calls would look at it. */
bool clock_may_answer(void);
void recorder_enter(Recorder *r, const TracedTask *task);
void recorder_leave(Recorder *r, const TracedTask *task, i64 ret);
/* The call at hand will not be seen to return. */
void recorder_unfinished(Recorder *r, const TracedTask *task);
void recorder_executed(Recorder *r, const TracedTask *task);
void recorder_signal(Recorder *r, Tracer *t, const TracedTask *task, const siginfo_t *info);
void recorder_ended(Recorder *r, const TracedTask *task, int status);

/* Gathers the memory that the call reads or writes. */
void pieces_capture(Pieces *p, Regions *scratch, const TracedTask *task, i64 ret, int dir);
/* Makes a TraceCall of them; its data belongs to p and holds until pieces_reset. */
TraceCall pieces_call(Pieces *p, const TracedTask *task, i64 ret, u8 flags);
void pieces_reset(Pieces *p);
void pieces_free(Pieces *p);

/* The file behind a mapping that the call at hand makes. */
typedef struct MappedFile {
	u64 key[2]; /* identity: device, inode, size, times */
	u64 size;   /* of the file */
	u64 offset; /* of the mapping in it */
	u64 len; /* bytes of the file that the mapping shows; 0: no regular file, or beyond its end */
} MappedFile;

/* What a file is known by on its machine, as long as nobody touches it. */
void file_identity(const struct stat *st, u64 key[2]);
/* Whether an mmap with these arguments shares a file that can be written through it. */
bool maps_shared(const u64 args[6]);
void mapping_file(const TracedTask *task, MappedFile *out);
/* Reads the first n bytes of that file; how many there were. */
size_t mapping_read(const TracedTask *task, void *to, size_t n);

/* ---- copies that the kernel makes (copy.c) ---- */

/* The argument that is the source's descriptor; -1: the call copies nothing. */
int copy_source(i32 nr);
/* The source's position at the call at hand, now; -1: not known. */
i64 copy_position(const TracedTask *task);
/* Whether the recording has the bytes that the call at hand copies, and they can be put there. */
bool copy_can_replay(const TracedTask *task, const TraceCall *rec);
void copy_replay(TracedTask *task, const TraceCall *rec);
/* An overlay refuses to copy from a file below to one above, which outside are on one file system:
 * then it is done here. The answer to give. */
i64 copy_inside(TracedTask *task, i64 ret);

/* ---- executed files (program.c) ---- */

/* Which argument of an execve is the path. */
int program_arg(const TraceCall *c);
/* The file that the execve at hand means by that path, or -1. */
int program_open(const TracedTask *task, const char *path);
/* The file that a command's first word means to execvp, or -1. */
int program_find(const char *name);
bool program_exists(const char *name, Err *err);
bool program_read(const TracedTask *task, const char *path, Buf *out);

#endif
