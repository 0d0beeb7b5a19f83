/* replay.h: semi-replay: a rerun in which some calls get their recorded answers.
 *
 * Which calls are replayed is a plain set, one bool per recorded call. A replayed call is
 * suppressed and its recorded result and memory are injected; if an executed call depends on it, it
 * is executed as well and the recorded answer is written over the real one. Numbers that the kernel
 * gives out are never injected: descriptors, process numbers, ids of shared memory are those of the
 * rerun, and where a recorded answer holds such a number, the one that stands for the same thing
 * here takes its place (translate.c). So any set of calls can be replayed, whatever the others do.
 *
 * Calls of the two runs are matched per task, by their keys (see world.h), with some freedom to
 * skip; then among the threads of the process, since who does what may change from run to run. A
 * child plays the recorded one that executed the same command, else the one born in the same order.
 * A call without a match is executed; where the first such call stood is reported.
 */
#ifndef DRIFT_ENV_REPLAY_H
#define DRIFT_ENV_REPLAY_H

#include "env/cell/cell.h"
#include "env/record/own.h"
#include "env/record/record.h"
#include "env/cell/refuse.h"
#include "env/trace/world.h"

#include <sys/resource.h>

/* What became of a recorded call in a rerun. */
typedef struct CallSeen {
	bool met;      /* the program made it */
	bool executed; /* the kernel answered (as well) */
	bool held;     /* no: it was held back */
	i64 ret;       /* what the kernel answered */
} CallSeen;

typedef VEC(u32) CallList;

/* The recording, prepared for many reruns. */
typedef struct Script {
	const Trace *trace;
	World *world;
	CallList *of_task; /* by task: its calls in order */
	u32 *process;      /* by task: the first of those that share work: threads, workers */
	u32 *exec_of;      /* by task: its first execve; UINT32_MAX: none */
	u32 *next_same;    /* by call: the next one with the same key; UINT32_MAX: none */
	IntMap first_same; /* key to the first call with it, + 1 */
	CallList watchers; /* the epoll_ctl calls */
	IntMap same_files; /* files and mapped ranges compared with the recording: 1 same, 2 not */
	const char *dir;   /* where files may be put that stand in for missing ones; NULL: nowhere */
} Script;

void script_init(Script *s, const Trace *t);
void script_free(Script *s);

/* A call that is to be looked at closely while it happens. */
typedef struct CallWatch {
	u32 call; /* index in the trace; UINT32_MAX: none */
	bool happened;
	TraceCall here; /* as it went; its data is in arena */
	Buf stack;      /* call stack, one frame per line */
	Arena *arena;
} CallWatch;

/* What a rerun is at, looked at some times a second (pulse.c). */
typedef struct RunPulse {
	u32 calls;      /* finished at the last look */
	double at;      /* of the last look, seconds since the start */
	double own_cpu; /* seconds that this process had computed at the start */
	double work;    /* seconds that it and the program computed since */
	double idle;    /* seconds in which all of it slept */
	bool still;     /* everybody sleeps, waiting, and has done nothing since the look before */
	bool busy;      /* somebody computes, or has made more than a few calls since then */
} RunPulse;

void pulse_begin(RunPulse *p);
void pulse_take(RunPulse *p, const Tracer *t);

typedef struct EnvRerun {
	/* What to do. */
	Script *script;
	const bool *replay;      /* by call */
	Launch launch;           /* argv, envp and stdio; the rest is set here */
	const Cell *cell;        /* where it happens; NULL: in place */
	bool fed;                /* standard input is a pipe that drift filled */
	Guard *guard;            /* what it must not do */
	const OwnLimits *limits; /* those that the program is to have */
	CallWatch *watch;        /* may be NULL */
	Recorder *recorder; /* records the run as it happens, for a run that replays nothing; or NULL */
	bool (*tick)(struct EnvRerun *r); /* false ends the run */
	void (*other_ended)(struct EnvRerun *r, pid_t pid, int status);
	void *user; /* for these two */
	/* What came of it. */
	CallSeen *seen; /* by call; allocated by the caller, zeroed */
	u32 parted;     /* first call that the program did not make as recorded; UINT32_MAX: none */
	u32 replayed;   /* calls answered from the recording */
	Tracer tracer;  /* status and times */
	RunPulse pulse; /* what it is at */
	/* Inner state. */
	bool *need;     /* by call: execute it as well */
	bool *taken;    /* by call: matched */
	u32 *free_same; /* by call that is the first of its key: first that may be free */
	VEC(struct EpollWatch) watched; /* what the program told epoll here, oldest first */
	IntMap identities;              /* hash of a recorded device and inode to a place in files */
	VEC(struct FileId) files;       /* those of the rerun */
	World *live;                    /* what numbers mean in the rerun */
	VEC(struct LiveTask *) tasks;   /* by live task id */
	bool *broken;                   /* by recorded object: does not work here, leave it alone */
} EnvRerun;

bool rerun(EnvRerun *r, Err *err);

/* ---- inside: one live task (replay.c, match.c, inject.c) ---- */

typedef enum Action {
	ACT_RUN,       /* the kernel's answer stands */
	ACT_INJECT,    /* suppressed, recorded answer injected */
	ACT_OVERWRITE, /* executed, recorded answer written over */
	ACT_DENY,      /* suppressed, fails as the guard says */
	ACT_MAP,       /* file mapping turned into memory that holds the recorded bytes */
	ACT_PROGRAM,   /* a copy of the recorded program is executed */
	ACT_COPY,      /* suppressed, the recorded bytes written into the target */
	ACT_STAND,     /* opened without a change to anything, or an empty stand-in in its place */
} Action;

/* Device and inode of a file. */
typedef struct FileId {
	u64 id[2];
} FileId;

/* What a program attached to a descriptor that epoll watches. */
typedef struct EpollWatch {
	u64 epoll, target; /* keys of the objects */
	u64 data;
} EpollWatch;

typedef struct LiveTask {
	u32 recorded; /* task of the trace that it plays; UINT32_MAX: none */
	u32 pos;      /* next call in that task's list */
	u32 call;     /* matched call of the trace; UINT32_MAX: none */
	Action action;
	CallUse use;     /* of the call at hand */
	Pieces pieces;   /* its memory */
	Regions regions; /* where recorded memory goes */
	double since;    /* when an overwritten call was let go; 0: not in one */
	double idle;     /* seconds that the run had slept by then */
	bool hush;       /* swallow the SIGPIPE that an overwritten call caused */
	bool denied;     /* the guard answers in place of the kernel */
	i64 denial;      /* what it answers then */
	bool cast;       /* it plays its recorded task for what it executes, not for its number */
} LiveTask;

/* The recorded call that this call of the program is, or UINT32_MAX; moves the task's position. */
u32 match_call(EnvRerun *r, LiveTask *lt, const TraceCall *c);
/* The recorded task that a new one plays, by its order of birth. */
u32 match_task(const EnvRerun *r, const TracedTask *task);
void match_prepare(Script *s);
void match_free(Script *s);

/* Recorded memory into the program's; real is what the kernel answered, or an error. */
void inject_memory(EnvRerun *r, const TracedTask *task, const LiveTask *lt, i64 real);
/* What a call that makes descriptors gives the program: the real one, or one that stands in for
 * what could not be opened here. */
i64 inject_descriptor(EnvRerun *r, TracedTask *task, u32 call, i64 real);
/* At entry: makes the call open what is there without changing it, or an empty stand-in; that always
 * if what is there must not be opened. At exit: gives the registers back. */
void stand_in_begin(TracedTask *task, bool denied);
void stand_in_end(const TracedTask *task);
/* A bind that does not work here: the socket gets some address all the same, so that listening and
 * waiting on it work. */
void bind_elsewhere(TracedTask *task);

/* ---- numbers that differ by nature (translate.c) ---- */

/* The recorded bytes for a region, with this run's numbers in place of the recorded ones. */
void translate_memory(EnvRerun *r, const TracedTask *task, const LiveTask *lt, const CallMemory *to,
					  i64 real, u8 *bytes, size_t n);
/* The result to give for a recorded one. */
i64 translate_result(TracedTask *task, const TraceCall *rec, i64 real);
/* Remembers what the program attached to a descriptor. */
void translate_learn(EnvRerun *r, const TracedTask *task, const LiveTask *lt);
/* Whether the file mapping at hand shows here what the recording has. */
bool mapping_is_same(EnvRerun *r, const TracedTask *task, const TraceCall *rec);
/* Whether the execve at hand would execute here what the recording has. */
bool program_is_same(EnvRerun *r, const TracedTask *task, const TraceCall *rec);
/* Makes the execve at hand execute the recorded file. */
bool program_stand_in(EnvRerun *r, TracedTask *task, u32 call);
/* The file to execute as the program itself, or NULL: the one here will do. */
char *program_of_head(EnvRerun *r);
/* What the program read from an object, put together from the recording. */
void recorded_contents(const Script *s, u32 object, Buf *out);

/* The stack of a stopped task, one frame per line. */
void stack_of(pid_t tgid, pid_t tid, Buf *out);

#endif
