/* track.h: private to src/machine: what the decisions of a run reach.
 *
 * With tracking, the upper half of a Tag is a Dep: the decisions the value depends on. Data
 * dependence is joined where instructions are executed. The rest is here.
 *
 * Control: a branch whose condition has a tag opens a region that ends at the branch's immediate
 * post-dominator; Machine.ctx is what the innermost region depends on, 0 outside of all. Every
 * decision and output gains it, so inside a region no value has to carry it, and most of what
 * runs there is as plain as elsewhere. What leaves the region does: registers on the way to its
 * end (code/edges.c), the value that is returned, and memory by the logs below. Where one side
 * of a branch may end the program, nothing that follows is independent of it: such branches and
 * all checks for errors go to Track.fatal, which every later branch and every output gains.
 *
 * Potential: what the sides of a branch may write gains the branch when its region ends, written or
 * not. What a store might have written instead gains what its address depends on. This is done
 * late: a log per set of places, and bytes that the log concerns lose their readable bit, so that
 * the next load comes to track_settle. Memory.stamps says when a byte was written, as a position in
 * the logs.
 */
#ifndef DRIFT_MACHINE_TRACK_H
#define DRIFT_MACHINE_TRACK_H

#include "machine/dep.h"
#include "machine/machine_impl.h"
#include "static/static.h"

typedef struct Region {
	u32 depth; /* frame */
	u32 block; /* ends when the frame enters it; NO_BLOCK: when the frame ends */
	Dep dep;
	u32 log;    /* of what may be written in it, NO_LOG: nothing; or STORES_GAIN */
	Dep stores; /* what a store in it has to gain at once */
} Region;

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

/* What may have been written had a decision gone the other way. */
typedef struct Log {
	Place *places; /* by object */
	LogPart *parts;
	u32 n_parts;
	bool slots; /* some part is a local in memory */
	u32 run;    /* that the entries are of */
	VEC(LogEntry) entries;
} Log;

/* The end of a block that has several ways out. */
typedef struct BranchInfo {
	u32 end;    /* block at which its region ends, NO_BLOCK: with the function */
	bool fatal; /* on one of its sides the program may end or something fail */
	u32 ways;
	u32 log; /* of what they may write; NO_LOG nothing, NEW_LOG not asked for yet */
} BranchInfo;

/* An abstract object in the runs. */
typedef struct Shadow {
	u32 newest; /* seq of the latest entry of its logs */
	VEC(u32) logs;
	VEC(u32) parts; /* of these logs */
	VEC(u32) clean; /* memory objects with bytes that do not show the logs */
	u32 run;        /* that clean is of */
} Shadow;

/* The abstract objects that a memory object stands for. */
typedef struct Names {
	u32 n;
	u32 at[4];
} Names;

/* Whether a set is in what everything here depends on, as it was found last. */
typedef struct Inside {
	Dep dep, ctx, fatal;
	bool yes;
} Inside;

/* A call that gave bytes to a stream. */
typedef struct OutputCall {
	u32 stream;
	u64 end; /* bytes of the stream after it */
	Dep dep; /* what decided that it was made, and where to */
} OutputCall;

/* Entries of all logs. */
typedef struct LogCount {
	u64 now, most; /* that there are, and were at once */
} LogCount;

/* A call of the C library with addresses that depend on input. */
typedef struct OpenCall {
	u32 depth;  /* of its frame, 0 = none */
	u32 serial; /* of its frame: another one at that depth is another call */
} OpenCall;

typedef struct Track {
	Static *s;
	TrackOptions opt;
	DepGraph graph;
	VEC(Region) regions;
	Dep fatal;
	Dep kernel;            /* files and positions in them */
	Dep moves;             /* where descriptors lead */
	Dep streams[4];        /* by stream: 1 stdout, 2 stderr, 3 other output */
	VEC(OutputCall) calls; /* that gave bytes to a stream */
	Dep handed;         /* bytes that the kernel, or what stands in for it, has read in this call */
	Dep injected;       /* joined to what the kernel writes */
	Dep end;            /* context in which the run ended */
	Dep near;           /* fatal, as far as a target could still come */
	const Later *later; /* where that is so */
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
	IntMap name_cache; /* hash of an allocation's call stack -> heap_names */
	IntMap checked;    /* hashes of what track/check.c has looked at */
	VEC(Names) heap_names;
	u32 *first_statement; /* by function */
	u8 *risks;            /* by statement: whether it may fail, 0: not asked for yet */
	Inside inside[64];    /* by dep, see track_inside */
} Track;

#define NO_LOG 0xffffffffu
#define NEW_LOG 0xfffffffeu
/* Nobody knows what may be written in the region. */
#define STORES_GAIN 0xfffffffdu

static inline Dep tag_dep(Tag tag)
{
	return (Dep)(tag >> 32);
}
static inline Tag dep_tag(Dep d)
{
	return (Tag)d << 32;
}

/* track.c */
/* The tag of a value just loaded, without what everything here depends on anyway. */
Tag track_inside(Machine *m, Tag tag);
void track_reset(Machine *m);
void track_free(Machine *m);
/* Of a constraint just added, decided by data. */
Dep track_leaf(Machine *m, Dep data);
/* Context of whatever is executed now. */
Dep track_here(Machine *m);
/* A call whose target depends on something, before it is made. */
void track_choice(Machine *m, const Ins *call, Dep chosen);
/* The rest of the run depends on it. */
void track_fatal(Machine *m, Dep dep);
/* A branch goes its way. leaf is its constraint, or 0. */
void track_branch(Machine *m, const Ins *in, Value cond, Dep leaf);
/* An instruction that fails for some values of an operand with this tag. */
void track_risk(Machine *m, const Ins *in, Tag a, Tag b);
/* The C library is about to be called with addresses that depend on input; it uses one. Each of its
 * own branches in such a call decides whether it comes to an access that fails. */
void track_library(Machine *m);
void track_library_access(Machine *m);
void track_block(Machine *m, u32 block);
void track_edge(Machine *m, u32 edge);
/* The tag of a value that the running function returns, and the end of its regions. */
Tag track_return(Machine *m, Tag value);
/* The same for Machine.results, given by a return instruction. */
void track_results(Machine *m, const Ins *in);
/* The function just entered by a call of its caller was chosen by something. */
void track_call(Machine *m, const Ins *call, Dep chosen);
void track_longjmp(Machine *m, u32 depth);
void track_end(Machine *m);
void track_ended_by(Machine *m, Dep dep);

/* With statements: a function without a body has been called, in a context of its own. */
void track_external(Machine *m, Dep outer);
/* With statements: what an instruction's result depends on. */
Tag track_statement(Machine *m, const Ins *in, Tag tag);

/* track/os.c: around a system call whose arguments are in Machine.site */
void track_syscall_begin(Machine *m);
void track_syscall_end(Machine *m);
/* What bytes that come from outside depend on. */
Dep track_injected(Machine *m);
/* What the call finds depends on tag as well. */
void track_gains(Machine *m, Tag tag);

/* track/memory.c */
/* Others than these bytes might have been written, had dep been different. */
void track_write(Machine *m, const Ins *in, Dep dep);
/* The log of what an instruction may write, or NO_LOG. */
u32 track_write_log(Machine *m, u32 function, u32 ins);
void track_log(Machine *m, u32 log, Dep dep);
u32 track_make_log(Track *t, const PlaceSet *sets, u32 n);
/* Whether n <= 8 bytes can be read as they are but for a tag, which is the address's before and the
 * value's after it; neither has an expression. */
bool track_load(Machine *m, u64 addr, u32 n, Tag *tag);
/* Makes the tags of bytes say what their logs know. */
void track_settle(Machine *m, u64 addr, u64 n);
/* Bytes just written gain dep. */
void track_written(Machine *m, u64 addr, u64 n, Dep dep);
/* Bytes just written where or as many as dep said. */
void track_because(Machine *m, u64 addr, u64 n, Dep dep);
/* The builtin at work writes where or as much as these say. */
void track_builtin_write(Machine *m, Tag why);
/* A new memory object and what it is called. */
void track_name(Machine *m, u32 object, AbstractKind kind, u32 a, u32 b);
void track_heap(Machine *m, u32 object);
/* Everything in the logs of an abstract object. */
Dep track_logged(Machine *m, AbstractKind kind, u32 a);
void track_prepare(Machine *m);
/* The abstract objects of an address and where they begin. */
bool track_home(Machine *m, u64 addr, Names *names, u64 *base);

/* track/check.c: notes what the static analysis does not have. */
void track_callee(Machine *m, const Ins *call, u32 callee);
void track_access(Machine *m, const Ins *in, u64 addr, bool write);

#endif
