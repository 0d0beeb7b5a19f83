/* replay.h: semi-replay: a rerun in which some calls get their recorded answers.
 *
 * Which calls are replayed is a plain set, one bool per recorded call. A replayed call is
 * suppressed and its recorded result and memory are injected; if an executed call depends on it, it
 * is executed as well and the recorded answer is written over the real one. Numbers stay equal
 * without translation: a descriptor made in a rerun is moved to the number that the recording has,
 * so the real descriptors are always a subset of those the program believes in. Process numbers are
 * never injected: the program sees the real ones.
 *
 * Calls of the two runs are matched per task, by their keys (see world.h), with some freedom to
 * skip. A call without a match is executed; where the first such call stood is reported.
 */
#ifndef DRIFT_ENV_REPLAY_H
#define DRIFT_ENV_REPLAY_H

#include "env/cell.h"
#include "env/record.h"
#include "env/refuse.h"
#include "env/world.h"

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

typedef struct EnvRerun {
	/* What to do. */
	Script *script;
	const bool *replay;  /* by call */
	Launch launch;       /* argv, envp and stdio; the rest is set here */
	CallWatch *watch;    /* may be NULL */
	const Cell *cell;    /* where it happens; NULL: in place */
	struct rlimit files; /* how many the program may open; drift itself may need more */
	Guard *guard;        /* what it must not do */
	Recorder *recorder; /* records the run as it happens, for a run that replays nothing; or NULL */
	bool (*tick)(struct EnvRerun *r); /* false ends the run */
	void (*other_ended)(struct EnvRerun *r, pid_t pid, int status);
	void *user; /* for these two */
	/* What came of it. */
	CallSeen *seen; /* by call; allocated by the caller, zeroed */
	u32 parted;     /* first call that the program did not make as recorded; UINT32_MAX: none */
	u32 replayed;   /* calls answered from the recording */
	Tracer tracer;  /* status and times */
	/* Inner state. */
	bool *need;                   /* by call: execute it as well */
	World *live;                  /* what numbers mean in the rerun */
	VEC(struct LiveTask *) tasks; /* by live task id */
	bool *broken;                 /* by recorded object: does not work here, leave it alone */
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
} Action;

typedef struct LiveTask {
	u32 recorded; /* task of the trace that it plays; UINT32_MAX: none */
	u32 pos;      /* next call in that task's list */
	u32 call;     /* matched call of the trace; UINT32_MAX: none */
	Action action;
	CallUse use;     /* of the call at hand */
	Pieces pieces;   /* its memory */
	Regions regions; /* where recorded memory goes */
	double since;    /* when an overwritten call was let go; 0: not in one */
	bool hush;       /* swallow the SIGPIPE that an overwritten call caused */
	bool denied;     /* the guard answers in place of the kernel */
	i64 denial;      /* what it answers then */
} LiveTask;

/* The recorded call that this call of the program is, or UINT32_MAX; moves the task's position. */
u32 match_call(EnvRerun *r, LiveTask *lt, const TraceCall *c);

/* Recorded memory into the program's. */
void inject_memory(const TracedTask *task, const TraceCall *rec, const Regions *to);
/* Gives the descriptors that the call made the recorded numbers; makes up for those that it failed
 * to make. */
void inject_descriptors(EnvRerun *r, TracedTask *task, u32 call, i64 ret);
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
