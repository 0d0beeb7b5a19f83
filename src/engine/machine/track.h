/* track.h: private to src/engine/machine: tracks what depends on the decisions of a run.
 *
 * With tracking, the upper half of a Tag is a Dep: the decisions that the value depends on. Each
 * instruction joins data dependence when it is executed. The rest is here.
 *
 * Control dependence: a branch whose condition has a tag opens a region that ends at the
 * branch's immediate post-dominator. Machine.ctx is the dependence of the innermost region, 0
 * outside of all. Every decision and output inside a region gets it, so values inside need not
 * carry it, and most of them stay plain. Values that leave the region get it explicitly:
 * registers on the edges to its end (engine/code/edges.c), the returned value, and memory
 * through the logs below. If one side of a branch may end the program, everything that follows
 * depends on it. Such branches and all checks for errors are in Track.fatal, which every later
 * branch and every output depends on.
 *
 * Potential dependence: locations that a side of a branch may write depend on the branch when
 * its region ends, written or not. Locations that a store might have written instead depend on
 * its address. We apply this late: there is a log per set of locations, and bytes that the log
 * concerns lose their readable bit, so that the next load calls track_settle. Memory.stamps
 * records when a byte was written, as a position in the logs.
 */
#ifndef DRIFT_MACHINE_TRACK_H
#define DRIFT_MACHINE_TRACK_H

#include "engine/machine/dep.h"
#include "engine/machine/machine_impl.h"
#include "engine/static/static.h"

typedef struct LogEntry {
	u32 seq;
	Dep dep;
	Dep sum; /* of the last 2^k entries up to this one, 2^k dividing its number from 1 on */
} LogEntry;

/* Bytes of one abstract object in the set of a log. */
typedef struct LogPart {
	u32 object;
	u32 first, n; /* in Log.places */
} LogPart;

/* Locations that may have been written if a decision had been different. */
typedef struct Log {
	Location *locations; /* by object */
	LogPart *parts;
	u32 n_parts;
	bool slots; /* true if some part is a local in memory */
	u32 run;    /* that the entries are of */
	VEC(LogEntry) entries;
} Log;

/* The end of a block with several successors. */
typedef struct BranchInfo {
	u32 end;    /* block at which its region ends, NO_BLOCK: with the function */
	bool fatal; /* true if on one side the program may end or an instruction fail */
	u32 ways;
	u32 log; /* of what they may write; NO_LOG nothing, NEW_LOG not asked for yet */
} BranchInfo;

/* The state of an abstract object in the runs. */
typedef struct Shadow {
	u32 newest; /* seq of the latest entry of its logs */
	VEC(u32) logs;
	VEC(u32) parts; /* of these logs */
	VEC(u32) clean; /* memory objects with bytes that do not include the logs */
	u32 run;        /* that clean is of */
} Shadow;

/* The abstract objects that a memory object belongs to. */
typedef struct Names {
	u32 n;
	u32 at[4];
} Names;

/* The latest answer whether a set is in the current context. */
typedef struct Inside {
	Dep dep, ctx, fatal;
	bool yes;
} Inside;

/* A call that wrote bytes to a stream. */
typedef struct OutputCall {
	u32 stream;
	u64 end; /* bytes of the stream after it */
	Dep dep; /* what decided that it was made, and its destination */
} OutputCall;

/* A call out of the program's own code. */
typedef struct CallMade {
	u32 function, ins;
	Dep here;     /* what decided that it was made */
	u32 first, n; /* its arguments, in OutputLog.arguments */
} CallMade;

/* What the outputs of a run were made of. */
typedef struct OutputLog {
	VEC(OutputCall) calls; /* that gave bytes to a stream */
	VEC(CallMade) library; /* in order of execution */
	VEC(Dep) arguments;    /* of these: what each depends on */
	Dep blocks;            /* calls that make, resize or free blocks of the heap */
} OutputLog;

/* Entries of all logs. */
typedef struct LogCount {
	u64 now, most; /* that there are, and were at once */
} LogCount;

/* A call of the C library with addresses that depend on input. */
typedef struct OpenCall {
	u32 depth;  /* of its frame, 0 = none */
	u32 serial; /* of its frame: another one at that depth is another call */
} OpenCall;

/* What decides whether a target is executed. */
typedef struct NearTarget {
	Dep near;           /* fatal, as long as a target could still be executed */
	const Later *later; /* where that is so; NULL: there is no target */
} NearTarget;

typedef struct Track {
	Static *s;
	TrackOptions opt;
	DepGraph graph;
	Dep fatal;
	Dep kernel;     /* files and positions in them */
	Dep moves;      /* targets of descriptors */
	Dep streams[4]; /* by stream: 1 stdout, 2 stderr, 3 other output */
	OutputLog made;
	Dep handed;   /* bytes that the kernel, or its replacement, has read in this call */
	Dep injected; /* joined to what the kernel writes */
	Dep end;      /* context in which the run ended */
	Dep decided;  /* values that the current instruction made concrete */
	NearTarget target;
	VEC(BranchRun) branches;
	VEC(ChoiceRun) choices;
	u32 run;
	LogCount entries; /* in logs, of this run */
	u32 run_start;    /* Memory.now when it began */
	OpenCall library;
	bool ready; /* shadows exist */
	VEC(Log) logs;
	BranchInfo ***info; /* by function, block */
	IntMap writes;      /* function << 32 | instruction -> log */
	Shadow *shadows;    /* by abstract object */
	u32 n_shadows;
	VEC(Names) names;  /* by memory object */
	KeyMap name_cache; /* an allocation's call stack -> heap_names */
	KeyMap checked;    /* what track/check.c has looked at */
	VEC(Names) heap_names;
	u32 *first_statement; /* by function */
	u8 *risks;            /* by statement: whether it may fail, 0: not computed yet */
	Inside inside[64];    /* by dep, see track_inside */
} Track;

#define NO_LOG 0xffffffffu
#define NEW_LOG 0xfffffffeu
/* The writes in the region are unknown. */
#define STORES_GAIN 0xfffffffdu

/* Returns what a value with this tag depends on, with DEP_UNDEFINED if some bit is undefined. */
static inline Dep tag_dep(const Machine *m, Tag tag)
{
	return unlikely(tag_is_partial(tag)) ? undef_dep(m, tag) : (Dep)(tag >> 32);
}
static inline Tag dep_tag(Dep d)
{
	return (Tag)d << 32;
}
/* Returns the tag of a value that also depends on dep; its undefined bits stay as they are. */
static inline Tag tag_gain(Machine *m, Tag tag, Dep dep)
{
	return tag_on(m, tag, dep_join(&m->track->graph, tag_dep(m, tag) & ~DEP_UNDEFINED, dep));
}

/* track.c */
/* Returns the tag of a value just loaded, without the dependences of the current context. */
Tag track_inside(Machine *m, Tag tag);
void track_reset(Machine *m);
void track_free(Machine *m);
/* Returns the leaf of a constraint just added, decided by data. */
Dep track_leaf(Machine *m, Dep data);
/* Returns the context of the current instruction. */
Dep track_here(Machine *m);
/* Called before a call whose target depends on something. */
void track_choice(Machine *m, const Ins *call, Dep chosen);
/* Makes the rest of the run depend on dep. */
void track_fatal(Machine *m, Dep dep);
/* Called when a branch is taken. leaf is its constraint, or 0. */
void track_branch(Machine *m, const Ins *in, Value cond, Dep leaf);
/* Called for an instruction that fails for some values of an operand with this tag. */
void track_risk(Machine *m, const Ins *in, Tag a, Tag b);
/* Called before the C library is called with addresses that depend on input, and when it uses
 * one. Each of its own branches in such a call decides whether an access that may fail is
 * reached. */
void track_library(Machine *m);
/* Called before the program's own code calls other code, with the arguments in the call site. */
void track_library_call(Machine *m, u32 function, u32 ins);
void track_library_access(Machine *m);
/* Values were made concrete (Track.decided), and with them the instruction did not end the run. With
 * other values it may. */
void track_decided(Machine *m, const Ins *in);
void track_block(Machine *m, u32 block);
void track_edge(Machine *m, u32 edge);
/* Returns the tag of a value that the running function returns, and ends its regions. */
Tag track_return(Machine *m, Tag value);
/* Likewise for Machine.results, set by a return instruction. */
void track_results(Machine *m, const Ins *in);
/* Called when a function was entered by a call whose target depends on `chosen`. */
void track_call(Machine *m, const Ins *call, Dep chosen);
void track_longjmp(Machine *m, u32 depth);
void track_end(Machine *m);
void track_ended_by(Machine *m, Dep dep);

/* With statements: called after a call of a function without a body, in its own context. */
void track_external(Machine *m, Dep outer);
/* With statements: returns what an instruction's result depends on. */
Tag track_statement(Machine *m, const Ins *in, Tag tag);

/* track/os.c: around a system call whose arguments are in Machine.site */
void track_syscall_begin(Machine *m);
void track_syscall_end(Machine *m);
/* Returns what bytes from outside depend on. */
Dep track_injected(Machine *m);
/* Makes the results of the call depend on tag as well. */
void track_gains(Machine *m, Tag tag);

/* track/memory.c */
/* Records that other bytes than these might have been written if dep had been different. */
void track_write(Machine *m, const Ins *in, Dep dep);
/* Returns the log of what an instruction may write, or NO_LOG. */
u32 track_write_log(Machine *m, u32 function, u32 ins);
void track_log(Machine *m, u32 log, Dep dep);
u32 track_make_log(Track *t, const LocationSet *sets, u32 n);
/* Returns true if n <= 8 bytes are readable except for a tag. *tag is the address's before and
 * the value's after; neither has an expression. */
bool track_load(Machine *m, u64 addr, u32 n, Tag *tag);
/* Adds the dependences of the logs to the tags of bytes. */
void track_settle(Machine *m, u64 addr, u64 n);
/* Adds dep to bytes just written. */
void track_written(Machine *m, u64 addr, u64 n, Dep dep);
/* Adds dep to bytes just written whose address or number depends on it. */
void track_because(Machine *m, u64 addr, u64 n, Dep dep);
/* The address or size of the current builtin's write depends on these. */
void track_builtin_write(Machine *m, Tag why);
/* Names a new memory object. */
void track_name(Machine *m, u32 object, AbstractKind kind, u32 a, u32 b);
void track_heap(Machine *m, u32 object);
/* Returns the join of all logs of an abstract object. */
/* What decided that these bytes, which no store has set, are not set. */
Dep track_unset(Machine *m, u64 addr, u64 n);
/* Records a call that makes, resizes or frees a block. */
void track_block_call(Machine *m);
Dep track_logged(Machine *m, AbstractKind kind, u32 a);
void track_prepare(Machine *m);
/* Finds the abstract objects of an address and where they begin. */
bool track_home(Machine *m, u64 addr, Names *names, u64 *base);

/* track/check.c: notes what the static analysis missed. */
void track_callee(Machine *m, const Ins *call, u32 callee);
void track_access(Machine *m, const Ins *in, u64 addr, bool write);

#endif
