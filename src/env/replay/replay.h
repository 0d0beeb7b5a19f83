/* replay.h: semi-replay, a rerun in which some calls get their recorded answers.
 *
 * The set of replayed calls is one bool per recorded call. drift suppresses a replayed call and
 * injects its recorded result and memory. If an executed call depends on it, the call is executed
 * as well, and the recorded answer replaces the real one. Numbers that the kernel assigns are never
 * injected: descriptors, process numbers and ids of shared memory are those of the rerun. If a
 * recorded answer contains such a number, drift replaces it with the number of the same object in
 * the rerun (translate.c). So any set of calls can be replayed, whatever the others do.
 *
 * Calls of the two runs are matched per task, by their keys (see world.h); matching may skip some
 * calls. Then they are matched among the threads of the process, since threads may share work
 * differently from run to run. A child plays the recorded task that executed the same command, or
 * else the one created at the same position. A call without a match is executed; drift reports the
 * first such call.
 */
#ifndef DRIFT_ENV_REPLAY_H
#define DRIFT_ENV_REPLAY_H

#include "env/sandbox/sandbox.h"
#include "env/record/own.h"
#include "env/record/record.h"
#include "env/sandbox/refuse.h"
#include "env/trace/remap.h"
#include "env/trace/world.h"

#include <sys/resource.h>

/* How a recorded call went in a rerun. */
typedef struct CallObservation {
	bool met;      /* true if the program made it */
	bool executed; /* true if the kernel executed it */
	bool held;     /* true if the guard refused it */
	i64 ret;       /* the kernel's result */
} CallObservation;

typedef VEC(u32) CallList;

/* The recording, prepared for many reruns. */
typedef struct Script {
	const Trace *trace;
	World *world;
	CallList *of_task; /* by task: its calls in order */
	u32 *process;      /* by task: the first of the tasks that share work (threads, workers) */
	u32 *exec_of;      /* by task: its first execve; UINT32_MAX: none */
	u32 *next_same;    /* by call: the next call with the same key; UINT32_MAX: none */
	IntMap first_same; /* key to the first call with it, + 1 */
	CallList watchers; /* the epoll_ctl calls */
	/* Files and mapped ranges compared with the recording: 1 same, 2 different. */
	KeyMap same_files;
	PathMaps maps;   /* paths of the recording that were replaced */
	const char *dir; /* directory for files that replace missing ones; NULL: none */
} Script;

void script_init(Script *s, const Trace *t);
void script_free(Script *s);

/* A call to observe closely while it happens. */
typedef struct CallWatch {
	u32 call; /* index in the trace; UINT32_MAX: none */
	bool happened;
	TraceCall here; /* the call in the rerun; its data is in arena */
	Buf stack;      /* call stack, one frame per line */
	Arena *arena;
} CallWatch;

/* The activity of a rerun, sampled several times a second (pulse.c). */
typedef struct RunPulse {
	u32 calls;      /* calls finished at the last sample */
	double at;      /* time of the last sample, seconds since the start */
	double own_cpu; /* processor seconds of this process at the start */
	double work;    /* processor seconds of this process and the program since the start */
	double idle;    /* seconds in which all tasks slept */
	bool still;     /* true if all tasks sleep and have done nothing since the previous sample */
	bool busy;      /* true if a task computes, or has made more than a few calls since then */
} RunPulse;

void pulse_begin(RunPulse *p);
void pulse_take(RunPulse *p, const Tracer *t);

/* What the objects of the rerun are in the recording. */
typedef struct ObjectRoles {
	IntMap astray; /* by live socket: how it left the recording (peer.c) */
	IntMap plays;  /* by live object: the recorded one that was created by the matched call */
} ObjectRoles;

typedef struct EnvRerun {
	/* Input. */
	Script *script;
	const bool *replay;      /* by call */
	const bool *foreign;     /* by call: about a conversation with another program; or NULL */
	bool strict;             /* end such a conversation if the program says something else in it */
	Launch launch;           /* argv, envp and stdio; rerun sets the other fields */
	const EnvSandbox *cell;  /* the cell to run in; NULL: in place */
	bool fed;                /* standard input is a pipe that drift filled */
	Guard *guard;            /* decides which calls must not be executed */
	const OwnLimits *limits; /* limits for the program */
	CallWatch *watch;        /* may be NULL */
	Recorder *recorder;      /* records the run as it happens, if it replays nothing; or NULL */
	bool (*tick)(struct EnvRerun *r); /* returns false to end the run */
	void (*other_ended)(struct EnvRerun *r, pid_t pid, int status);
	void *user; /* for these two functions */
	/* Output. */
	CallObservation *seen; /* by call; allocated by the caller, zeroed */
	u32 parted;            /* first recorded call that the program did not make; UINT32_MAX: none */
	u32 replayed;          /* number of calls answered from the recording */
	bool differed;         /* the program said something else in a foreign conversation */
	Tracer tracer;         /* status and times */
	RunPulse pulse;        /* current activity */
	/* Internal state. */
	bool *need;  /* by call: execute it as well */
	bool *taken; /* by call: true if matched */
	/* By first call of a key: the first call of that key that may be unmatched. */
	u32 *free_same;
	/* What the program registered with epoll in the rerun, oldest first. */
	VEC(struct EpollWatch) watched;
	KeyMap identities;            /* recorded device and inode to an index in files */
	VEC(struct FileId) files;     /* the files of the rerun */
	World *live;                  /* the objects that numbers refer to in the rerun */
	VEC(struct LiveTask *) tasks; /* by live task id */
	bool *broken; /* by recorded object: true if it does not work here and must be left alone */
	ObjectRoles roles; /* of live objects in the recording */
} EnvRerun;

bool rerun(EnvRerun *r, Err *err);

/* ---- internal: one live task (replay.c, match.c, inject.c) ---- */

typedef enum Action {
	ACT_RUN,       /* execute; the kernel's answer is kept */
	ACT_INJECT,    /* suppress; inject the recorded answer */
	ACT_OVERWRITE, /* execute; replace the answer with the recorded one */
	ACT_DENY,      /* suppress; fail with the guard's error */
	ACT_MAP,       /* replace the file mapping with memory that contains the recorded bytes */
	ACT_PROGRAM,   /* execute a copy of the recorded program */
	ACT_COPY,      /* suppress; write the recorded bytes into the target */
	ACT_STAND,     /* open the file without changing anything, or open an empty file instead */
} Action;

/* Device and inode of a file. */
typedef struct FileId {
	u64 id[2];
} FileId;

/* The data that a program attached to a descriptor that epoll watches. */
typedef struct EpollWatch {
	u64 epoll, target; /* keys of the objects */
	u64 data;
} EpollWatch;

typedef struct LiveTask {
	u32 recorded; /* recorded task that it plays; UINT32_MAX: none */
	u32 pos;      /* next call in that task's list */
	u32 call;     /* matched call of the trace; UINT32_MAX: none */
	Action action;
	CallUse use;     /* of the current call */
	Pieces pieces;   /* memory of the current call */
	Regions regions; /* where recorded memory goes */
	double since;    /* start time of the overwritten call that is running; 0: none */
	double idle;     /* value of RunPulse.idle at that time */
	bool hush;       /* suppress the SIGPIPE that an overwritten call caused */
	bool denied;     /* the guard answers instead of the kernel */
	i64 denial;      /* the guard's answer */
	bool cast; /* matched to its recorded task by the command it executes, not by its position */
} LiveTask;

/* Returns the recorded call that matches this call of the program, or UINT32_MAX; advances the
 * task's position. */
u32 match_call(EnvRerun *r, LiveTask *lt, const TraceCall *c);
/* The recorded task that a new task plays, by order of creation. */
u32 match_task(const EnvRerun *r, const TracedTask *task);
void match_prepare(Script *s);
void match_free(Script *s);

/* Copies recorded memory into the program; real is the kernel's result, or an error. */
void inject_memory(EnvRerun *r, const TracedTask *task, const LiveTask *lt, i64 real);
/* Returns the descriptor that the program gets from the call: the real one, or a replacement for an
 * object that could not be opened here. */
i64 inject_descriptor(EnvRerun *r, TracedTask *task, u32 call, i64 real);
/* At entry: changes the call so that it opens the file without modifying it, or opens an empty
 * replacement. If denied, it always opens the replacement. At exit: restores the registers. */
void stand_in_begin(TracedTask *task, bool denied);
void stand_in_end(const TracedTask *task);
/* Called if bind fails here: binds the socket to some other address, so that listening and waiting
 * on it work. */
void bind_elsewhere(TracedTask *task);

/* ---- conversations (peer.c) ---- */

typedef enum PeerState {
	PEER_AS_RECORDED,
	PEER_ELSEWHERE, /* it was connected to another address: recorded answers are not about it */
	PEER_ASTRAY,    /* the program said something else: the answer to that is not known */
} PeerState;

/* Updates the state of the socket that the current call works on. */
void peer_follow(EnvRerun *r, const TracedTask *task, LiveTask *lt);
PeerState peer_state(const EnvRerun *r, const LiveTask *lt);
/* True for calls that wait until a descriptor is ready. */
bool call_waits(i32 nr);

/* ---- numbers that differ by nature (translate.c) ---- */

/* Translates the recorded bytes of a region: replaces recorded numbers with those of this run. */
void translate_memory(EnvRerun *r, const TracedTask *task, const LiveTask *lt, const CallMemory *to,
					  i64 real, u8 *bytes, size_t n);
/* Returns the result to inject for a recorded one. */
i64 translate_result(TracedTask *task, const TraceCall *rec, i64 real);
/* Remembers the data that the program attached to a descriptor. */
void translate_learn(EnvRerun *r, const TracedTask *task, const LiveTask *lt);
/* True if the file of the current mapping has the recorded contents. */
bool mapping_is_same(EnvRerun *r, const TracedTask *task, const TraceCall *rec);
/* True if the current execve would execute the recorded program. */
bool program_is_same(EnvRerun *r, const TracedTask *task, const TraceCall *rec);
/* Makes the current execve execute the recorded file. */
bool program_stand_in(EnvRerun *r, TracedTask *task, u32 call);
/* The file to execute as the program itself; NULL: the one here. */
char *program_of_head(EnvRerun *r);
/* Collects the bytes that the program read from an object from the recording. */
void recorded_contents(const Script *s, u32 object, Buf *out);

/* Writes the stack of a stopped task to out, one frame per line. */
void stack_of(pid_t tgid, pid_t tid, Buf *out);

#endif
